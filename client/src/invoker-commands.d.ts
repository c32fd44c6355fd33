import 'react';

// Not in @types/react yet: https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-commandfor
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    commandfor?: string;
    command?: 'show-modal' | 'close';
  }
}
