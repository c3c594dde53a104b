import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  inArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { type HomeRecord, totalCap } from '#platform/lists/console-records';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { beginsWith } from '#platform/lists/list-query';
import { numberOf, type PatientRow } from './accounts.server';
import { forgetBrowsers } from './browsers.server';
import { readPhone } from './phone';
import type { patientList } from './schemas';
import { endSessionsOf } from './sessions.server';
import type { PatientRecord } from './staff-schemas';
import { patient, smsAlert } from './tables.server';

type Request = RequestOf<typeof patientList>;
/** What identity knows; how many requests there are is for the caller to add. */
export type ListedPatient = Omit<PatientRecord, 'leadsCount'>;

const { createdAt, lastSeenAt, firstName, lastName, phone, email } = patient;

const listing: Listing<Request['sort']['field']> = {
  table: patient,
  id: patient.id,
  own: createdAt,
  columns: { createdAt, lastSeenAt, name: firstName },
  partitions: [{ column: phone, chosen: 'few' }],
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
  ctx: CtxOf<'staff'>,
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
async function findPatient(ctx: CtxOf<'staff'>, id: string): Promise<PatientRow> {
  return requireRow(ctx, patient, id);
}

/** One patient as in the list. Throws `not_found`. */
export const readPatient = async (ctx: CtxOf<'staff'>, id: string): Promise<ListedPatient> =>
  toPatientRecord(await findPatient(ctx, id));

const toPatientRecord = (row: PatientRow): ListedPatient => ({
  id: row.id,
  name: abbreviated(row),
  phoneNumber: null,
  email: null,
  fullName: null,
  ...instantsOf(row, ['createdAt', 'lastSeenAt']),
  allowedEvents: ['reveal', 'end-sessions'],
});

/** "Sarah M." */
const abbreviated = ({ firstName, lastName }: PatientRow): string =>
  `${firstName} ${[...lastName][0]?.toUpperCase() ?? ''}.`;

/**
 * Name and contact data of a patient, for a typed reason (security 83). The log says that it was shown before
 * it is; the reason lies beside the entry.
 *
 * @throws AppError `not_found`
 */
export function revealPatient(
  ctx: CtxOf<'staff'>,
  { patientId, reason }: { patientId: string; reason: string },
): Promise<ListedPatient> {
  return withTransaction(ctx, async (tx) => {
    const row = await findPatient(tx, patientId);
    const object = { type: 'patient', id: row.id };
    await audit(tx, {
      action: 'identity.contact-revealed',
      object,
      details: { breakGlass: true },
      reason,
    });
    return {
      ...toPatientRecord(row),
      phoneNumber: numberOf(row.phone),
      email: row.email,
      fullName: `${row.firstName} ${row.lastName}`,
    };
  });
}

/**
 * Ends every session of a patient, on any device; no browser is known after it.
 *
 * @throws AppError `not_found`
 */
export async function endPatientSessions(
  ctx: CtxOf<'staff'>,
  { patientId }: { patientId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id, phone } = await findPatient(tx, patientId);
    await forgetBrowsers(tx, { role: 'patient', phone });
    const ended = await endSessionsOf(tx, { principal: 'patient', subjectId: id });
    await audit(tx, {
      action: 'identity.sessions-ended',
      object: { type: 'patient', id },
      details: { ended },
    });
  });
}

/** What was odd about the sending of codes during the last day, newest first; at most fifty. */
export async function recentSmsAlerts(ctx: CtxOf<'staff'>): Promise<HomeRecord['smsAlerts']> {
  const { kind, dialCode, hour, sent, verified } = smsAlert;
  const rows = await ctx.db
    .select({ kind, dialCode, hour, sent, verified })
    .from(smsAlert)
    .where(and(inArray(kind, kind.enumValues), sql`${hour} >= platform.now() - interval '1 day'`))
    .orderBy(desc(hour), kind, dialCode)
    .limit(50);
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}
