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

interface RequestStatusProps {
  status: string;
  /** It waits for its patient, not for the team. */
  sentBack: boolean;
}

/** A request's status in the words of the product; a word it does not know reads 'Unknown'. */
export function RequestStatus({ status, sentBack }: RequestStatusProps) {
  const t = useText();
  if (sentBack) return <StatusTag tone="warn">{t('leads.timeline.sent_back')}</StatusTag>;
  const [tone, icon] = looks[status as LeadStatus] ?? ['neutral', undefined];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(statusKey(status))}
    </StatusTag>
  );
}
