import { eq, getTableColumns, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { beginsWith } from '#platform/lists/list-query';
import { totalCap } from '#platform/lists/console-records';
import { readPhone } from '../phone';
import type { patientList } from '../patient-list';
import type { PatientRow } from '../patients.server';
import type { PatientRecord } from '../staff-records';
import { patient } from '../tables.server';

type Request = RequestOf<typeof patientList>;
/** What identity knows; how many requests there are is for the caller to add. */
export type ListedPatient = Omit<PatientRecord, 'leadsCount'>;

const { createdAt, lastSeenAt, firstName, lastName, phone, email } = patient;

const listing: Listing<Request['sort']['field']> = {
  table: patient,
  id: patient.id,
  own: createdAt,
  columns: { createdAt, lastSeenAt, name: firstName },
  lanes: [{ column: phone, chosen: 'few' }],
};

/** Each kind of words has an index of its own. */
function narrowing({ filter: { id, q } }: Request): Narrowing {
  const ids = chooseIds(patient.id, id);
  if (!q) return { choices: [ids] };
  const reading = readPhone(q);
  if (reading.ok) return { choices: [ids, choose(phone, [reading.phone.number])] };
  if (q.includes('@')) return { choices: [ids], where: eq(lower(email), q.toLowerCase()) };
  if (ids) return { choices: [ids], where: or(...names.map((name) => beginsWith(name, q))) };
  return { among: namedLike(q) };
}

const names = [sql`${lastName}`, sql`${firstName} || ' ' || ${lastName}`];

const lower = (text: Column | SQL): SQL => sql`lower(${text})`;

const most = sql.raw(String(totalCap + 1));

/**
 * Those whose names come first, and one more than are counted: who has a common name is found by more of it. Of the
 * indexes of names alone.
 */
function namedLike(words: string): SQL {
  const named = names.map(
    (name) => sql`(select ${patient.id}, ${createdAt}, ${lastSeenAt}, ${firstName} from ${patient}
      where ${beginsWith(name, words)} order by ${lower(name)} using ~<~ limit ${most})`,
  );
  return sql`${sql.join(named, sql` union `)} limit ${most}`;
}

/** A page of all patients by abbreviated name, without anything to reach them by. */
export async function listPatients(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<ListedPatient>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ ...getTableColumns(patient), found: page.found })
    .from(patient)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toPatientRecord), rows[0]?.found);
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
