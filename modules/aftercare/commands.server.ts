import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { SlotSet } from '#contracts/consultation';
import { publish, send, sendIfAccepted, startMachine, withTransaction } from '#engine';
import { milliseconds, after } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { idFromName } from '#platform/base/ids';
import type { CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { now, sqlNow } from '#platform/time/clock';
import type { TreatingClinic } from './handover/content';
import {
  addToGiven,
  careFlow,
  checkInFlow,
  type Given,
  lockGiven,
  notifySides,
} from './projection.server';
import { dayIn, ownCare, ownCheckIn, recordOf } from './queries.server';
import { careWindows, dangersIn, dueAtOf, endOf, requireAnswers } from './rules';
import { type CareRecord, recordEvents } from './schemas';
import { care, checkIn, record } from './tables.server';
import { type CareAnswers, type CareZone, type CheckInDay, checkInDays } from './values';

/** The id of the flow of the aftercare that follows from an offer. */
const careIdOf = (offerId: string): string => idFromName(`${offerId}:aftercare`);
const checkInIdOf = (careId: string, day: CheckInDay): string => idFromName(`${careId}:${day}`);

interface Parties {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

/** What a record holds, as counts go by it. */
const heldBy = (row: Pick<CareRecord, 'plan' | 'person' | 'used'> | null): Given => ({
  treatments: 0,
  plans: Number(Boolean(row?.plan)),
  persons: Number(Boolean(row?.person)),
  used: Number((row?.used.length ?? 0) > 0),
});

/** A treatment took place: its aftercare is offered, within that transaction. A repeat changes nothing. */
export async function offerCare(
  ctx: TxCtx,
  {
    treatedOn,
    slotSet,
    clinic,
    ...who
  }: Parties & {
    /** The clinic's calendar day (ISO 8601). */
    readonly treatedOn: string;
    readonly slotSet: SlotSet;
    readonly clinic: TreatingClinic;
  },
): Promise<void> {
  const id = careIdOf(who.offerId);
  const begun = await ctx.db
    .insert(care)
    .values({ id, ...who, state: 'offered', treatedOn, slotSet, clinic, createdAt: sqlNow })
    .onConflictDoNothing()
    .returning({ id: care.id });
  const { late } = await readSetting(ctx, careWindows);
  const input = { ...who, endsAt: endOf(treatedOn, late) };
  await startMachine(ctx, careFlow, { id, root: who.leadId, input });
  if (begun.length === 0) return;
  await lockGiven(ctx, who.clinicId);
  const kept = await recordOf(ctx, who.offerId);
  await addToGiven(ctx, who.clinicId, { ...heldBy(kept), treatments: 1 });
}

interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly zone: CareZone;
}

/**
 * The acting patient agrees to be asked; days whose answer would be too late are left out. Whoever calls records the
 * consent in the same transaction.
 *
 * @throws AppError `not_found`; `event_refused` where it was agreed to, stopped, or is over
 */
export async function agreeToCare(
  ctx: TxCtxOf<'patient'>,
  { offerId, ...place }: { offerId: string } & Place,
): Promise<void> {
  const row = await ownCare(ctx, offerId);
  await send(ctx, careFlow, { id: row.id, event: { type: 'aftercare.agree' } });
  await ctx.db.update(care).set(place).where(eq(care.id, row.id));
  const windows = await readSetting(ctx, careWindows);
  const at = await now(ctx);
  const who = {
    offerId,
    leadId: row.leadId,
    patientId: row.patientId,
    clinicId: row.clinicId,
  };
  for (const day of checkInDays) {
    const dueAt = dueAtOf(row.treatedOn, day, place.zone);
    if (after(new Date(dueAt), milliseconds(windows.late)) <= at) continue;
    const id = checkInIdOf(row.id, day);
    await ctx.db
      .insert(checkIn)
      .values({ id, careId: row.id, ...who, day, state: 'planned', dueAt: new Date(dueAt) });
    const input = { ...who, checkInId: id, day, dueAt, zone: place.zone, windows };
    await startMachine(ctx, checkInFlow, { id, root: row.leadId, input });
  }
}

/**
 * The acting patient is asked no more about a treatment; an answer that means danger is still dealt with.
 *
 * @returns whether no other aftercare of the patient goes on
 * @throws AppError `not_found`; `event_refused` where it was stopped, or is over
 */
export async function stopCare(
  ctx: TxCtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<boolean> {
  const row = await ownCare(ctx, offerId);
  await send(ctx, careFlow, { id: row.id, event: { type: 'aftercare.stop' } });
  await stopCheckIns(ctx, row.id);
  const others = await ctx.db
    .select({ id: care.id })
    .from(care)
    .where(and(eq(care.patientId, ctx.actor.id), eq(care.state, 'following')))
    .limit(1);
  return others.length === 0;
}

async function stopCheckIns(ctx: TxCtx, careId: string): Promise<void> {
  const open = await ctx.db
    .select({ id: checkIn.id })
    .from(checkIn)
    .where(and(eq(checkIn.careId, careId), inArray(checkIn.state, ['planned', 'due'])))
    .orderBy(checkIn.id);
  for (const { id } of open)
    await sendIfAccepted(ctx, checkInFlow, { id, event: { type: 'aftercare.stop' } });
}

/** Stops every aftercare of a patient that goes on, or is offered; within the caller's transaction. */
export async function stopAllCare(ctx: TxCtx, { patientId }: { patientId: string }): Promise<void> {
  const open = await ctx.db
    .select({ id: care.id })
    .from(care)
    .where(and(eq(care.patientId, patientId), inArray(care.state, ['offered', 'following'])))
    .orderBy(care.leadId, care.id);
  for (const { id } of open) {
    await sendIfAccepted(ctx, careFlow, { id, event: { type: 'aftercare.stop' } });
    await stopCheckIns(ctx, id);
  }
}

interface Answered extends Place {
  readonly offerId: string;
  /** As its address has it. */
  readonly day: string;
  readonly answers: CareAnswers;
  readonly note: string | null;
}

/**
 * The acting patient answers a day's questions, once. An answer that means danger is emitted as one. Later days are asked
 * by the clock of where the patient is now.
 *
 * @throws AppError `not_found`; `validation_failed` for answers that are missing or impossible; `check_in_answered`;
 * `event_refused` before its day, a week after it, and once it was stopped
 */
export async function answerCheckIn(
  ctx: TxCtxOf<'patient'>,
  { offerId, day: typed, answers, note, country, zone }: Answered,
): Promise<void> {
  const day = dayIn(typed);
  const row = await ownCheckIn(ctx, { offerId, day });
  const complete = requireAnswers(row.slotSet, day, answers);
  const dangers = dangersIn(complete);
  const event = { type: 'aftercare.answer', danger: dangers.length > 0 } as const;
  await send(ctx, checkInFlow, { id: row.id, event }).catch(async (error: unknown) => {
    const { answeredAt } = await ownCheckIn(ctx, { offerId, day });
    throw isAppError(error) && error.code === 'event_refused' && answeredAt
      ? new AppError('check_in_answered')
      : error;
  });
  await ctx.db
    .update(checkIn)
    .set({ answers: complete, dangers, note, country })
    .where(eq(checkIn.id, row.id));
  await ctx.db.update(care).set({ country, zone }).where(eq(care.id, row.careId));
  await moveLater(ctx, { careId: row.careId, treatedOn: row.treatedOn, zone });
}

async function moveLater(
  ctx: TxCtx,
  { careId, treatedOn, zone }: { careId: string; treatedOn: string; zone: CareZone },
): Promise<void> {
  const planned = await ctx.db
    .select({ id: checkIn.id, day: checkIn.day, dueAt: checkIn.dueAt })
    .from(checkIn)
    .where(and(eq(checkIn.careId, careId), eq(checkIn.state, 'planned')))
    .orderBy(checkIn.id);
  for (const { id, day, dueAt: before } of planned) {
    const dueAt = dueAtOf(treatedOn, day, zone);
    if (dueAt === before.toISOString()) continue;
    await sendIfAccepted(ctx, checkInFlow, { id, event: { type: 'aftercare.move', dueAt, zone } });
  }
}

/** A check-in of the acting patient that was answered. */
interface AnsweredCheckIn {
  readonly id: string;
  readonly leadId: string;
  readonly slotSet: SlotSet;
  readonly photosShared: boolean;
}

/**
 * The check-in of a day that the acting patient has answered, locked: photos are put to it in the same transaction.
 *
 * @throws AppError `not_found`; `event_refused` while it is not answered
 */
export async function lockAnswered(
  ctx: TxCtxOf<'patient'>,
  { offerId, day }: { offerId: string; day: string },
): Promise<AnsweredCheckIn> {
  const found = await ownCheckIn(ctx, { offerId, day: dayIn(day) });
  const [row] = await ctx.db
    .select({ photosShared: checkIn.photosShared })
    .from(checkIn)
    .where(and(eq(checkIn.id, found.id), isNotNull(checkIn.answeredAt)))
    .for('update');
  if (!row) throw new AppError('event_refused');
  return { ...found, photosShared: row.photosShared };
}

/** The acting patient lets the clinic see the photos of a day, those that come later included, or no longer. */
export async function markShared(
  ctx: TxCtxOf<'patient'>,
  { id, shared }: { id: string; shared: boolean },
): Promise<void> {
  const [row] = await ctx.db
    .update(checkIn)
    .set({ photosShared: shared })
    .where(eq(checkIn.id, id))
    .returning();
  if (row) await notifySides(ctx, row);
}

/**
 * The acting clinic answers what a patient said that means danger, once; in time, the team is not called.
 *
 * @throws AppError `not_found`; `event_refused` for an answer that means none, or was dealt with
 */
export async function replyToCheckIn(
  ctx: CtxOf<'clinic'>,
  { offerId, day, text }: { offerId: string; day: string; text: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id } = await ownCheckIn(tx, { offerId, day: dayIn(day) });
    await send(tx, checkInFlow, { id, event: { type: 'aftercare.reply' } });
    await tx.db.update(checkIn).set({ reply: text }).where(eq(checkIn.id, id));
  });
}

/**
 * Staff have dealt with an answer that means danger, and say how.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function closeCheckIn(
  ctx: CtxOf<'staff'>,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await send(ctx, checkInFlow, { id, event: { type: 'aftercare.close' }, reason });
}

/**
 * The acting side's clinic says what was used, how it goes on and whom the patient may ask, also before the treatment is
 * confirmed; giving it again replaces it. Whoever calls knows that the deal is the clinic's and not cancelled.
 */
export async function giveRecord(
  ctx: TxCtxOf<'clinic'>,
  { who, given: { plan, person, used } }: { who: Parties; given: CareRecord },
): Promise<void> {
  // First, so that a treatment that is confirmed meanwhile counts this record, or waits for it.
  await lockGiven(ctx, who.clinicId);
  const [begun] = await ctx.db
    .select({ id: care.id })
    .from(care)
    .where(eq(care.offerId, who.offerId));
  const before = await recordOf(ctx, who.offerId);
  const values = { plan, person, used, givenAt: sqlNow };
  await ctx.db
    .insert(record)
    .values({ ...who, ...values, createdAt: sqlNow })
    .onConflictDoUpdate({ target: record.offerId, set: values });
  await publish(ctx, recordEvents['aftercare.record-given'], { ...who });
  await notifySides(ctx, who);
  if (!begun) return;
  const [was, is] = [heldBy(before), heldBy({ plan, person, used })];
  await addToGiven(ctx, who.clinicId, {
    treatments: 0,
    plans: is.plans - was.plans,
    persons: is.persons - was.persons,
    used: is.used - was.used,
  });
}
