import { goal, type Measured } from './measure';
import { few, many } from './seeded';

const width = 76;
const cell = (text: string) => text.padStart(9);

export const headline = [
  'least ms on the processor and pages read, at few and at many requests'.padEnd(width),
  ...[`${few}`, `${many}`, 'ratio', 'pages', 'pages'].map(cell),
].join('');

export const lineOf = ({ name, ms, ratio, pages }: Measured): string =>
  [
    name.slice(0, width - 1).padEnd(width),
    ...[ms[0].toFixed(2), ms[1].toFixed(2), ratio.toFixed(2), `${pages[0]}`, `${pages[1]}`].map(
      cell,
    ),
  ].join('');

/** How many cases, how their ratios are spread, and which of them are above the goal. */
export function summary(measured: readonly Measured[], asked: number): string[] {
  const ratios = measured.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const quantile = (part: number) =>
    (ratios[Math.min(ratios.length - 1, Math.floor(part * ratios.length))] ?? NaN).toFixed(2);
  const above = measured.filter(({ ratio }) => ratio > goal);
  return [
    `${measured.length} of ${asked} cases, the middle ${quantile(0.5)}, nine in ten at most ${quantile(0.9)}, the highest ${quantile(1)}`,
    `${above.length} above ${goal}`,
    ...above.toSorted((a, b) => b.ratio - a.ratio).map(lineOf),
  ];
}
