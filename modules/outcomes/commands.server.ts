import { and, asc, eq, isNull, notInArray } from 'drizzle-orm';
import { maskText } from '#platform/masking/mask';
import { publish, publishLive, send, sendIfAccepted, startMachine, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { CtxOf, TxCtx } from '#platform/context';
import { AppError, isAppError } from '#platform/base/errors';
import { idFromName, newId } from '#platform/base/ids';
import { readSetting } from '#platform/settings/settings';
import { addToTally, outcomeFlow } from './projection.server';
import { type AnswerRow, ownAnswer, ownOutcome, stateOf, toAnswer } from './queries.server';
import { outcomeWindows } from './rules';
import { answerEvents, type OutcomeAnswerDto, type OutcomeInput } from './schemas';
import { answer, outcome, report } from './tables.server';

/** The id of the flow of what became of the treatment that followed from an offer. */
export const outcomeIdOf = (offerId: string): string => idFromName(`${offerId}:outcome`);

interface Treated {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  /** The day of the treatment. */
  readonly treatedAt: Date;
}

/** A treatment was confirmed: its questions are planned, within that transaction. A repeat changes nothing. */
export async function planOutcome(ctx: TxCtx, { treatedAt, ...who }: Treated): Promise<void> {
  const id = outcomeIdOf(who.offerId);
  await ctx.db
    .insert(outcome)
    .values({ id, ...who, treatedAt, phase: 'planned' })
    .onConflictDoNothing();
  const windows = await readSetting(ctx, outcomeWindows);
  const input = { ...who, windows, treatedAt: treatedAt.toISOString() };
  await startMachine(ctx, outcomeFlow, { id, root: who.leadId, input });
}

/**
 * The acting patient says what became of a treatment, once for each question and while it is asked. It is public at once;
 * contact data in it is masked before it is stored.
 *
 * @throws AppError `not_found`; `not_asked`; `outcome_answered`
 */
export async function answerOutcome(
  ctx: CtxOf<'patient'>,
  { offerId, moment, again, result, text }: OutcomeInput & { offerId: string },
): Promise<OutcomeAnswerDto> {
  return withTransaction(ctx, async (tx) => {
    const { id: outcomeId, clinicId, patientId } = await ownOutcome(tx, offerId);
    const answerId = newId();
    const event = { type: 'outcomes.answer', answerId, moment } as const;
    await send(tx, outcomeFlow, { id: outcomeId, event }).catch(async (error: unknown) => {
      if (!isAppError(error) || error.code !== 'event_refused') throw error;
      const state = await stateOf(tx, outcomeId, moment);
      throw new AppError(state === 'answered' ? 'outcome_answered' : 'not_asked');
    });
    const masked = maskText(text);
    const [row] = await tx.db
      .insert(answer)
      .values({
        ...{ id: answerId, outcomeId, offerId, clinicId, patientId, moment, again, result },
        ...{ text: masked.text, masked: masked.found, createdAt: sqlNow },
      })
      .returning();
    await addToTally(tx, clinicId, moment, {
      ...{ asked: 1, answered: 1 },
      again: Number(again === 'yes'),
    });
    return toAnswer(row!);
  });
}

/** Whom an event of an answer names. */
export async function partiesOf(ctx: TxCtx, { id: answerId, outcomeId }: AnswerRow) {
  const [row] = await ctx.db.select().from(outcome).where(eq(outcome.id, outcomeId));
  const { offerId, leadId, patientId, clinicId } = row!;
  return { offerId, leadId, patientId, clinicId, answerId };
}

/**
 * The acting clinic asks staff to look at an answer about it. Asking again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function reportAnswer(
  ctx: CtxOf<'clinic'>,
  { answerId, reason }: { answerId: string; reason: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const row = await ownAnswer(tx, answerId);
    const added = await tx.db
      .insert(report)
      .values({ answerId: row.id, reason, at: sqlNow })
      .onConflictDoNothing()
      .returning({ answerId: report.answerId });
    if (added.length === 0) return;
    await tx.db
      .update(answer)
      .set({ reportedAt: sqlNow })
      .where(and(eq(answer.id, row.id), isNull(answer.reportedAt)));
    await publish(tx, answerEvents['outcomes.answer-reported'], await partiesOf(tx, row));
    const data = { queue: 'later-reviews' };
    await publishLive(tx, 'staff', { type: 'staff.queue-changed', data });
  });
}

/** A patient leaves: none of their outcomes is asked about any more. What was counted stays. */
export async function endOutcomes(ctx: TxCtx, { patientId }: { patientId: string }): Promise<void> {
  const rows = await ctx.db
    .select({ id: outcome.id })
    .from(outcome)
    .where(and(eq(outcome.patientId, patientId), notInArray(outcome.phase, ['over', 'ended'])))
    .orderBy(asc(outcome.leadId), asc(outcome.id));
  for (const { id } of rows)
    await sendIfAccepted(ctx, outcomeFlow, { id, event: { type: 'outcomes.end' } });
}
