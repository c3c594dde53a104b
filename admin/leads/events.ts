import type { EventTable } from '../components/event-table';

/** What can be decided about a request, and asked of it. */
export const leadEvents: EventTable = {
  approve: { tone: 'primary', confirm: true },
  reject: { tone: 'danger', asks: 'reason' },
};
