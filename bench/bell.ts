import { SMTPServer } from 'smtp-server';
import { findFreePort, LOOPBACK, listenOnLoopback } from '../scripts/loopback.ts';
import { startBenchDatabase } from './database.ts';
import { type Measured, measureLoad } from './load-runner.ts';
import { buildPrograms, firstMessage, serverSettings, startProgram } from './programs.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const CONNECTIONS = [1, 16, 128];
const WARMUP_MS = 1_000;
const DURATION_MS = 3_000;

/**
 * `npm run bench:bell`: what the answers to visitors cost while the bell sends e-mails, in turn with a server without
 * one. Each on its own database, about two minutes. Bar: p99 within 10 %. Prints; nothing fails.
 */
export async function benchBell(): Promise<void> {
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
  const mailPort = await listenOnLoopback(mailServer.server);
  await buildPrograms([]);
  const database = await startBenchDatabase();
  const bell = { NOTIFY_SMTP_URL: `smtp://${LOOPBACK}:${mailPort}`, NOTIFY_EMAIL: 'dona@example.com' };

  for (const connections of CONNECTIONS) {
    const rounds: Record<'without' | 'with', Measured[]> = { without: [], with: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, settings] of [
        ['without', {}],
        ['with', bell],
      ] as const) {
        const port = await findFreePort();
        const url = await database.create(`bell_${connections}_${round}_${kind}`);
        const program = startProgram('server', port, { ...serverSettings(url), ...settings });
        await firstMessage(port, '5f0c7a0e-0000-4000-8000-000000000000');
        rounds[kind].push(
          await measureLoad(program, { port, connections, warmupMs: WARMUP_MS, durationMs: DURATION_MS }),
        );
        await program.stop();
      }
    }
    const line = (kind: 'without' | 'with') => {
      const of = (figure: (measured: Measured) => number) => median(rounds[kind].map(figure));
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
