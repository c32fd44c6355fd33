import { type Field, LIMITS } from '@portfolio/contract/message';

export interface Contact {
  title: string;
  description: string;
  heading: string;
  introduction: string;
  formHeading: string;
  labels: Record<Field, string>;
  /** What each field needs, said quietly below it. */
  hints: Record<Field, string>;
  send: string;
  /** The privacy line at the form (LGPD): what is kept, for how long, and who else gets it. */
  privacy: (facts: { retentionDays: number; keptDays: number; isEmailOn: boolean }) => string;
  /** The label of a field that nobody sees, for whoever comes across it all the same. */
  honeypot: string;
  /** Shown in place of the form while the visitor waits. */
  sent: (seconds: number) => string;
  /** Read out by screen readers when the form is back. */
  formIsBack: string;
  /** Under the form, as long as a message is on its way for longer than it should be. */
  late: string;
  /** Under the form, when there is no connection and what keeps messages could not be loaded either. */
  offline: string;
  /** Said when the server has refused a message for good; the detail is the server's own sentence, where it gave one. */
  refused: (facts: { detail: string | null }) => string;
  /** Said when a message could not be delivered for so long that it had to be given up. */
  expired: (facts: { submittedAt: Date; keptDays: number }) => string;
  profilesHeading: string;
  linkedIn: string;
  gitHub: string;
}

const TEXT_IS_BACK = 'O texto está de volta no formulário.';

export const contact = {
  title: 'Contato',
  description: 'Fale comigo: envie uma mensagem pelo formulário ou me encontre no LinkedIn e no GitHub.',
  heading: 'Contato',
  introduction: 'Tem uma ideia, uma vaga ou só uma dúvida? Escreva para mim. Eu leio todas as mensagens.',
  formHeading: 'Envie uma mensagem...',
  labels: { name: 'Nome', email: 'Email', text: 'Mensagem' },
  hints: {
    name: `Pelo menos ${LIMITS.name.min} caracteres.`,
    email: 'Um endereço com @, para eu poder responder.',
    text: `Pelo menos ${LIMITS.text.min} caracteres.`,
  },
  send: 'Enviar',
  privacy: ({ retentionDays, keptDays, isEmailOn }) =>
    [
      retentionDays > 0
        ? `Seu nome, email e mensagem ficam guardados por até ${retentionDays} dias, só para eu poder responder.`
        : 'Seu nome, email e mensagem ficam guardados até eu apagar, só para eu poder responder.',
      'Para apagar antes, é só pedir.',
      `Até a mensagem chegar, uma cópia fica neste aparelho: o site tenta entregá-la por ${keptDays} dias e, se não conseguir, devolve o texto a você.`,
      ...(isEmailOn
        ? ['Uma cópia dela, com seu nome e email, chega a mim pelo EmailJS, um serviço de fora do Brasil.']
        : []),
    ].join(' '),
  honeypot: 'Deixe este campo vazio',
  sent: (seconds) => `Mensagem enviada! Aguarde ${seconds} segundos para enviar outra...`,
  formIsBack: 'O formulário está de volta. Você já pode enviar outra mensagem.',
  late: 'Sua mensagem ainda não chegou. Você não precisa fazer nada: o site tenta de novo sozinho.',
  offline: 'Você está sem conexão. Seu texto continua aqui: envie quando ela voltar.',
  refused: ({ detail }) =>
    ['Sua mensagem não pôde ser aceita.', ...(detail === null ? [] : [detail]), TEXT_IS_BACK].join(' '),
  expired: ({ submittedAt, keptDays }) => {
    const date = submittedAt.toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' });
    return `A mensagem que você escreveu em ${date} não pôde ser entregue em ${keptDays} dias. ${TEXT_IS_BACK}`;
  },
  profilesHeading: 'Ou me encontre por aqui',
  linkedIn: 'LinkedIn',
  gitHub: 'GitHub',
} satisfies Contact;
