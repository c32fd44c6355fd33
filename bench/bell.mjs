import { once } from 'node:events';
import { findFreePort } from '../scripts/free-port.mjs';
import { main } from '../scripts/main.mjs';
import { install } from '../scripts/prepare.mjs';
import { stop } from '../scripts/stopping.mjs';

/**
 * `node bench/bell.mjs`: what the answers to visitors cost while the bell sends e-mails, beside a server without one, in turn. Each on a database of
 * its own, for about two minutes. Bar: p99 within 10 %. Prints; nothing fails.
 */
const ROUNDS = 5;
const CONNECTIONS = [1, 16, 128];
const WARMUP_MS = 1_000;
const DURATION_MS = 3_000;

await main(
  async () => {
    await install();
    await compare();
    await stop(0);
  },
  { envFile: false },
);

async function compare() {
  const { SMTPServer } = await import('smtp-server');
  const { startBenchDatabase } = await import('./database.mjs');
  const { measureLoad } = await import('./load-runner.mjs');
  const { buildPrograms, firstMessage, serverSettings, startProgram } = await import('./programs.mjs');
  const { median } = await import('./statistics.mjs');
  let mails = 0;
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, answer) {
      stream.resume().once('end', () => {
        mails += 1;
        answer();
      });
    },
  });
  const mailPort = await findFreePort();
  mailServer.listen(mailPort, '127.0.0.1');
  await once(mailServer.server, 'listening');
  await buildPrograms([]);
  const database = await startBenchDatabase();
  const bell = { NOTIFY_SMTP_URL: `smtp://127.0.0.1:${mailPort}`, NOTIFY_EMAIL: 'dona@example.com' };

  for (const connections of CONNECTIONS) {
    /** @type {{ without: import('./load-runner.mjs').Measured[], with: import('./load-runner.mjs').Measured[] }} */
    const rounds = { without: [], with: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, settings] of /** @type {const} */ ([
        ['without', {}],
        ['with', bell],
      ])) {
        const port = await findFreePort();
        const url = await database.create(`bell_${connections}_${round}_${kind}`);
        const program = startProgram('server', port, { ...serverSettings(url), ...settings });
        await firstMessage(port, '5f0c7a0e-0000-4000-8000-000000000000');
        rounds[kind].push(
          await measureLoad([program], { port, connections, warmupMs: WARMUP_MS, durationMs: DURATION_MS }),
        );
        await program.stop();
      }
    }
    const line = (/** @type {'without' | 'with'} */ kind) => {
      const of = (/** @type {(measured: import('./load-runner.mjs').Measured) => number} */ figure) =>
        median(rounds[kind].map(figure));
      return `${kind} a bell: ${Math.round(of(({ perSecond }) => perSecond))} 201/s, p50 ${of(({ ms }) => ms.p50).toFixed(2)} ms, p99 ${of(({ ms }) => ms.p99).toFixed(2)} ms`;
    };
    const ratios = rounds.with.map(({ ms }, round) => ms.p99 / (rounds.without[round]?.ms.p99 ?? Number.NaN));
    process.stdout.write(
      `${connections} connections\n  ${line('without')}\n  ${line('with')}\n  p99 with / without, median of ${ROUNDS} rounds: ${median(ratios).toFixed(2)}\n`,
    );
  }
  process.stdout.write(`${mails} e-mails were sent meanwhile\n`);
  mailServer.close();
}
