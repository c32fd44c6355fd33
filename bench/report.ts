import type { Results } from './bench.ts';
import type { Figures } from './parts.ts';
import { median, ratio } from './statistics.ts';

export const TITLES: Record<string, string> = {
  server: 'this server',
  'fastify-pg': 'Fastify + pg, prepared insert',
  'express-prisma': 'Express + prisma.create',
  'express-pg': 'bare Express + pg',
};

interface Bar {
  bar: string;
  figure: string;
  reached: boolean;
}

export function toMarkdown(results: Results): string {
  const { machine, extent } = results;
  const sections = [
    '# Figures of one run',
    '',
    'Made by `npm run bench`; [README.md](README.md) says how to read them. Not edited by hand.',
    '',
    `\`${results.command}\`, ${results.when}. ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, ` +
      `PostgreSQL ${machine.postgres} (${Object.entries(machine.settings)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}); ${Object.entries(machine.versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}. ` +
      `Medians of ${extent.rounds} rounds of ${extent.durationMs / 1000} s; ratios within a round, of which the median. ` +
      `Before the run ${percent(machine.busyBefore)} of the machine was busy with other things. Every 201 was found in the database.`,
    '',
  ];
  const bars = findBars(results);
  if (bars.length > 0) {
    sections.push(
      '## What was aimed at',
      '',
      ...table(
        ['Bar', 'Measured', 'Reached'],
        bars.map(({ bar, figure, reached }) => [bar, figure, reached ? 'yes' : 'no']),
      ),
    );
  }
  if (results.load) {
    for (const { connections, rounds, limit } of results.load.levels) {
      const server = of(rounds['server'], ({ perSecond }) => perSecond);
      sections.push(
        `## POST /save-message, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        '',
        ...table(
          [
            '',
            '201/s',
            'this server is',
            'of the limit',
            'p50 ms',
            'p99 ms',
            'p99.9 ms',
            'processor µs each',
            'memory MB',
          ],
          [
            ...Object.entries(rounds).map(([name, figures]) => {
              const perSecond = of(figures, (figure) => figure.perSecond);
              return [
                TITLES[name] ?? name,
                whole(median(perSecond)),
                name === 'server' ? '' : times(ratio(server, perSecond)),
                percent(ratio(perSecond, limit)),
                fixed(median(of(figures, ({ ms }) => ms.p50))),
                fixed(median(of(figures, ({ ms }) => ms.p99))),
                fixed(median(of(figures, ({ ms }) => ms.p999))),
                whole(median(of(figures, ({ cpuUs }) => cpuUs))),
                megabytes(median(of(figures, ({ rssBytes }) => rssBytes))),
              ];
            }),
            [
              `${machine.limit}, prepared insert`,
              whole(median(limit)),
              times(ratio(server, limit)),
              '',
              '',
              '',
              '',
              '',
              '',
            ],
          ],
        ),
      );
    }
    sections.push(
      '## The load generator',
      '',
      ...table(
        [
          'Connections',
          'its own ceiling, 201/s',
          'share of a core there',
          'share of a core under this server',
          'machine busy under this server',
        ],
        results.load.generator.map(({ connections, perSecond, busy }, index) => {
          const figures = results.load?.levels[index]?.rounds['server'];
          return [
            String(connections),
            whole(perSecond),
            percent(busy),
            percent(median(of(figures, (figure) => figure.busy))),
            percent(median(of(figures, (figure) => figure.machineBusy))),
          ];
        }),
      ),
    );
  }
  if (results.start) {
    sections.push(
      '## Start, rest, size',
      '',
      ...table(
        ['', 'process start to first 201, ms', 'memory at rest, MB', 'bytes shipped, MB'],
        Object.entries(results.start).map(([name, { ms, restBytes, shippedBytes }]) => [
          TITLES[name] ?? name,
          whole(median(ms)),
          megabytes(median(restBytes)),
          megabytes(shippedBytes),
        ]),
      ),
    );
  }
  if (results.growth) {
    const [empty] = results.growth;
    sections.push(
      '## Growth, 128 connections',
      '',
      ...table(
        [
          'Messages stored',
          '201/s',
          'of the empty table',
          'p99 ms',
          `${machine.limit}, inserts/s`,
          'of its empty table',
        ],
        results.growth.map(({ rows, figures, limit }) => [
          whole(rows),
          whole(median(rates(figures))),
          percent(ratio(rates(figures), rates(empty?.figures))),
          fixed(median(of(figures, ({ ms }) => ms.p99))),
          whole(median(limit)),
          percent(ratio(limit, empty?.limit ?? [])),
        ]),
      ),
    );
  }
  return sections.join('\n');
}

function findBars({ load, start, growth }: Results): Bar[] {
  const bars: Bar[] = [];
  const at = (connections: number) => load?.levels.find((level) => level.connections === connections)?.rounds;
  const [one, some, many] = [at(1), at(16), at(128)];
  if (one && some && many) {
    const toFastify = ratio(rates(many['server']), rates(many['fastify-pg']));
    const p99 = ratio(
      of(many['server'], ({ ms }) => ms.p99),
      of(many['fastify-pg'], ({ ms }) => ms.p99),
    );
    const toPrisma = ratio(rates(many['server']), rates(many['express-prisma']));
    const someToFastify = ratio(rates(some['server']), rates(some['fastify-pg']));
    const p50 = ratio(
      of(one['server'], ({ ms }) => ms.p50),
      of(one['express-prisma'], ({ ms }) => ms.p50),
    );
    bars.push(
      { bar: '128 connections: at least 1.6 × Fastify + pg', figure: times(toFastify), reached: toFastify >= 1.6 },
      { bar: '128 connections: p99 no higher than Fastify + pg', figure: times(p99), reached: p99 <= 1 },
      { bar: '128 connections: at least 5 × Express + prisma.create', figure: times(toPrisma), reached: toPrisma >= 5 },
      { bar: '16 connections: at least Fastify + pg', figure: times(someToFastify), reached: someToFastify >= 1 },
      { bar: '1 connection: p50 at most 1.15 × Express + prisma.create', figure: times(p50), reached: p50 <= 1.15 },
    );
  }
  if (growth) {
    const [empty, full] = [growth[0], growth.at(-1)];
    const kept = ratio(rates(full?.figures), rates(empty?.figures));
    bars.push({
      bar: `${whole(full?.rows ?? 0)} stored: at least 90 % of the empty table`,
      figure: percent(kept),
      reached: kept >= 0.9,
    });
  }
  const [server, bare] = [start?.['server'], start?.['express-pg']];
  if (server && bare) {
    const rest = median(server.restBytes);
    const slower = ratio(server.ms, bare.ms);
    bars.push(
      { bar: 'memory at rest: at most 90 MB', figure: `${megabytes(rest)} MB`, reached: rest <= 90e6 },
      { bar: 'start to first 201: at most 1.4 × bare Express + pg', figure: times(slower), reached: slower <= 1.4 },
    );
  }
  return bars;
}

function of(figures: Figures[] | undefined, pick: (figure: Figures) => number): number[] {
  return (figures ?? []).map(pick);
}

export function rates(figures: Figures[] | undefined): number[] {
  return of(figures, ({ perSecond }) => perSecond);
}

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line), ''];
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const fixed = (value: number) => value.toFixed(2);
const times = (value: number) => `${value.toFixed(2)} ×`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
