import type { EventTable } from '../components/event-table';

/** What can be decided about a clinic. */
export const clinicEvents: EventTable = {
  approve: { tone: 'primary', confirm: true, versioned: true },
  reinstate: { tone: 'primary', confirm: true },
  reject: { tone: 'danger', asks: 'reason', versioned: true },
  suspend: { tone: 'danger', asks: 'reason' },
};

/** What can be decided about one document. */
export const documentEvents: EventTable = {
  accept: { tone: 'primary', versioned: true },
  'ask-again': { asks: 'note', versioned: true },
  reject: { tone: 'danger', asks: 'note', versioned: true },
};
