import { Clock, ReceiptText, Star, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { unitOf } from './time-unit';

interface Shown {
  rating: { average: number; count: number } | null;
  priceKept: { kept: number; of: number } | null;
  answerTime: { medianMinutes: number; sample: number } | null;
}

/** What a clinic has shown, each with its sample; a sentence where there is too little of all of it. */
export function ShownFigures({ rating, priceKept, answerTime }: Shown) {
  const t = useText();
  const formats = useFormats();
  if (!rating && !priceKept && !answerTime)
    return <p className="text-ink-soft">{t('clinics.shown_none')}</p>;
  return (
    <ul className="space-y-2">
      {rating ? (
        <Line icon={Star}>
          {t('clinics.rating', { average: formats.decimal(rating.average), count: rating.count })}
        </Line>
      ) : null}
      {priceKept ? <Line icon={ReceiptText}>{t('clinics.price_kept', priceKept)}</Line> : null}
      {answerTime ? (
        <Line icon={Clock}>
          {t('clinics.answer_time', {
            ...unitOf(answerTime.medianMinutes),
            sample: answerTime.sample,
          })}
        </Line>
      ) : null}
    </ul>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
      <span>{children}</span>
    </li>
  );
}
