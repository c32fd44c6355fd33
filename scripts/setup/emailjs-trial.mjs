/** EmailJS answers within seconds; whoever waits longer has no connection. */
const PATIENCE_MS = 20_000;
const DASHBOARD = 'https://dashboard.emailjs.com/admin';

/**
 * @typedef {object} Trial
 * @property {'works' | 'unclear' | 'wrong'} outcome `unclear`: the answer says nothing about the three values
 * @property {string} sentence in Portuguese, for the owner
 */

/**
 * Tries the three values of EmailJS with one real call, the one the site makes (its REST API, /api/v1.0/email/send). It does not pretend
 * to be a browser.
 *
 * @param {{ serviceId: string, templateId: string, publicKey: string, origin: string }} account
 * @returns {Promise<Trial>}
 */
export async function tryEmailjs({ serviceId, templateId, publicKey, origin }) {
  try {
    const answer = await fetch(`${origin}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        service_id: serviceId,
        template_id: templateId,
        user_id: publicKey,
        template_params: {
          from_name: 'npm run setup',
          email: 'teste@exemplo.com.br',
          message: 'Teste do seu portfólio: se você está lendo isto, os avisos por e-mail funcionam.',
        },
      }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return explainAnswer(answer.status, (await answer.text()).trim());
  } catch {
    return {
      outcome: 'unclear',
      sentence: `A chamada não chegou ao EmailJS (${origin}): não há conexão, ou algo a bloqueia. Nada se sabe sobre os valores.`,
    };
  }
}

/**
 * What an answer of EmailJS means (its documentation, and what owners report).
 *
 * @param {number} status
 * @param {string} text
 * @returns {Trial}
 */
export function explainAnswer(status, text) {
  const said = `O EmailJS respondeu ${status}${text === '' ? '' : ` ("${text.slice(0, 200)}")`}`;
  /** @param {string} sentence @returns {Trial} */
  const wrong = (sentence) => ({ outcome: 'wrong', sentence: `${said}: ${sentence}` });
  /** @param {string} sentence @returns {Trial} */
  const unclear = (sentence) => ({ outcome: 'unclear', sentence: `${said}: ${sentence}` });

  if (status === 200) {
    return {
      outcome: 'works',
      sentence:
        'O EmailJS aceitou o e-mail de teste: os três valores estão certos. Veja se ele chegou, também na pasta de spam.',
    };
  }
  if (status === 403) {
    return unclear(
      `ela só atende navegadores, que é o padrão de toda conta, e não chegou a olhar os valores. Eles podem estar certos. Para saber, envie uma mensagem pelo próprio site (npm start); ou permita chamadas de fora do navegador em ${DASHBOARD}/account/security, teste de novo e desligue.`,
    );
  }
  if (status === 412) {
    return wrong(
      `ela chegou ao seu serviço de e-mail, que recusou a permissão: venceu ou foi retirada. Os três valores servem; reconecte a conta de e-mail em ${DASHBOARD}.`,
    );
  }
  if (status === 422)
    return wrong(`o template não diz para quem mandar. Preencha "To Email" nele, em ${DASHBOARD}/templates.`);
  if (status === 423) return wrong(`a sua conta está bloqueada. Fale com o EmailJS.`);
  if (status === 404) {
    return unclear(
      `nenhuma conta com essa chave pública; confira a chave em ${DASHBOARD}/account. Em panes o EmailJS já respondeu isso a contas boas: se a chave estiver certa, tente mais tarde.`,
    );
  }
  if (status === 426 || status === 429) {
    return unclear('o limite de chamadas foi atingido (uma por segundo, e a cota do mês). Tente mais tarde.');
  }
  if (status >= 500) return unclear('o problema é dela. Tente mais tarde.');
  if (/public key|user_id/i.test(text)) return wrong(`a chave pública está errada. Ela está em ${DASHBOARD}/account.`);
  if (/service id/i.test(text)) return wrong(`não existe um serviço com esse ID. Ele está em ${DASHBOARD}.`);
  if (/template id/i.test(text))
    return wrong(`não existe um template com esse ID. Ele está em ${DASHBOARD}/templates.`);
  return wrong('ela não aceitou o teste.');
}
