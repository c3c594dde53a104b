import { useMemo } from 'react';
import type { MachineDiagram } from '#platform/staff-records';
import { useText } from '../text';
import { DiagramArrow } from './diagram-arrow';
import { DiagramState } from './diagram-state';
import { drawingOf } from './layout/layout';
import type { DrawnState, Drawing } from './layout/types';
import { useZoom } from './use-zoom';
import { ZoomTools } from './zoom-tools';

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
