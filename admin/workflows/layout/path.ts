import type { Point } from './types';

const written = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A soft line through the middles between points, from the first to the last. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first || rest.length === 0) return '';
  const last = rest.at(-1)!;
  const curves = rest
    .slice(0, -1)
    .map((point, at) => `Q${written(point)} ${written(between(point, rest[at + 1]!))}`);
  return [`M${written(first)}`, ...curves, `L${written(last)}`].join(' ');
}
