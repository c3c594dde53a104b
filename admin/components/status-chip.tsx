import { CircleAlert, CircleCheck, CircleDashed, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'plain';

const looks = {
  ok: { icon: CircleCheck, className: 'bg-ok-soft text-ok' },
  warn: { icon: CircleAlert, className: 'bg-warn-soft text-warn' },
  danger: { icon: CircleX, className: 'bg-danger-soft text-danger' },
  info: { icon: Info, className: 'bg-info-soft text-info' },
  plain: { icon: CircleDashed, className: 'bg-paper text-ink-soft ring-1 ring-line ring-inset' },
} as const;

/** A state in two words, with a sign of its own: never colour alone. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { icon: Icon, className } = looks[tone];
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 rounded-full px-2.5 py-0.5 font-semibold whitespace-nowrap forced-colors:border ${className}`}
    >
      <Icon size={14} aria-hidden className="self-center" />
      {children}
    </span>
  );
}
