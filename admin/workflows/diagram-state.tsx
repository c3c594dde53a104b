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

/** One state. The current one has a thick edge, a tint and a dot before its name; a final one a double edge. */
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
  const { area, tag, current, final, name } = state;
  const place = tag ?? area;
  const { x, y, width, height } = corner(place);
  const isPlain = tag !== null;
  return (
    <g>
      <rect
        {...corner(place)}
        rx="8"
        className={`${current ? 'fill-brand-soft' : 'fill-surface'} ${isPlain ? 'stroke-line' : edge}`}
        strokeWidth={current && !isPlain ? 2.5 : 1}
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
      {current ? (
        <circle cx={x + 15} cy={place.y} r="5" className="fill-brand" data-current={state.id} />
      ) : null}
      <text
        x={place.x + (current ? 7 : 0)}
        y={place.y}
        textAnchor="middle"
        dominantBaseline="central"
        className={`fill-ink text-[13px] ${current || isPlain ? 'font-semibold' : ''}`}
      >
        {name}
      </text>
    </g>
  );
}
