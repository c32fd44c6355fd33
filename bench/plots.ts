import type { Results } from './bench.ts';
import { rates, TITLES } from './report.ts';
import { median } from './statistics.ts';

interface BarChart {
  label: string;
  groups: { label: string; bars: { label: string; value: number }[] }[];
}

const COLOURS = ['#0f766e', '#b45309', '#6d28d9', '#475569'];
const WIDTH = 760;
const LEFT = 20;
const BAR = 22;
const LABELS = 230;

/** The plots of a run, SVG by file name: bars with their figures, readable without an axis, and in black and white. */
export function drawPlots({ load, growth, machine }: Results): Record<string, string> {
  const plots: Record<string, string> = {};
  if (load) {
    plots['throughput.svg'] = draw({
      label: 'Messages stored a second (201), more is better',
      groups: load.levels.map(({ connections, rounds, limit }) => ({
        label: countOf(connections),
        bars: [
          ...Object.entries(rounds).map(([name, figures]) => ({
            label: TITLES[name] ?? name,
            value: median(rates(figures)),
          })),
          {
            label: machine.limit.startsWith('pgbench') ? 'limit: pgbench' : 'limit: pg in a loop',
            value: median(limit),
          },
        ],
      })),
    });
    for (const [name, title] of [
      ['p50', 'Median'],
      ['p99', '99th percentile'],
    ] as const) {
      plots[`${name}.svg`] = draw({
        label: `${title} of the time to an answer in milliseconds, less is better`,
        groups: load.levels.map(({ connections, rounds }) => ({
          label: countOf(connections),
          bars: Object.entries(rounds).map(([program, figures]) => ({
            label: TITLES[program] ?? program,
            value: median(figures.map(({ ms }) => ms[name])),
          })),
        })),
      });
    }
  }
  if (growth) {
    plots['growth.svg'] = draw({
      label: 'Messages stored a second at 128 connections, by how many are stored already',
      groups: growth.map(({ rows, figures, limit }) => ({
        label: `${rows.toLocaleString('en')} stored`,
        bars: [
          { label: TITLES['server'] ?? '', value: median(rates(figures)) },
          { label: 'limit', value: median(limit) },
        ],
      })),
    });
  }
  return plots;
}

function countOf(connections: number): string {
  return `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
}

function draw({ label, groups }: BarChart): string {
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (WIDTH - LABELS - 110) / most;
  const parts = [];
  let y = 34;
  for (const group of groups) {
    y += 22;
    parts.push(`<text x="${LEFT}" y="${y}" font-weight="600">${group.label}</text>`);
    y += 8;
    for (const [index, { label: name, value }] of group.bars.entries()) {
      const width = Math.max(1, value * scale);
      const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
      parts.push(
        `<text x="${LABELS - 8}" y="${y + 15}" text-anchor="end">${name}</text>`,
        `<rect x="${LABELS}" y="${y + 2}" width="${width.toFixed(1)}" height="${BAR - 5}" fill="${COLOURS[index % COLOURS.length]}"/>`,
        `<text x="${(LABELS + width + 6).toFixed(1)}" y="${y + 15}">${shown}</text>`,
      );
      y += BAR;
    }
  }
  const height = y + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${label}" font-family="system-ui, sans-serif" font-size="13">
<title>${label}</title>
<rect width="100%" height="100%" fill="#fff"/>
<g fill="#0f172a">
<text x="${LEFT}" y="24" font-size="15" font-weight="600">${label}</text>
${parts.join('\n')}
</g>
</svg>
`;
}
