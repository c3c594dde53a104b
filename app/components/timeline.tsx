import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { cx } from './cx';
import { When } from './date-time';
import { VisuallyHidden } from './visually-hidden';

export interface TimelineItem {
  title: string;
  /** When it happened. */
  at?: Date | string;
  /** Until when it is promised. */
  due?: Date | string;
  /** Until when somebody may act. */
  openUntil?: Date | string;
  state: 'done' | 'current' | 'upcoming';
  text?: ReactNode;
}

const dots = {
  // Printers leave out what is behind a sign, and with it the sign.
  done: 'border-brand bg-brand text-white [print-color-adjust:exact]',
  current: 'border-brand bg-surface ring-4 ring-brand-soft',
  upcoming: 'border-line-strong bg-surface',
};

/** What happened and what comes, with the dates of both. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map((item, index) => (
        <Entry key={`${item.title}-${index}`} item={item} last={index === items.length - 1} />
      ))}
    </ol>
  );
}

function Entry({ item, last }: { item: TimelineItem; last: boolean }) {
  const t = useText();
  return (
    <li
      aria-current={item.state === 'current' ? 'step' : undefined}
      className="relative flex gap-4 pb-6 last:pb-0"
    >
      {last ? null : (
        <span
          aria-hidden="true"
          className={cx(
            'absolute top-7 bottom-0 start-[0.6875rem] w-0.5',
            item.state === 'done' ? 'bg-brand' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2',
          dots[item.state],
        )}
      >
        {item.state === 'done' ? <Check className="size-4" /> : null}
      </span>
      <div className="min-w-0">
        <p className={cx(item.state === 'upcoming' ? 'text-ink-soft' : 'font-semibold')}>
          {item.title} <VisuallyHidden>{t(`common.timeline.${item.state}`)}</VisuallyHidden>
        </p>
        {item.at ? (
          <p className="text-sm text-ink-soft">
            <When date={item.at} format="datetime" />
          </p>
        ) : null}
        {item.due ? (
          <p className="text-sm text-ink-soft">
            {t('common.timeline.due')} <When date={item.due} format="relative" />
          </p>
        ) : null}
        {item.openUntil ? (
          <p className="text-sm text-ink-soft">
            {t('common.timeline.open_until')} <When date={item.openUntil} format="day" />
          </p>
        ) : null}
        {item.text ? <div className="mt-1">{item.text}</div> : null}
      </div>
    </li>
  );
}
