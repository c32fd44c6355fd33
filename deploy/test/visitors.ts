import { randomUUID } from 'node:crypto';
import { judgeSaveAnswer, type Outcome, pauseAfter, TIME_LIMIT_MS } from '../../client/src/outbox/retry.ts';

/** Enough for traffic at every moment; no load test. */
const VISITORS = 4;
const REST_MS = 25;

interface Traffic {
  /** Sends no new message, and waits for those in flight. Gives the ids of all that were acknowledged. */
  end(): Promise<string[]>;
}

/** Visitors who write one message after the other. Their browsers retry as ours do (client/src/outbox/retry.ts). */
export function startTraffic(site: string): Traffic {
  const acknowledged: string[] = [];
  let isOver = false;

  async function write() {
    while (!isOver) {
      acknowledged.push(await sendMessage(site));
      await rest(REST_MS);
    }
  }

  const visitors = Promise.all(Array.from({ length: VISITORS }, write));
  visitors.catch(() => {}); // whoever calls end() hears of it
  return {
    async end() {
      isOver = true;
      await visitors;
      return acknowledged;
    },
  };
}

/** Sends a message until it has arrived. Gives its id. @throws Error if the server refuses it for good */
export async function sendMessage(site: string): Promise<string> {
  const id = randomUUID();
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(site, id);
    if (outcome.kind === 'done') return id;
    if (outcome.kind !== 'failed') throw new Error(`The message ${id} was refused: ${JSON.stringify(outcome)}`);
    await rest(Math.max(outcome.retryAfterMs, pauseAfter(attempts, Math.random())));
  }
}

async function attempt(site: string, id: string): Promise<Outcome> {
  try {
    const response = await fetch(`${site}/save-message`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${id}"` },
      body: JSON.stringify({
        name: 'Visitante',
        email: 'visitante@exemplo.br',
        text: `Uma mensagem com o número ${id}`,
      }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return judgeSaveAnswer(response, await response.text(), id);
  } catch {
    return { kind: 'failed', retryAfterMs: 0 };
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
