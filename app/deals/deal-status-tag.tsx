import { Ban, CalendarCheck, CircleCheck, Handshake, Star, type LucideIcon } from 'lucide-react';
import type { DealStatus } from '#contracts/deals';
import { useText } from '#app/i18n/use-text';
import { StatusTag } from '../components/status-tag';

const looks: Record<DealStatus, [tone: 'accent' | 'info' | 'ok' | 'neutral', icon: LucideIcon]> = {
  accepted: ['accent', Handshake],
  scheduled: ['info', CalendarCheck],
  treated: ['ok', CircleCheck],
  reviewed: ['ok', Star],
  cancelled: ['neutral', Ban],
};

/** Where a deal stands, in the words of the product, or in those of the key `words`. */
export function DealStatusTag({ status, words }: { status: DealStatus; words?: string }) {
  const t = useText();
  const [tone, icon] = looks[status];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(words ?? `deals.status.${status}`)}
    </StatusTag>
  );
}
