/** Pages without a route: plain HTML files that the host serves (product.md, section 2). */
export interface StaticPageContent {
  title: string;
  description: string;
  heading: string;
  paragraphs: string[];
}

/** For an address the site does not have. */
export const notFound = {
  title: 'Página não encontrada',
  description: 'Este endereço não existe. Veja as páginas que existem.',
  heading: 'Página não encontrada',
  paragraphs: [
    'A maré levou este endereço, ou ele nunca chegou à praia: talvez tenha mudado, talvez uma letra tenha se perdido no caminho.',
    'Daqui você pode ir para:',
  ],
} satisfies StaticPageContent;

/** For a visitor without JavaScript, after sending a message. */
export const messageSent = {
  title: 'Mensagem enviada',
  description: 'Sua mensagem foi enviada.',
  heading: 'Mensagem enviada!',
  paragraphs: [
    'Que bom que você escreveu. Sua mensagem chegou, e eu respondo assim que puder.',
    'Daqui você pode voltar para:',
  ],
} satisfies StaticPageContent;

/** For a visitor without JavaScript, when the server could not take the message; what to mend is filled in by the server. */
export const messageRefused = {
  title: 'Mensagem não enviada',
  description: 'Sua mensagem ainda não foi enviada. Veja o que falta e envie de novo.',
  heading: 'Sua mensagem ainda não foi enviada',
  paragraphs: ['Nada do que você escreveu se perdeu. Veja o que falta e envie de novo:'],
} satisfies StaticPageContent;

/** For `/` on a host that does not redirect. */
export const entrance = {
  title: 'Entrada',
  description: 'Portfólio de uma pessoa desenvolvedora web full-stack.',
  heading: 'Portfólio',
  paragraphs: ['O site começa na página de início:'],
} satisfies StaticPageContent;
