import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { slotSets } from '#contracts/consultation';
import { withTransaction } from '#engine';
import type { Side } from '#platform/base/actor';
import { isAmong } from '#platform/base/columns.server';
import { milliseconds, after } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Ctx, CtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import type { TreatingClinic } from './handover/content';
import { lockGiven } from './projection.server';
import { careWindows } from './rules';
import type { CareDto, CheckInDto } from './schemas';
import { care, checkIn, given, record } from './tables.server';
import {
  type CheckInDay,
  checkInDays,
  emergencyNumber,
  plansShownFrom,
  questionsOf,
} from './values';

export type CareRow = typeof care.$inferSelect;
export type CheckInRow = typeof checkIn.$inferSelect;
type RecordRow = typeof record.$inferSelect;

const isOfActor = ({ actor }: CtxOf<Side>, table: typeof care | typeof checkIn | typeof record) =>
  actor.kind === 'patient' ? eq(table.patientId, actor.id) : eq(table.clinicId, actor.id);
/** A clinic looks as long as it is approved. */
const mayLook = ({ actor }: CtxOf<Side>): boolean => actor.kind === 'patient' || actor.approved;

/** The aftercare of a deal of the acting side; null before its treatment is confirmed, and of another person's deal. */
export async function findOwnCare(ctx: CtxOf<Side>, offerId: string): Promise<CareRow | null> {
  if (!isId(offerId) || !mayLook(ctx)) return null;
  const [row] = await ctx.db
    .select()
    .from(care)
    .where(and(eq(care.offerId, offerId), isOfActor(ctx, care)));
  return row ?? null;
}

/** @throws AppError `not_found`, the same for another person's, a missing and an impossible id */
export async function ownCare(ctx: CtxOf<Side>, offerId: string): Promise<CareRow> {
  const row = await findOwnCare(ctx, offerId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** '7' as a day of asking. @throws AppError `not_found` */
export function dayIn(text: string): CheckInDay {
  const day = checkInDays.find((one) => String(one) === text);
  if (day === undefined) throw new AppError('not_found');
  return day;
}

/** A check-in of the acting side, with its aftercare. @throws AppError `not_found` */
export async function ownCheckIn(
  ctx: CtxOf<Side>,
  { offerId, day }: { offerId: string; day: CheckInDay },
): Promise<CheckInRow & { slotSet: CareRow['slotSet']; treatedOn: string }> {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select({ checkIn, slotSet: care.slotSet, treatedOn: care.treatedOn })
          .from(checkIn)
          .innerJoin(care, eq(care.id, checkIn.careId))
          .where(and(eq(checkIn.offerId, offerId), eq(checkIn.day, day), isOfActor(ctx, checkIn)))
      : [];
  if (!row) throw new AppError('not_found');
  return { ...row.checkIn, slotSet: row.slotSet, treatedOn: row.treatedOn };
}

export async function recordOf(ctx: Ctx, offerId: string): Promise<RecordRow | null> {
  const [row] = await ctx.db.select().from(record).where(eq(record.offerId, offerId));
  return row ?? null;
}

/** What is kept of the aftercare of a deal, but for its photos. */
export interface Care {
  readonly dto: CareDto;
  /** Ids of check-ins that were answered, by day. */
  readonly answered: ReadonlyMap<CheckInDay, string>;
  /** As it was on the day of the treatment; null before that. */
  readonly clinic: TreatingClinic | null;
}

/**
 * The aftercare of a deal, whose side the caller has made sure of: also before the treatment is confirmed, when only the
 * clinic's record may be there. A clinic sees answers; a note, too; photos are put beside by who reads them.
 */
export async function readCare(ctx: CtxOf<Side>, { offerId }: { offerId: string }): Promise<Care> {
  const row = await findOwnCare(ctx, offerId);
  const kept = await recordOf(ctx, offerId);
  const windows = await readSetting(ctx, careWindows);
  const rows = row
    ? await ctx.db
        .select()
        .from(checkIn)
        .where(eq(checkIn.careId, row.id))
        .orderBy(asc(checkIn.day))
    : [];
  const late = milliseconds(windows.late);
  return {
    clinic: row?.clinic ?? null,
    dto: {
      _id: offerId,
      state: row?.state ?? null,
      treatedOn: row?.treatedOn ?? null,
      slotSet: row?.slotSet ?? null,
      slots: row ? [...slotSets[row.slotSet]] : [],
      country: row?.country ?? null,
      zone: row?.zone ?? null,
      emergencyNumber: emergencyNumber(row?.country ?? null),
      record: kept && toRecord(kept),
      checkIns: row
        ? rows.map((one) => ({
            ...toCheckIn(one, row.slotSet),
            openUntil: after(one.dueAt, late).toISOString(),
          }))
        : [],
    },
    answered: new Map(
      rows.filter(({ answeredAt }) => answeredAt !== null).map(({ id, day }) => [day, id]),
    ),
  };
}

const toRecord = ({ plan, person, used, givenAt }: RecordRow): CareDto['record'] => ({
  ...{ plan, person, used: used.map(({ name, lot }) => ({ name, lot })) },
  givenAt: givenAt.toISOString(),
});

const toCheckIn = (
  row: CheckInRow,
  slotSet: CareRow['slotSet'],
): Omit<CheckInDto, 'openUntil'> => ({
  day: row.day,
  state: row.state,
  dueAt: row.dueAt.toISOString(),
  questions: [...questionsOf(slotSet, row.day)],
  answeredAt: row.answeredAt?.toISOString() ?? null,
  answers: row.answers ?? {},
  dangers: row.dangers,
  note: row.note,
  country: row.country,
  emergencyNumber: emergencyNumber(row.country),
  reply: row.reply,
  repliedAt: row.repliedAt?.toISOString() ?? null,
  photos: [],
  photosShared: row.photosShared,
});

/** After how many of its treatments a clinic gave an aftercare plan. */
export interface PlansGiven {
  readonly treatments: number;
  readonly plans: number;
}

/** What the page of a clinic says of its aftercare; null below {@link plansShownFrom} treatments. */
export async function plansGivenBy(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<PlansGiven | null> {
  const { treatments, plans } = given;
  const [row] = await ctx.readDb
    .select({ treatments, plans })
    .from(given)
    .where(eq(given.clinicId, clinicId));
  return row && row.treatments >= plansShownFrom ? row : null;
}

/** Those of these requests whose aftercare goes on, or whose answer that means danger is not dealt with. */
export async function leadsInAftercare(ctx: Ctx, leadIds: readonly string[]): Promise<string[]> {
  if (leadIds.length === 0) return [];
  const open = ctx.db
    .select({ leadId: care.leadId })
    .from(care)
    .where(and(isAmong(care.leadId, leadIds), inArray(care.state, ['offered', 'following'])));
  const danger = ctx.db
    .select({ leadId: checkIn.leadId })
    .from(checkIn)
    .where(and(isAmong(checkIn.leadId, leadIds), inArray(checkIn.state, ['alerted', 'escalated'])));
  return (await open.union(danger)).map(({ leadId }) => leadId);
}

/** What a clinic gave, counted anew. */
const truth = (clinicId: SQL | string) => sql`
  select count(*)::int as treatments, count(r.plan)::int as plans, count(r.person)::int as persons,
    (count(*) filter (where jsonb_array_length(r.used) > 0))::int as used
  from ${care} c left join ${record} r on r.offer_id = c.offer_id where c.clinic_id = ${clinicId}`;

const same = sql`(t.treatments, t.plans, t.persons, t.used)
  is not distinct from (k.treatments, k.plans, k.persons, k.used)`;

/**
 * Walks the clinics in steps and sets right whose counts differ from what they follow from; answers how many did. Nothing
 * makes them differ but a fault, a restore or a hand in the tables.
 */
export async function repairGiven(ctx: Ctx): Promise<number> {
  let repaired = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await ctx.db.execute<{ id: string; same: boolean }>(sql`
      select c.id, ${same} as same
      from (select clinic_id as id from ${care} where clinic_id > ${after}::uuid
            union select clinic_id from ${given} where clinic_id > ${after}::uuid
            order by 1 limit 100) c
      left join ${given} k on k.clinic_id = c.id
      cross join lateral (${truth(sql`c.id`)}) t order by c.id`);
    for (const { id } of rows.filter((row) => !row.same)) repaired += await repairOne(ctx, id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (repaired > 0) ctx.log.warn({ repaired }, 'the aftercare of clinics was counted anew');
  return repaired;
}

/** Under the lock that every event takes, so that what is counted has been added, or will be. */
const repairOne = (ctx: Ctx, clinicId: string): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    await lockGiven(tx, clinicId);
    const { rowCount } = await tx.db.execute(sql`
      update ${given} k set treatments = t.treatments, plans = t.plans, persons = t.persons, used = t.used
      from (${truth(clinicId)}) t where k.clinic_id = ${clinicId} and not ${same}`);
    return rowCount ?? 0;
  });
