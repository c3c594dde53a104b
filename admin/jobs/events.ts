import type { EventTable } from '../components/event-table';

/** What can be done about a job that failed for good. */
export const jobEvents: EventTable = { retry: {}, dismiss: { confirm: true } };
