import { messageSent } from '../../content/static-pages.ts';
import { StaticPage } from './static-page.tsx';

/** `mensagem-enviada.html`: where the form leads a visitor without JavaScript. */
export function MessageSentPage() {
  return <StaticPage content={messageSent} />;
}
