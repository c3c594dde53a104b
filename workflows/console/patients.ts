import type { PatientRecord } from '#contracts/identity';
import {
  listPatients,
  readPatient,
  revealPatient as reveal,
  type ListedPatient,
} from '#modules/identity';
import { countLeadsOf } from '#modules/leads';
import type { CtxOf } from '#platform/context';
import { asAccount, listWith, recordWith } from './records';

async function withLeads(
  ctx: CtxOf<'staff'>,
  patients: readonly ListedPatient[],
): Promise<PatientRecord[]> {
  const counts = await countLeadsOf(
    ctx,
    patients.map(({ id }) => id),
  );
  return patients.map((one) => ({ ...one, leadsCount: counts.get(one.id) ?? 0 }));
}

/** A page of patients with how many requests each has sent. */
export const listPatientsForStaff = listWith(listPatients, withLeads);

const inFull = async (ctx: CtxOf<'staff'>, patients: readonly ListedPatient[]) =>
  Promise.all((await withLeads(ctx, patients)).map((one) => asAccount(ctx, 'patient', one)));

/** @throws AppError `not_found` */
export const readPatientForStaff = recordWith(readPatient, inFull);

/**
 * A patient's record with name and contact data filled in, for a typed reason; logged.
 *
 * @throws AppError `not_found`
 */
export const revealPatientForStaff = recordWith(reveal, inFull);
