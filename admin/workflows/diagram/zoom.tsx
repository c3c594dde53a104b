import Button from '@mui/material/Button';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../text';
import type { Point } from './layout';

const least = 0.4;
const most = 2;
const step = 1.2;
/** Words of 12 units can be read from here on. */
const readable = 0.75;

const within = (scale: number): number => Math.min(most, Math.max(least, scale));

/**
 * How large a drawing is shown: at first as wide as its frame, but never so small that it cannot be read; then
 * the point `focus`, in units of the drawing, stands in the middle.
 */
export function useZoom(width: number, focus: Point | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const fitting = () => {
    const room = frame.current?.clientWidth ?? width;
    return within(Math.min(1, (room - 2) / Math.max(width, 1)));
  };
  const opening = useRef(true);
  const fit = () => {
    opening.current = false;
    setScale(fitting());
  };
  // Once per drawing: later the reader decides.
  useEffect(() => {
    opening.current = true;
    setScale(Math.max(readable, fitting()));
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [width]);
  useEffect(() => {
    const box = frame.current;
    if (!opening.current || !box || !focus) return;
    box.scrollLeft = focus.x * scale - box.clientWidth / 2;
    box.scrollTop = focus.y * scale - box.clientHeight / 2;
    // The point is that of the drawing; the place that the reader scrolled to stays.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [scale, width]);
  const zoomBy = (direction: 1 | -1) => {
    opening.current = false;
    setScale((now) => within(now * step ** direction));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };
  return { frame, scale, zoomBy, fit, onKeyDown };
}

interface ZoomToolsProps {
  readonly scale: number;
  readonly zoomBy: (direction: 1 | -1) => void;
  readonly fit: () => void;
}

/** Larger, smaller, as wide as the frame; the keys `+`, `-` and `0` do the same inside the frame. */
export function ZoomTools({ scale, zoomBy, fit }: ZoomToolsProps) {
  const t = useText();
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button startIcon={<ZoomOut size={16} aria-hidden />} onClick={() => zoomBy(-1)}>
        {t('console.viewer.smaller')}
      </Button>
      <span aria-live="polite">
        {t('console.viewer.zoom', { percent: Math.round(scale * 100) })}
      </span>
      <Button startIcon={<ZoomIn size={16} aria-hidden />} onClick={() => zoomBy(1)}>
        {t('console.viewer.larger')}
      </Button>
      <Button startIcon={<Maximize size={16} aria-hidden />} onClick={fit}>
        {t('console.workflows.fit')}
      </Button>
    </div>
  );
}
