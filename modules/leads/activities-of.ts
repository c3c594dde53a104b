import type { Change } from '#platform/flow';
import type { leadMachine } from './lead.machine';
import { placeOf } from './place-of';
import type { ActivityKind, LeadStatus } from './status';

const byEvent: Record<string, ActivityKind> = {
  'flow.started': 'submitted',
  'leads.widening-window-elapsed': 'widened',
  'leads.notice-window-elapsed': 'no-offers-yet',
  'leads.reminder-window-elapsed': 'reminder-due',
  'leads.keep-waiting': 'kept-waiting',
  'leads.reject': 'rejected',
  'leads.cancel': 'cancelled',
  'leads.expiry-window-elapsed': 'expired',
  'leads.offer-accepted': 'completed',
};

/** What an event means to the owner of a request that stood at `before`; nothing when it only counts offers. */
export function activitiesOf(
  { event, value }: Pick<Change<typeof leadMachine>, 'event' | 'value'>,
  before: LeadStatus,
): ActivityKind[] {
  const named = byEvent[event.type];
  if (named) return [named];
  const { status } = placeOf(value);
  if (status === before) return [];
  if (status === 'offers_received') return ['offers-received'];
  return [before === 'pending' ? 'published' : 'offers-gone'];
}
