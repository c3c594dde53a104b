import { useMemo } from 'react';
import type { MachineDiagram } from '#platform/lists/console-records';
import { useText } from '../../text';
import {
  drawingOf,
  lineHeight,
  nameHeight,
  type Area,
  type Drawing,
  type DrawnArrow,
  type DrawnState,
  type Point,
} from './layout';
import { useZoom, ZoomTools } from './zoom';

/** The current state that no other current one stands in. */
const innermost = ({ states }: Drawing): DrawnState | undefined =>
  states.filter(({ current }) => current).sort((a, b) => b.depth - a.depth)[0];

/** The machine drawn: states as boxes, every transition as an arrow with its words, the current state marked. */
export default function Diagram({ diagram }: { diagram: MachineDiagram }) {
  const t = useText();
  const drawing = useMemo(() => drawingOf(diagram), [diagram]);
  const { frame, scale, zoomBy, fit, onKeyDown } = useZoom(drawing.width, innermost(drawing)?.area);
  const { width, height, states, arrows } = drawing;
  return (
    <>
      <ZoomTools scale={scale} zoomBy={zoomBy} fit={fit} />
      {/* Scrolled by keys as well as by hand. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="region"
        aria-label={t('console.workflows.diagram')}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="max-h-[70dvh] overflow-auto rounded-md border border-line bg-paper"
      >
        <svg
          role="img"
          aria-label={t('console.workflows.diagram_text')}
          viewBox={`0 0 ${width} ${height}`}
          width={width * scale}
          height={height * scale}
          className="drawing mx-auto block"
        >
          <defs>
            <marker
              id="arrow-head"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0,0 L8,4 L0,8 Z" className="fill-ink-soft" />
            </marker>
          </defs>
          {states.map((state) => (
            <DiagramState key={state.id} state={state} part="box" />
          ))}
          {arrows.map((arrow) => (
            <DiagramArrow key={arrow.key} arrow={arrow} />
          ))}
          {states.map((state) => (
            <DiagramState key={state.id} state={state} part="name" />
          ))}
        </svg>
      </div>
    </>
  );
}

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
function DiagramState({ state, part }: DiagramStateProps) {
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

/** One arrow with the words of its transitions; dashed and without words where a state begins. */
function DiagramArrow({ arrow: { points, lines, label, initial } }: { arrow: DrawnArrow }) {
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

const written = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A soft line through the middles between points, from the first to the last. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first || rest.length === 0) return '';
  const last = rest.at(-1)!;
  const curves = rest
    .slice(0, -1)
    .map((point, at) => `Q${written(point)} ${written(between(point, rest[at + 1]!))}`);
  return [`M${written(first)}`, ...curves, `L${written(last)}`].join(' ');
}
