import { CircleDot, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneIcons, type Tone } from './tone';

const looks: Record<Tone | 'neutral' | 'accent', string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  neutral: 'bg-line text-ink',
  accent: 'bg-accent-soft text-accent',
};

interface StatusTagProps {
  tone: keyof typeof looks;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state in one or two words, with an icon. */
export function StatusTag({ tone, icon, children }: StatusTagProps) {
  const Icon = icon ?? (tone === 'neutral' || tone === 'accent' ? CircleDot : toneIcons[tone]);
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold',
        looks[tone],
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </span>
  );
}
