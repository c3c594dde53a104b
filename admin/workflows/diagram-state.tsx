import { lineHeight, nameHeight } from './layout/measure';
import type { Area, DrawnState } from './layout/types';

interface DiagramStateProps {
  readonly state: DrawnState;
  /** Boxes lie below the arrows, names above them. */
  readonly part: 'box' | 'name';
}

const corner = ({ x, y, width, height }: Area) => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** One state. The current one has a thick edge, a tint and a dot before its name; a final one a double edge. Events that it takes without leaving stand in it. */
export function DiagramState({ state, part }: DiagramStateProps) {
  const { area, tag, current } = state;
  const edge = current ? 'stroke-brand' : 'stroke-line-strong';
  if (part === 'box')
    return tag ? (
      <rect
        {...corner(area)}
        rx="12"
        className={`fill-surface ${edge}`}
        strokeWidth={current ? 2.5 : 1}
        strokeDasharray="6 4"
      />
    ) : null;
  return <Name state={state} edge={edge} />;
}

function Name({ state, edge }: { state: DrawnState; edge: string }) {
  const { area, tag, current, final, name, stays } = state;
  const place = tag ?? area;
  const { x, y, width, height } = corner(place);
  const isTag = tag !== null;
  const middle = y + nameHeight / 2;
  return (
    <g>
      <rect
        {...corner(place)}
        rx="8"
        className={`${current ? 'fill-brand-soft' : 'fill-surface'} ${isTag ? 'stroke-line' : edge}`}
        strokeWidth={current && !isTag ? 2.5 : 1}
      />
      {final ? (
        <rect
          x={x + 3}
          y={y + 3}
          width={width - 6}
          height={height - 6}
          rx="5"
          className={`fill-none ${edge}`}
        />
      ) : null}
      {current ? <circle cx={x + 15} cy={middle} r="5" className="fill-brand" /> : null}
      <text
        x={place.x + (current ? 7 : 0)}
        y={middle}
        textAnchor="middle"
        dominantBaseline="central"
        className={`fill-ink text-[13px] ${current || isTag ? 'font-semibold' : ''}`}
      >
        {name}
      </text>
      {stays.map((words, at) => (
        <text
          key={words}
          x={place.x}
          y={y + nameHeight + (at + 0.5) * lineHeight}
          textAnchor="middle"
          dominantBaseline="central"
          className="fill-ink-soft text-[12px]"
        >
          {`\u21bb ${words}`}
        </text>
      ))}
    </g>
  );
}
