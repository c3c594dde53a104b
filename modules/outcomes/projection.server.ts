import { eq, sql } from 'drizzle-orm';
import { dealChanged } from '#contracts/deals';
import { defineMachine, publishLive } from '#engine';
import type { Change } from '#engine/contract';
import { after, milliseconds } from '#platform/base/duration';
import type { TxCtx } from '#platform/context';
import { outcomeContext, type OutcomeContext, outcomeMachine } from './outcome.machine';
import { type Added, tallyOf } from './rules';
import { outcomeEvents } from './schemas';
import { outcome, tally } from './tables.server';
import { type Moment, type OutcomePhase, outcomePhases } from './values';

/** What became of one treatment; its id follows from the offer's, its root is the request. */
export const outcomeFlow = defineMachine({
  name: 'outcomes.outcome',
  version: 1,
  root: 'leads.lead',
  machine: outcomeMachine,
  context: outcomeContext,
  events: outcomeEvents,
  audit: { object: 'outcome', events: { 'outcomes.answer': {} } },
  project: projectOutcome,
});

/** Writes an outcome's row, what silence adds to the clinic's counts, and the word to open pages. */
export async function projectOutcome(
  ctx: TxCtx,
  { id, event, value, context, events }: Change<typeof outcomeMachine>,
): Promise<void> {
  const phase = outcomePhases.find((one): one is OutcomePhase => one === value);
  if (!phase) throw new Error(`outcome ${id} is in no known state`);
  // What begins is stored as it begins.
  if (event.type === 'flow.started') return;
  const { halfYear, year } = context;
  await ctx.db
    .update(outcome)
    .set({ phase, halfYear, year, answerUntil: untilOf(phase, context) })
    .where(eq(outcome.id, id));
  await notifyPages(ctx, context);
  for (const each of events)
    if (each.type === 'outcomes.unanswered')
      await addToTally(ctx, context.clinicId, each.moment, { asked: 1, answered: 0, again: 0 });
}

const untilOf = (phase: OutcomePhase, { askedAt, windows }: OutcomeContext): Date | null =>
  (phase === 'half-year-due' || phase === 'year-due') && askedAt !== null
    ? after(new Date(askedAt), milliseconds(windows.answer))
    : null;

/** Open pages of the deal load it again. */
export async function notifyPages(
  ctx: TxCtx,
  parties: Pick<OutcomeContext, 'offerId' | 'leadId' | 'patientId' | 'clinicId'>,
): Promise<void> {
  const { offerId, leadId, patientId, clinicId } = parties;
  const data = { offerId, leadId };
  await publishLive(ctx, `patient:${patientId}`, { type: dealChanged, data });
  await publishLive(ctx, `clinic:${clinicId}`, { type: dealChanged, data });
}

/**
 * Part of the event that changes what the counts follow from. The clinic's row is the last lock of that transaction, so
 * that events of two outcomes of one clinic wait for each other's end and for nothing else.
 */
export async function addToTally(
  ctx: TxCtx,
  clinicId: string,
  moment: Moment,
  added: Added,
): Promise<void> {
  const by = tallyOf(moment, added);
  await lockTally(ctx, clinicId);
  await ctx.db
    .update(tally)
    .set({
      halfYearAsked: sql`${tally.halfYearAsked} + ${by.halfYearAsked}`,
      halfYearAnswered: sql`${tally.halfYearAnswered} + ${by.halfYearAnswered}`,
      halfYearAgain: sql`${tally.halfYearAgain} + ${by.halfYearAgain}`,
      yearAsked: sql`${tally.yearAsked} + ${by.yearAsked}`,
      yearAnswered: sql`${tally.yearAnswered} + ${by.yearAnswered}`,
      yearAgain: sql`${tally.yearAgain} + ${by.yearAgain}`,
    })
    .where(eq(tally.clinicId, clinicId));
}

/** The row of a clinic, also of one that had none. */
export async function lockTally(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.insert(tally).values({ clinicId }).onConflictDoNothing();
  await ctx.db
    .select({ id: tally.clinicId })
    .from(tally)
    .where(eq(tally.clinicId, clinicId))
    .for('update');
}
