/** Pages without a route: HTML files that the host serves (product.md, section 2). */

export const notFound = {
  title: 'Página não encontrada',
  description: 'Este endereço não existe. Veja as páginas que existem.',
  heading: 'Página não encontrada',
  paragraphs: [
    'A maré levou este endereço, ou ele nunca chegou à\u00a0praia: talvez tenha mudado, talvez uma letra tenha se perdido no caminho.',
    'Daqui você pode ir para:',
  ],
};

/** The answer to a form post without JavaScript. */
export const messageSent = {
  title: 'Mensagem enviada',
  description: 'Sua mensagem foi enviada.',
  heading: 'Mensagem enviada!',
  paragraphs: [
    'Que bom que você escreveu. Sua mensagem chegou, e eu respondo assim que puder.',
    'Daqui você pode voltar para:',
  ],
};

/** The answer to a form post that failed; the server keeps one kind of `{{#…}}` sections (server/src/messages/form-answers.ts). */
export const messageRefused = {
  title: 'Confira sua mensagem',
  description: 'O que aconteceu com a sua mensagem, e como enviar de novo.',
  heading:
    '{{#refused}}Sua mensagem ainda não foi enviada{{/refused}}' +
    '{{#unreadable}}Sua mensagem ainda não foi enviada{{/unreadable}}' +
    '{{#unsure}}Sua mensagem pode não ter chegado{{/unsure}}',
  paragraphs: [
    '{{#refused}}Nada do que você escreveu se perdeu. Veja o que falta e envie de novo:{{/refused}}' +
      '{{#unreadable}}Não conseguimos ler o que você escreveu, e por isso os campos estão vazios. Se você voltar à página anterior, ' +
      'o seu navegador talvez ainda tenha o texto. Veja o que aconteceu e envie de novo:{{/unreadable}}' +
      '{{#unsure}}Nada do que você escreveu se perdeu. Pode enviar de novo sem receio: a mesma mensagem não é guardada duas vezes.{{/unsure}}',
  ],
};

/** For `/` on a host that does not redirect. */
export const entrance = {
  title: 'Entrada',
  description: 'Portfólio de dev web full-stack.',
  heading: 'Início',
  paragraphs: ['O site começa na página de início:'],
};
