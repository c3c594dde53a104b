import { useEffect, useState } from 'react';

/** How long one step stands. */
export const stepMs = 3000;

const still = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Turns from 0 to `count - 1` and round again, every {@link stepMs}. `current` is null until it turns: on the server,
 * without JavaScript and with reduced motion everything shows at once.
 */
export function useRotation(count: number) {
  const [current, setCurrent] = useState<number | null>(null);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!still()) setCurrent(0);
  }, []);
  useEffect(() => {
    if (current === null || paused) return;
    const timer = setTimeout(() => setCurrent((current + 1) % count), stepMs);
    return () => clearTimeout(timer);
  }, [current, paused, count]);
  return { current, paused, toggle: () => setPaused((was) => !was) };
}
