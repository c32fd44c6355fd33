import 'react';

// Missing in @types/react: https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-commandfor
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    commandfor?: string;
    command?: 'show-modal' | 'close';
  }
}
