import type { Message } from '@portfolio/contract/message';
import type { Env, WebhookKind } from '../env.ts';
import { withTimeout } from '../http/deadline.ts';

export type RungMessage = Message & { id: string; createdAt: Date };

/** A way to notify the owner. */
export interface Ringer {
  /** As it is noted in the table. */
  name: 'mail' | 'webhook';
  /** Where it tells the owner, in Portuguese, without passwords. */
  place: string;
  /** Resolves when the receiver has certainly taken the message. @throws Error if it has not, or nobody knows */
  ring(message: RungMessage): Promise<void>;
}

/** The longest that one ring may take: less than the lease of a claimed message (bell.ts). */
const RING_TIMEOUT_MS = 30_000;

/** What ntfy (4,096 bytes) and Discord (2,000 characters) take of a text. The e-mail has all of it. */
const SHORT_TEXT = 1_200;

const KINDS_BY_HOST: Record<string, WebhookKind> = {
  'ntfy.sh': 'ntfy',
  'hooks.slack.com': 'slack',
  'discord.com': 'discord',
  'discordapp.com': 'discord',
};

/** The ways that are set (`NOTIFY_…` in .env.example); empty: the bell is off. */
export async function openRingers(notify: Env['notify'], timeoutMs = RING_TIMEOUT_MS): Promise<Ringer[]> {
  const ringers: Ringer[] = [];
  if (notify.smtpUrl) ringers.push(await openMail(notify, timeoutMs));
  if (notify.webhookUrl) ringers.push(openWebhook(notify, timeoutMs));
  return ringers;
}

async function openMail({ smtpUrl: url, to, from }: Env['notify'], timeoutMs: number): Promise<Ringer> {
  // Imported only if it is used: it takes memory, and time at the start.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs / 3,
    greetingTimeout: timeoutMs / 3,
    socketTimeout: timeoutMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'mail',
    place: `e-mail a ${to} por ${new URL(url).host}`,
    async ring(message) {
      const { id, name, email, createdAt } = message;
      const sending = transport.sendMail({
        from: { name: 'Portfólio', address: from },
        to,
        // For an address that is invalid in mail the whole e-mail would be refused.
        ...(/^[^\s@<>,;:"]+@[\w.-]+$/.test(email) && { replyTo: { name, address: email } }),
        envelope: { from, to },
        subject: oneLine(`Nova mensagem de ${name}`),
        text: describe(message),
        date: createdAt,
        // The same at every try: most mailboxes then show one e-mail.
        messageId: `<${id}@portfolio>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await withTimeout(timeoutMs, sending, () => Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    },
  };
}

function openWebhook({ webhookUrl, webhookKind }: Env['notify'], timeoutMs: number): Ringer {
  const target = new URL(webhookUrl);
  const kind = webhookKind || (KINDS_BY_HOST[target.hostname] ?? 'json');
  // fetch() takes no credentials in an address.
  const credentials = [target.username, target.password].map(decodeURIComponent).join(':');
  target.username = '';
  target.password = '';
  const topic = decodeURIComponent(target.pathname.split('/').at(-1) ?? '');
  // As JSON, ntfy takes messages at its root.
  if (kind === 'ntfy') target.pathname = target.pathname.replace(/[^/]*$/, '');
  return {
    name: 'webhook',
    place: `${kind} em ${target.host}`,
    async ring(message) {
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': message.id,
          ...(credentials !== ':' && { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        },
        body: JSON.stringify(toBody(kind, message, topic)),
        // After a redirect it would be a GET, whose 200 says nothing.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { code: response.status });
    },
  };
}

function toBody(kind: WebhookKind, message: RungMessage, topic: string): object {
  const { id, createdAt, name, email, text } = message;
  const title = oneLine(`Nova mensagem de ${name}`);
  const short = describe({ ...message, text: text.length > SHORT_TEXT ? `${text.slice(0, SHORT_TEXT)}…` : text });
  // In Slack and Discord a visitor's text must not notify everybody in the channel.
  const escaped = `${title}\n${short}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const bodies = {
    json: { id, createdAt, name, email, text },
    ntfy: { topic, title, message: short },
    slack: { text: escaped },
    discord: { content: `${title}\n${short}`, allowed_mentions: { parse: [] } },
  };
  return bodies[kind];
}

function describe({ id, name, email, text, createdAt }: RungMessage): string {
  return `${text}\n\n${name} <${email}>\n${createdAt.toISOString()}, id ${id.slice(0, 8)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 150);
}
