import { and, eq, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { beginsWith, countOf, idIn, orderOf } from '#platform/list-query';
import { readPhone } from '../phone';
import type { patientList } from '../patient-list';
import type { PatientRow } from '../patients.server';
import type { PatientRecord } from '../staff-records';
import { patient } from '../tables.server';

type Request = RequestOf<typeof patientList>;
/** What identity knows; how many requests there are is for the caller to add. */
export type ListedPatient = Omit<PatientRecord, 'leadsCount'>;

const columns = {
  id: patient.id,
  createdAt: patient.createdAt,
  lastSeenAt: patient.lastSeenAt,
  name: patient.firstName,
} satisfies Record<Request['sort']['field'], AnyColumn>;

/** Each kind of words has an index of its own. */
function words(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const reading = readPhone(q);
  if (reading.ok) return eq(patient.phone, reading.phone.number);
  if (q.includes('@')) return sql`lower(${patient.email}) = ${q.toLowerCase()}`;
  return or(
    beginsWith(patient.lastName, q),
    beginsWith(sql`${patient.firstName} || ' ' || ${patient.lastName}`, q),
  );
}

/** A page of all patients by abbreviated name, without anything to reach them by. */
export async function listPatients(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<ListedPatient>> {
  const where = and(idIn(patient.id, request.filter.id), words(request.filter.q));
  const rows = await ctx.db
    .select()
    .from(patient)
    .where(where)
    .orderBy(...orderOf(columns, patient.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  return { rows: rows.map(toPatientRecord), total: await countOf(ctx, patient, where) };
}

/** @throws AppError `not_found` */
export async function findPatient(ctx: Ctx<ActorOf<'staff'>>, id: string): Promise<PatientRow> {
  const [row] = isId(id) ? await ctx.db.select().from(patient).where(eq(patient.id, id)) : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** One patient as in the list. Throws `not_found`. */
export const readPatient = async (ctx: Ctx<ActorOf<'staff'>>, id: string): Promise<ListedPatient> =>
  toPatientRecord(await findPatient(ctx, id));

export const toPatientRecord = (row: PatientRow): ListedPatient => ({
  id: row.id,
  name: abbreviated(row),
  phoneNumber: null,
  email: null,
  fullName: null,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  allowedEvents: ['reveal', 'end-sessions'],
});

/** "Sarah M." */
const abbreviated = ({ firstName, lastName }: PatientRow): string =>
  `${firstName} ${[...lastName][0]?.toUpperCase() ?? ''}.`;
