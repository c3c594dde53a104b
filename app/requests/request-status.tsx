import { Ban, CircleCheck, Clock, Mails, SearchCheck, type LucideIcon } from 'lucide-react';
import { statusKey, type LeadStatus } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';
import { StatusTag } from '../components/status-tag';

type Look = [tone: 'info' | 'accent' | 'ok' | 'neutral', icon: LucideIcon];

const looks: Record<LeadStatus, Look> = {
  pending: ['neutral', Clock],
  reviewed: ['info', SearchCheck],
  offers_received: ['accent', Mails],
  completed: ['ok', CircleCheck],
  cancelled: ['neutral', Ban],
};

/** A request's status in the words of the product; a word it does not know reads 'Unknown'. */
export function RequestStatus({ status }: { status: string }) {
  const t = useText();
  const [tone, icon] = looks[status as LeadStatus] ?? ['neutral', undefined];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(statusKey(status))}
    </StatusTag>
  );
}
