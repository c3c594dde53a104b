import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneBoxes, toneIcons, toneTexts, type Tone } from './tone';

interface BannerProps {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** Something to know about this page; bad news interrupts a screen reader, the rest waits its turn. */
export function Banner({ tone, title, children, className }: BannerProps) {
  const Icon = toneIcons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-md border p-4', toneBoxes[tone], className)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', toneTexts[tone])} />
      <div className="min-w-0">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
