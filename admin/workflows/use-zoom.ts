import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Point } from './layout/types';

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
  }, [width]);
  useEffect(() => {
    const box = frame.current;
    if (!opening.current || !box || !focus) return;
    box.scrollLeft = focus.x * scale - box.clientWidth / 2;
    box.scrollTop = focus.y * scale - box.clientHeight / 2;
    // The point is that of the drawing; the place that the reader scrolled to stays.
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
