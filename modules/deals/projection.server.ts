import type { Side } from '#platform/base/actor';
import { and, type Column, eq, sql, type SQL } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { defineMachine, publishLive } from '#engine';
import type { Change } from '#engine/contract';
import { dealContext, type DealContext, dealMachine } from './deal.machine';
import { acceptedPriceOf, differenceOf, isKept } from './rules';
import { dealEvents } from './schemas';
import { confirmation, deal, time, reputation } from './tables.server';
import {
  type DealPhase,
  dealPhases,
  type PriceCause,
  type PriceDifference,
  statusOf,
  dealChanged,
} from './values';

/** Life of a deal; its id follows from the offer's, its root is the request. */
export const dealFlow = defineMachine({
  name: 'deals.deal',
  version: 1,
  root: 'leads.lead',
  machine: dealMachine,
  context: dealContext,
  events: dealEvents,
  audit: {
    object: 'deal',
    events: {
      'flow.started': {
        action: 'deals.begin',
        details: ({ context }) => ({ offerId: context.offerId }),
      },
      'deals.accept-time': { details: ({ context }) => ({ sequence: context.sequence }) },
      'deals.confirm': {},
      'deals.deny': {},
      'deals.uphold': {},
      'deals.cancel': { details: ({ context }) => ({ code: context.cancelCode }) },
      'deals.review': {},
    },
  },
  project: projectDeal,
});

type DealChange = Change<typeof dealMachine>;
/** Of one kind of event, as it was sent. */
type SentTime = { timeId: string; by: Side; startsAt: string };

/** Writes a deal's rows, the clinic's counts and the word to open pages in the event's transaction. */
export async function projectDeal(ctx: TxCtx, change: DealChange): Promise<void> {
  const { id, context, value } = change;
  const phase = dealPhases.find((one): one is DealPhase => one === value);
  if (!phase) throw new Error(`deal ${id} is in no known state`);
  await projectTimes(ctx, change);
  await projectConfirmations(ctx, change);
  // What begins is stored as it begins.
  if (change.event.type !== 'flow.started') await projectRow(ctx, change, phase);
  const status = statusOf(phase, context.scheduledFor);
  const data = { offerId: context.offerId, leadId: context.leadId, status };
  await publishLive(ctx, `patient:${context.patientId}`, { type: dealChanged, data });
  await publishLive(ctx, `clinic:${context.clinicId}`, { type: dealChanged, data });
  const types = change.events.map(({ type }) => type);
  if (types.includes('deals.stood-still') || types.includes('deals.denied'))
    await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'deals' } });
}

/** At most one proposal waits and at most one time holds; the database says so too. */
async function projectTimes(ctx: TxCtx, { id, at, event, said, value }: DealChange): Promise<void> {
  const settle = (was: 'proposed' | 'accepted', status: 'accepted' | 'declined' | 'replaced') =>
    ctx.db
      .update(time)
      .set({ status, answeredAt: at })
      .where(and(eq(time.dealId, id), eq(time.status, was)));
  const { timeId, by, startsAt } = event as unknown as SentTime;
  if (event.type === 'deals.propose') {
    await settle('proposed', 'replaced');
    await ctx.db.insert(time).values({
      id: timeId,
      dealId: id,
      from: by,
      startsAt: new Date(startsAt),
      note: said.note ?? null,
      status: 'proposed',
      createdAt: at,
    });
  } else if (event.type === 'deals.accept-time') {
    await settle('accepted', 'replaced');
    await settle('proposed', 'accepted');
  } else if (event.type === 'deals.decline-time') await settle('proposed', 'declined');
  else if (value === 'confirming' || value === 'disputed' || value === 'cancelled')
    await settle('proposed', 'replaced');
}

/** What a side has said of a date that both put off goes with it. */
async function projectConfirmations(ctx: TxCtx, change: DealChange): Promise<void> {
  const { id, event, context, said } = change;
  if (event.type === 'deals.accept-time')
    await ctx.db.delete(confirmation).where(eq(confirmation.dealId, id));
  if (event.type !== 'deals.confirm') return;
  const {
    by: side,
    treatedOn = null,
    because = null,
  } = event as unknown as {
    by: Side;
    treatedOn?: string | null;
    because?: PriceCause | null;
  };
  const { at, ...price } = context.confirmed[side]!;
  await ctx.db.insert(confirmation).values({
    dealId: id,
    side,
    at: new Date(at),
    ...price,
    ...{ treatedOn, because },
    reason: said.reason ?? null,
  });
}

/** Dates that happened stay; what no longer holds goes. */
async function projectRow(ctx: TxCtx, change: DealChange, phase: DealPhase): Promise<void> {
  const { id, at, context, event, said } = change;
  // One statement: the flow's lock keeps everybody else from the row, so what is read for it stays.
  const stood = ctx.db
    .select({ id: deal.id, kept: deal.priceKept, difference: deal.priceDifference })
    .from(deal)
    .where(eq(deal.id, id))
    .as('stood');
  const since = (holds: unknown, column: Column): SQL | null =>
    holds === null ? null : sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
  const { scheduledFor, treatedBy, stillBecause, deniedBy, cancelledBy, cancelCode } = context;
  const moved = event.type === 'deals.accept-time' || phase === 'cancelled';
  const { priceKept, priceDifference } =
    treatedBy === null ? noPriceYet : await finalPriceOf(ctx, id, context);
  const [before] = await ctx.db
    .update(deal)
    .set({
      ...{ phase, treatedBy, stillBecause, deniedBy, cancelledBy, cancelCode },
      ...{ priceKept, priceDifference },
      status: statusOf(phase, scheduledFor),
      scheduledFor: scheduledFor === null ? null : new Date(scheduledFor),
      sequence: context.sequence,
      ...(moved && scheduledFor !== null ? { calendarAt: at } : {}),
      treatedAt: since(treatedBy, deal.treatedAt),
      stillSince: since(stillBecause, deal.stillSince),
      deniedAt: since(deniedBy, deal.deniedAt),
      denialReason:
        event.type === 'deals.deny'
          ? (said.reason ?? null)
          : deniedBy === null
            ? null
            : sql`${deal.denialReason}`,
      cancelledAt: cancelledBy === null ? null : at,
      ...(cancelledBy === null ? {} : { cancelReason: said.reason ?? null }),
    })
    .from(stood)
    .where(eq(deal.id, stood.id))
    .returning({ kept: stood.kept, difference: stood.difference });
  if (!before) throw new Error(`flow ${id} has no deal`);
  await addToReputation(ctx, context.clinicId, {
    treatments: Number(priceKept !== null) - Number(before.kept !== null),
    kept: Number(priceKept === true) - Number(before.kept === true),
    differed: Number(isAnother(priceDifference)) - Number(isAnother(before.difference)),
    foreseen: Number(priceDifference === 'foreseen') - Number(before.difference === 'foreseen'),
  });
}

const noPriceYet = { priceKept: null, priceDifference: null };
const isAnother = (difference: PriceDifference | null): boolean =>
  difference === 'foreseen' || difference === 'not-foreseen';

/** How the price of a treated deal compares with the accepted one; the total and what made it another stand in rows only. */
async function finalPriceOf(ctx: TxCtx, id: string, { confirmed }: DealContext) {
  const rows = await ctx.db
    .select({ deal, said: confirmation })
    .from(deal)
    .leftJoin(confirmation, eq(confirmation.dealId, deal.id))
    .where(eq(deal.id, id));
  if (!rows[0]) throw new Error(`flow ${id} has no deal`);
  const accepted = acceptedPriceOf(rows[0].deal);
  return {
    priceKept: isKept(accepted, [confirmed.patient, confirmed.clinic]),
    priceDifference: differenceOf(
      accepted,
      rows.flatMap(({ said }) => said ?? []),
    ),
  };
}

/** What an event adds to a clinic's counts, or takes away. */
interface Added {
  readonly reviews?: number;
  readonly stars?: number;
  readonly treatments?: number;
  readonly kept?: number;
  readonly differed?: number;
  readonly foreseen?: number;
}

/**
 * Part of the event that changes what the counts follow from. The clinic's row is the last lock of that transaction, so
 * that events of two deals of one clinic wait for each other's end and for nothing else.
 */
export async function addToReputation(ctx: TxCtx, clinicId: string, added: Added): Promise<void> {
  const { reviews = 0, stars = 0, treatments = 0, kept = 0, differed = 0, foreseen = 0 } = added;
  if (Object.values(added).every((count) => count === 0)) return;
  await lockCounts(ctx, clinicId);
  await ctx.db.execute(sql`
    update deals.reputation set reviews = reviews + ${reviews}, stars = stars + ${stars},
      treatments = treatments + ${treatments}, kept = kept + ${kept},
      differed = differed + ${differed}, foreseen = foreseen + ${foreseen}
    where clinic_id = ${clinicId}`);
}

/** The row of a clinic, also of one that had none. */
export async function lockCounts(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.insert(reputation).values({ clinicId }).onConflictDoNothing();
  await ctx.db.execute(
    sql`select 1 from deals.reputation where clinic_id = ${clinicId} for update`,
  );
}
