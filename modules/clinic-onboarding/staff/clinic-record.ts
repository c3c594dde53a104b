import type { ClinicRow } from '../repo.server';
import type { ClinicRecord } from '../staff-records';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Names of the machine's events as the console sends them. */
const names: Readonly<Record<string, string>> = {
  'clinic-onboarding.approve': 'approve',
  'clinic-onboarding.reject': 'reject',
  'clinic-onboarding.suspend': 'suspend',
  'clinic-onboarding.reinstate': 'reinstate',
};

/** The row of a list; `allowed` are the events that the flow would accept. */
export const toClinicRecord = (row: ClinicRow, allowed: readonly string[]): ClinicRecord => ({
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
  decidedAt: instant(row.decidedAt),
  resubmissions: row.resubmissions,
  allowedEvents: [...allowed.flatMap((type) => names[type] ?? []), 'note'],
});
