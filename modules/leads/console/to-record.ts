import { factsAmong } from '#contracts/consultation';
import type { LeadRow } from '../repo.server';
import type { LeadRecord } from '../console-records';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Names of the machine's events as the console sends them. */
const names: Readonly<Record<string, string>> = {
  'leads.approve': 'approve',
  'leads.reject': 'reject',
  'leads.send-back': 'send-back',
};

/** What may be sent now; reading the notes of a request that is not being screened always asks for a reason. */
const eventsOf = ({ status }: LeadRow, allowed: readonly string[]): string[] => [
  ...allowed.flatMap((type) => names[type] ?? []),
  ...(status === 'pending' ? [] : ['read-notes']),
];

function queueOf({ status, screeningEndsAt, sentBackAt }: LeadRow): LeadRecord['queue'] {
  if (status !== 'pending' || sentBackAt) return null;
  return screeningEndsAt ? 'screening' : 'held';
}

/** The row of a list; `allowed` are the events that the flow would accept. */
export const toLeadRecord = (row: LeadRow, allowed: readonly string[]): LeadRecord => ({
  id: row.id,
  patientId: row.patientId,
  ...factsAmong(row),
  status: row.status,
  queue: queueOf(row),
  findings: row.findings,
  photosCount: row.photos.length,
  offersCount: row.offersCount,
  widened: row.widened,
  createdAt: row.createdAt.toISOString(),
  sentBackAt: instant(row.sentBackAt),
  publishedAt: instant(row.publishedAt),
  expiresAt: instant(row.expiresAt),
  cancelledAt: instant(row.cancelledAt),
  cancelledBy: row.cancelledBy,
  allowedEvents: eventsOf(row, allowed),
});
