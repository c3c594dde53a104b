import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

const least = 0.4;
const most = 2;
const step = 1.2;

const within = (scale: number): number => Math.min(most, Math.max(least, scale));

/** How large a drawing is shown; at first as wide as its frame, and never so small that it cannot be read. */
export function useZoom(width: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const fit = () => {
    const room = frame.current?.clientWidth ?? width;
    setScale(within(Math.min(1, (room - 2) / Math.max(width, 1))));
  };
  // Once per drawing: later the reader decides.
  useEffect(fit, [width]);
  const zoomBy = (direction: 1 | -1) => setScale((now) => within(now * step ** direction));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };
  return { frame, scale, zoomBy, fit, onKeyDown };
}
