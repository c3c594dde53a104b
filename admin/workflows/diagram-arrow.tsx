import { lineHeight } from './layout/measure';
import { pathOf } from './layout/path';
import type { Area, DrawnArrow } from './layout/types';

/** One arrow with the words of its transitions; dashed and without words where a state begins. */
export function DiagramArrow({ arrow: { points, lines, label, initial } }: { arrow: DrawnArrow }) {
  return (
    <g>
      <path
        d={pathOf(points)}
        className="fill-none stroke-ink-soft"
        strokeDasharray={initial ? '3 4' : undefined}
        markerEnd="url(#arrow-head)"
      />
      {label ? <Words lines={lines} area={label} /> : null}
    </g>
  );
}

function Words({ lines, area }: { lines: readonly string[]; area: Area }) {
  const top = area.y - ((lines.length - 1) * lineHeight) / 2;
  return (
    <>
      <rect
        x={area.x - area.width / 2}
        y={area.y - area.height / 2}
        width={area.width}
        height={area.height}
        rx="4"
        className="fill-paper"
      />
      {lines.map((words, at) => (
        <text
          key={words}
          x={area.x}
          y={top + at * lineHeight}
          textAnchor="middle"
          dominantBaseline="central"
          className="fill-ink text-[12px]"
        >
          {words}
        </text>
      ))}
    </>
  );
}
