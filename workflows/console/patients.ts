import type { PatientDetailRecord, patientList, PatientRecord } from '#contracts/identity';
import {
  listPatients,
  readPatient,
  revealPatient as reveal,
  type ListedPatient,
} from '#modules/identity';
import { countLeadsOf } from '#modules/leads';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import { asAccount } from './as-account';

type Staff = Ctx<ActorOf<'staff'>>;

async function withLeads(ctx: Staff, patients: ListedPatient[]): Promise<PatientRecord[]> {
  const counts = await countLeadsOf(
    ctx,
    patients.map(({ id }) => id),
  );
  return patients.map((one) => ({ ...one, leadsCount: counts.get(one.id) ?? 0 }));
}

/** A page of patients with how many requests each has sent. */
export async function listPatientsForStaff(
  ctx: Staff,
  request: RequestOf<typeof patientList>,
): Promise<Page<PatientRecord>> {
  const { rows, total } = await listPatients(ctx, request);
  return { rows: await withLeads(ctx, rows), total };
}

const inFull = async (ctx: Staff, patient: ListedPatient): Promise<PatientDetailRecord> =>
  asAccount(ctx, 'patient', (await withLeads(ctx, [patient]))[0]!);

/** @throws AppError `not_found` */
export const readPatientForStaff = async (ctx: Staff, id: string): Promise<PatientDetailRecord> =>
  inFull(ctx, await readPatient(ctx, id));

/**
 * A patient's record with name and contact data filled in, for a typed reason; logged.
 *
 * @throws AppError `not_found`
 */
export const revealPatientForStaff = async (
  ctx: Staff,
  input: { patientId: string; reason: string },
): Promise<PatientDetailRecord> => inFull(ctx, await reveal(ctx, input));
