import { LIMITS } from '@portfolio/contract/message';

const TEXT_IS_BACK = 'O texto está de volta no formulário.';

export const contact = {
  title: 'Contato',
  description: 'Fale comigo: envie uma mensagem pelo formulário ou me encontre no LinkedIn e no GitHub.',
  heading: 'Contato',
  introduction: 'Tem uma ideia, uma vaga ou só uma dúvida? Escreva para mim. Eu leio todas as mensagens.',
  formHeading: 'Envie uma mensagem...',
  labels: { name: 'Nome', email: 'Email', text: 'Mensagem' },
  hints: {
    name: `pelo menos ${LIMITS.name.min} caracteres.`,
    email: 'um endereço como nome@site.com.',
    text: `pelo menos ${LIMITS.text.min} caracteres.`,
  },
  /** Before the hint of a field that was left too early. */
  missing: 'Use',
  send: 'Enviar',
  /** LGPD: what is kept, for how long, and who else gets it. */
  privacy: ({ retentionDays, isEmailOn }: { retentionDays: number; isEmailOn: boolean }) =>
    [
      `Uso sua mensagem só para responder, e apago ${retentionDays > 0 ? `em até ${retentionDays} dias ou ` : ''}quando você pedir. Se o envio falhar, ela espera neste aparelho.`,
      ...(isEmailOn ? ['Uma cópia de tudo vem pelo EmailJS, um serviço de fora do Brasil.'] : []),
    ].join(' '),
  /** The label of a field that is hidden from visitors. */
  honeypot: 'Deixe este campo vazio',
  sent: 'Mensagem enviada!',
  wait: (seconds: number) => `Aguarde ${seconds} segundos para enviar outra...`,
  required: 'Preencha os três campos para enviar.',
  faulty: (labels: string[]) => `Para enviar, confira: ${labels.join(', ')}.`,
  complete: 'Tudo certo: é só enviar.',
  unlikely: 'Confira o email antes de enviar.',
  doubt: 'está certo, como nome@site.com?',
  suggestion: (meant: string) => `Você quis dizer ${meant}?`,
  arrived: '✓ Chegou.',
  formIsBack: 'Quer escrever outra?',
  offline: 'Você está sem conexão. Seu texto continua aqui: envie quando ela voltar.',
  refused: (detail: string | null) =>
    ['Sua mensagem não pôde ser aceita.', ...(detail === null ? [] : [detail]), TEXT_IS_BACK].join(' '),
  expired: (submittedAt: Date, keptDays: number) => {
    const date = submittedAt.toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' });
    return `A mensagem que você escreveu em ${date} não pôde ser entregue em ${keptDays} dias. ${TEXT_IS_BACK}`;
  },
  profilesHeading: 'Ou me encontre por aqui',
  linkedIn: 'LinkedIn',
  gitHub: 'GitHub',
};
