import type { ClinicRow } from '../repo.server';
import type { ReviewPromise } from '../review-promise';
import type { ClinicRecord } from '../console-records';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Names of the machine's events as the console sends them. */
const names: Readonly<Record<string, string>> = {
  'clinic-onboarding.approve': 'approve',
  'clinic-onboarding.reject': 'reject',
  'clinic-onboarding.suspend': 'suspend',
  'clinic-onboarding.reinstate': 'reinstate',
};

/** What of a record the row does not hold: the events that the flow would accept, and the days promised. */
interface Beside {
  readonly allowed: readonly string[];
  readonly promise: ReviewPromise | null;
}

/** The row of a list. */
export const toClinicRecord = (row: ClinicRow, { allowed, promise }: Beside): ClinicRecord => ({
  id: row.id,
  clinicName: row.clinicName,
  doctorName: row.doctorName,
  city: row.city,
  country: row.country,
  specialties: row.specialties,
  licenseNumber: row.licenseNumber,
  status: row.status,
  stage: row.stage,
  registeredAt: row.registeredAt.toISOString(),
  completeAt: instant(row.completeAt),
  dueAt: instant(row.dueAt),
  promise,
  decidedAt: instant(row.decidedAt),
  resubmissions: row.resubmissions,
  checksSince: instant(row.checksSince),
  allowedEvents: [...allowed.flatMap((type) => names[type] ?? []), 'note'],
});
