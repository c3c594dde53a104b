import type { Assumption } from '#contracts/offers';
import type { Side } from '#platform/base/actor';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { maskText } from '#platform/masking/mask';
import {
  audit,
  withTransaction,
  publish,
  send,
  sendIfAccepted,
  startMachine,
  publishLive,
} from '#engine';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { idFromName, newId } from '#platform/base/ids';
import { readSetting } from '#platform/settings/settings';
import { dealFlow, addToReputation } from './projection.server';
import {
  confirmationsOf,
  type DealRow,
  isTimeOf,
  ownDeal,
  ownReview,
  reviewOfDeal,
  type ReviewRow,
  toReview,
} from './queries.server';
import {
  acceptedPriceOf,
  assumptionAt,
  clinicDay,
  dealWindows,
  hasBegun,
  isAccepted,
  type Price,
} from './rules';
import { type ReviewDto, reviewEvents } from './schemas';
import { deal, report, review } from './tables.server';
import { type CancelCode, dealChanged, type PriceCause } from './values';

/** The id of the flow of the deal that follows from an offer. */
export const dealIdOf = (offerId: string): string => idFromName(`${offerId}:deal`);

interface Accepted {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  /** Of the accepted revision. */
  readonly sealed: Price;
  /** {@link sealed} with the extras that have a price, in cents of its currency. */
  readonly totalCents: number;
  /** What the accepted revision rests on. */
  readonly assumptions: readonly Assumption[];
}

/** An offer was accepted: its deal begins, within that transaction. A repeat changes nothing. */
export async function beginDeal(
  ctx: TxCtx,
  { sealed, totalCents, assumptions, ...who }: Accepted,
): Promise<void> {
  const id = dealIdOf(who.offerId);
  await ctx.db
    .insert(deal)
    .values({
      id,
      ...who,
      createdAt: sqlNow,
      sealedCents: sealed.amountCents,
      sealedCurrency: sealed.currency,
      acceptedCents: totalCents,
      assumptions,
      phase: 'accepted',
      status: 'accepted',
      sequence: 0,
    })
    .onConflictDoNothing();
  const windows = await readSetting(ctx, dealWindows);
  await startMachine(ctx, dealFlow, { id, root: who.leadId, input: { ...who, sealed, windows } });
}

/** Further ahead nobody plans; what is meant is another year. */
const furthest = days(2 * 366);

/**
 * The acting side proposes when to meet, an instant (ISO 8601). A proposal that waits for an answer is replaced.
 *
 * @throws AppError `not_found`; `validation_failed` for a time that has passed or lies too far ahead; `event_refused`
 */
export async function proposeTime(
  ctx: CtxOf<Side>,
  { offerId, startsAt, note }: { offerId: string; startsAt: string; note: string | null },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    const at = await now(tx);
    const instant = new Date(startsAt);
    if (instant <= at || instant > after(at, furthest))
      throw new AppError('validation_failed', {
        fields: { startsAt: ['deals.error.starts_at_range'] },
      });
    await send(tx, dealFlow, {
      id,
      event: {
        type: 'deals.propose',
        timeId: newId(),
        by: ctx.actor.kind,
        startsAt: instant.toISOString(),
      },
      note: note ?? undefined,
    });
  });
}

const answers = { accept: 'deals.accept-time', decline: 'deals.decline-time' } as const;

/**
 * The acting side answers the proposal of the other one.
 *
 * @throws AppError `not_found`; `event_refused` for a proposal of its own, one that waits no longer or whose time has passed
 */
export async function answerTime(
  ctx: CtxOf<Side>,
  { offerId, timeId, answer }: { offerId: string; timeId: string; answer: 'accept' | 'decline' },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    if (!(await isTimeOf(tx, { dealId: id, timeId }))) throw new AppError('not_found');
    const type = answers[answer];
    await send(tx, dealFlow, { id, event: { type, timeId, by: ctx.actor.kind } });
  });
}

interface Treated {
  readonly offerId: string;
  readonly finalAmountCents: number;
  /** Of the sealed price where it is left out. */
  readonly currency?: string;
  readonly reason: string | null;
  readonly because?: PriceCause | null;
  /** The clinic's calendar day (ISO 8601); required of the first side to confirm where no date was agreed. */
  readonly treatedOn?: string | null;
}

/**
 * The acting side confirms that the treatment took place and what was paid. The second side's word makes it count.
 * Possible from the beginning of the agreed day at the clinic, whatever its time of day: visits are moved by the phone.
 *
 * @throws AppError `not_found`; `validation_failed` for a price that was not accepted without what made it so, or where no
 * date was agreed for a missing day, a day before the acceptance or one that has not begun; `before_the_date`; `already_confirmed`;
 * `event_refused`
 */
export async function confirmTreatment(
  ctx: CtxOf<Side>,
  { offerId, finalAmountCents, currency, reason, because, treatedOn }: Treated,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const row = await ownDeal(tx, offerId);
    const price = { amountCents: finalAmountCents, currency: currency ?? row.sealedCurrency };
    const cause = causeOf(row, price, { reason, because: because ?? null });
    const { id } = row;
    const by = ctx.actor.kind;
    const on = await dayOf(tx, row, treatedOn ?? null);
    const event = {
      type: 'deals.confirm' as const,
      ...{ by, ...price, treatedOn: on },
      ...(cause ? { because: cause } : {}),
    };
    const { at, context } = await send(tx, dealFlow, {
      ...{ id, event },
      reason: reason ?? undefined,
    }).catch(async (error: unknown) => {
      const said = await confirmationsOf(tx, id);
      if (isRefusal(error) && said.some(({ side }) => side === by))
        throw new AppError('already_confirmed');
      throw error;
    });
    // Of the locked state: a date that was agreed on since the row was read counts.
    if (!hasBegun(context.scheduledFor, at)) throw new AppError('before_the_date');
  });
}

/** What made a price another one than those that were accepted; null of an accepted one, and where nothing has to be named. */
function causeOf(
  row: DealRow,
  price: Price,
  { reason, because }: { reason: string | null; because: PriceCause | null },
): PriceCause | null {
  if (isAccepted(acceptedPriceOf(row), price)) return null;
  const assumptions = row.assumptions?.length ?? 0;
  const refused = (field: string, fault: string) =>
    new AppError('validation_failed', { fields: { [field]: [fault] } });
  if (assumptions > 0 && because === null) throw refused('because', 'deals.error.price_because');
  const at = assumptionAt(because);
  if (at !== null && at >= assumptions) throw refused('because', 'error.invalid_value');
  if (at === null && !reason) throw refused('reason', 'deals.error.price_reason');
  return because;
}

/**
 * The day of a treatment without an agreed date, checked against the clinic's calendar; null where a date was agreed,
 * and where the second side to confirm gives none.
 */
async function dayOf(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof ownDeal>>,
  typed: string | null,
): Promise<string | null> {
  if (row.scheduledFor) return null;
  if (!typed) {
    if (row.phase !== 'accepted' || (await confirmationsOf(ctx, row.id)).length > 0) return null;
    throw onDay('deals.error.treated_on');
  }
  if (typed > clinicDay(row.now)) throw onDay('deals.error.treated_on_ahead');
  if (typed < clinicDay(row.createdAt)) throw onDay('deals.error.treated_on_before');
  return typed;
}

const onDay = (fault: string): AppError =>
  new AppError('validation_failed', { fields: { treatedOn: [fault] } });

const isRefusal = (error: unknown): boolean => isAppError(error) && error.code === 'event_refused';

/**
 * The acting side says that no treatment took place: after the date, or against the other's confirmation. Staff look.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function denyTreatment(
  ctx: CtxOf<Side>,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    await send(tx, dealFlow, { id, event: { type: 'deals.deny', by: ctx.actor.kind }, reason });
  });
}

/**
 * Staff decide a disputed deal: what one side has confirmed counts.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function upholdTreatment(
  ctx: CtxOf<'staff'>,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<void> {
  await send(ctx, dealFlow, { id: dealIdOf(offerId), event: { type: 'deals.uphold' }, reason });
}

interface Cancelled {
  readonly offerId: string;
  readonly code: CancelCode;
  /** In their own words; the other side reads them. */
  readonly reason: string;
}

/**
 * The acting side ends a deal before its date, and before anybody has confirmed the treatment.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function cancelDeal(
  ctx: CtxOf<Side>,
  { offerId, code, reason }: Cancelled,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    const event = { type: 'deals.cancel', by: ctx.actor.kind, code } as const;
    await send(tx, dealFlow, { id, event, reason });
  });
}

/**
 * Staff end a deal that is not treated yet, whatever the two sides say of it.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function cancelDealAsStaff(
  ctx: CtxOf<'staff'>,
  { offerId, code, reason }: Cancelled,
): Promise<void> {
  const event = { type: 'deals.cancel', by: 'staff', code } as const;
  await send(ctx, dealFlow, { id: dealIdOf(offerId), event, reason });
}

/** Ends the deals of a patient that have not begun, under the locks that each takes; the clinics are notified. */
export async function callOffDeals(
  ctx: TxCtx,
  { patientId }: { patientId: string },
): Promise<void> {
  const rows = await ctx.db
    .select({ id: deal.id })
    .from(deal)
    .where(and(eq(deal.patientId, patientId), inArray(deal.phase, ['accepted', 'scheduled'])))
    .orderBy(asc(deal.leadId), asc(deal.id));
  const event = { type: 'deals.cancel', by: 'patient', code: 'other' } as const;
  for (const { id } of rows) await sendIfAccepted(ctx, dealFlow, { id, event });
}

/** Words for everybody, without contact data, and which kinds of it were taken out. */
function publicWords(typed: string): { text: string; masked: string[] } {
  const { text, found: masked } = maskText(typed);
  return { text, masked };
}

/**
 * The acting patient reviews a treatment that both sides confirmed, once. It is public at once; contact data in it is
 * masked before it is stored.
 *
 * @throws AppError `not_found`; `not_treated`; `already_reviewed`
 */
export async function writeReview(
  ctx: CtxOf<'patient'>,
  { offerId, stars, text }: { offerId: string; stars: number; text: string },
): Promise<ReviewDto> {
  return withTransaction(ctx, async (tx) => {
    const { id: dealId, clinicId, patientId } = await ownDeal(tx, offerId);
    const reviewId = newId();
    await takeReview(tx, dealId, reviewId);
    const [row] = await tx.db
      .insert(review)
      .values({
        ...{ id: reviewId, dealId, clinicId, patientId, stars, createdAt: sqlNow },
        ...publicWords(text),
      })
      .returning();
    await addToReputation(tx, clinicId, { reviews: 1, stars });
    return toReview(row!);
  });
}

/** Open pages of both sides load the deal again. */
export async function notifyPages(
  tx: TxCtx,
  { offerId, leadId, patientId, clinicId }: Awaited<ReturnType<typeof partiesOf>>,
): Promise<void> {
  const data = { offerId, leadId, status: 'reviewed' };
  await publishLive(tx, `patient:${patientId}`, { type: dealChanged, data });
  await publishLive(tx, `clinic:${clinicId}`, { type: dealChanged, data });
}

/** Whom an event of a review names. */
export async function partiesOf(tx: TxCtx, { id: reviewId, dealId }: ReviewRow) {
  const [row] = await tx.db.select().from(deal).where(eq(deal.id, dealId));
  const { offerId, leadId, patientId, clinicId } = row!;
  return { offerId, leadId, patientId, clinicId, reviewId };
}

async function takeReview(tx: TxCtx, dealId: string, reviewId: string): Promise<void> {
  try {
    const event = { type: 'deals.review', reviewId } as const;
    await send(tx, dealFlow, { id: dealId, event });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'event_refused') throw error;
    throw new AppError((await reviewOfDeal(tx, dealId)) ? 'already_reviewed' : 'not_treated');
  }
}

/**
 * The acting clinic answers a review of it in public, once; contact data is masked as in the review.
 *
 * @throws AppError `not_found`, also for one that was removed; `already_answered`
 */
export async function answerReview(
  ctx: CtxOf<'clinic'>,
  { reviewId, text }: { reviewId: string; text: string },
): Promise<ReviewDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = await ownReview(tx, reviewId);
    const words = publicWords(text);
    const [row] = await tx.db
      .update(review)
      .set({ answer: words.text, answerMasked: words.masked, answeredAt: sqlNow })
      .where(and(eq(review.id, id), isNull(review.answeredAt), isNull(review.removedAt)))
      .returning();
    if (!row) throw new AppError('already_answered');
    await audit(tx, { action: 'deals.answer-review', object: { type: 'review', id } });
    const parties = await partiesOf(tx, row);
    await publish(tx, reviewEvents['deals.review-answered'], parties);
    await notifyPages(tx, parties);
    return toReview(row);
  });
}

/**
 * One of the two sides asks staff to look at a review or its answer. Asking again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function reportReview(
  ctx: CtxOf<Side>,
  { reviewId, reason }: { reviewId: string; reason: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const row = await ownReview(tx, reviewId);
    const side = ctx.actor.kind;
    const added = await tx.db
      .insert(report)
      .values({ reviewId: row.id, side, reason, at: sqlNow })
      .onConflictDoNothing()
      .returning({ side: report.side });
    if (added.length === 0) return;
    await tx.db
      .update(review)
      .set({ reportedAt: sqlNow })
      .where(and(eq(review.id, row.id), isNull(review.reportedAt)));
    const reported = { ...(await partiesOf(tx, row)), by: side };
    await publish(tx, reviewEvents['deals.review-reported'], reported);
    await publishLive(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'reviews' } });
  });
}
