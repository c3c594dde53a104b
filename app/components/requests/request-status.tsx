import { statusKey, type LeadStatus } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';
import { StatusTag } from '../status-tag';

const tones: Record<LeadStatus, 'warn' | 'info' | 'accent' | 'ok' | 'neutral'> = {
  pending: 'warn',
  reviewed: 'info',
  offers_received: 'accent',
  completed: 'ok',
  cancelled: 'neutral',
};

/** A request's status in the words of the product; a word it does not know reads 'Unknown'. */
export function RequestStatus({ status }: { status: string }) {
  const t = useText();
  return (
    <StatusTag tone={tones[status as LeadStatus] ?? 'neutral'}>{t(statusKey(status))}</StatusTag>
  );
}
