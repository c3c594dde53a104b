import type { ReactNode } from 'react';
import { cx } from '../cx';

export interface DrawingProps {
  /** Side in pixels at the normal text size; grows with it. */
  className?: string;
}

/**
 * The frame of every drawing: 96 × 96, two tones, lines of 2.25. `Line` draws in the brand's colour on its tint,
 * `Spot` marks what the drawing is about in the accent. Drawings are decoration: words beside them say it.
 */
export function Drawing({ className, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 96"
      aria-hidden="true"
      focusable="false"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('size-20 max-w-full shrink-0', className)}
    >
      {children}
    </svg>
  );
}

/** A shape of the brand's tint with a line around it. */
export function Shape({ d }: { d: string }) {
  return <path d={d} className="fill-brand-soft stroke-brand" />;
}

/** A line without a fill. */
export function Line({ d }: { d: string }) {
  return <path d={d} className="stroke-brand" />;
}

/** What the drawing is about. */
export function Spot({ d, open }: { d: string; open?: boolean }) {
  return <path d={d} className={cx('stroke-accent', open ? 'fill-none' : 'fill-accent-soft')} />;
}

/** A limb: a thick line of the tint with an edge, from two strokes. */
export function Limbs({ d, width }: { d: string; width: number }) {
  return (
    <>
      <path d={d} strokeWidth={width + 4.5} className="stroke-brand" />
      <path d={d} strokeWidth={width} className="stroke-brand-soft" />
    </>
  );
}
