import { isAmong } from '#platform/base/columns.server';
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { otherSide, type Side } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import { instantsOf } from '#platform/base/fields';
import type { Ctx, CtxOf } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { AppError, isAppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { acceptedPriceOf, agreedPrice, hasBegun } from './rules';
import type { DealFields, DealSummary, ReviewDto } from './schemas';
import { confirmation, deal, review, teamMessage, time } from './tables.server';
import { clinicZone, type DealAction, type DealStatus } from './values';

export type DealRow = typeof deal.$inferSelect;
export type ReviewRow = typeof review.$inferSelect;

/** Of a deal: its patient, and its clinic as long as it is approved. */
const dealsOf = ({ actor }: CtxOf<Side>) =>
  actor.kind === 'patient' ? eq(deal.patientId, actor.id) : eq(deal.clinicId, actor.id);
const reviewsOf = ({ actor }: CtxOf<Side>) =>
  actor.kind === 'patient' ? eq(review.patientId, actor.id) : eq(review.clinicId, actor.id);
/** A clinic looks as long as it is approved. */
const mayLook = ({ actor }: CtxOf<Side>): boolean => actor.kind === 'patient' || actor.approved;

/**
 * A deal of the acting side, by its offer's id, and the time by which it is read.
 *
 * @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id
 */
export async function ownDeal(ctx: CtxOf<Side>, offerId: string): Promise<DealRow & { now: Date }> {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select({ ...getTableColumns(deal), now: sqlNow.mapWith(deal.createdAt) })
          .from(deal)
          .where(and(eq(deal.offerId, offerId), dealsOf(ctx)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Whose deal it is, and where it stands, for what follows from one outside this module. @throws AppError `not_found` */
export async function partiesOfDeal(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<Pick<DealRow, 'offerId' | 'leadId' | 'patientId' | 'clinicId' | 'phase'>> {
  const { leadId, patientId, clinicId, phase } = await ownDeal(ctx, offerId);
  return { offerId, leadId, patientId, clinicId, phase };
}

/** As {@link ownDeal}, with the review of it. @throws AppError `not_found` */
async function ownDealWithReview(ctx: CtxOf<Side>, offerId: string) {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select({ deal, review, now: sqlNow.mapWith(deal.createdAt) })
          .from(deal)
          .leftJoin(review, eq(review.dealId, deal.id))
          .where(and(eq(deal.offerId, offerId), dealsOf(ctx)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** @throws AppError `not_found` as above, and for a review that was removed */
export async function ownReview(ctx: CtxOf<Side>, id: string): Promise<ReviewRow> {
  const [row] =
    isId(id) && mayLook(ctx)
      ? await ctx.db
          .select()
          .from(review)
          .where(and(eq(review.id, id), reviewsOf(ctx), isNull(review.removedAt)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** The latest proposals of a deal, newest first. */
export const timesOf = (ctx: Ctx, dealId: string) =>
  ctx.db
    .select()
    .from(time)
    .where(eq(time.dealId, dealId))
    .orderBy(desc(time.createdAt), desc(time.id))
    .limit(20);

/** The latest messages of staff to both sides, newest first. */
export const teamMessagesOf = (ctx: Ctx, dealId: string) =>
  ctx.db
    .select()
    .from(teamMessage)
    .where(eq(teamMessage.dealId, dealId))
    .orderBy(desc(teamMessage.createdAt), desc(teamMessage.id))
    .limit(20);

export async function isTimeOf(
  ctx: Ctx,
  { dealId, timeId }: { dealId: string; timeId: string },
): Promise<boolean> {
  if (!isId(timeId)) return false;
  const rows = await ctx.db
    .select({ id: time.id })
    .from(time)
    .where(and(eq(time.id, timeId), eq(time.dealId, dealId)));
  return rows.length > 0;
}

export const confirmationsOf = (ctx: Ctx, dealId: string) =>
  ctx.db.select().from(confirmation).where(eq(confirmation.dealId, dealId));

export async function reviewOfDeal(ctx: Ctx, dealId: string): Promise<ReviewRow | null> {
  const [row] = await ctx.db.select().from(review).where(eq(review.dealId, dealId));
  return row ?? null;
}

type Times = Awaited<ReturnType<typeof timesOf>>;
type Confirmations = Awaited<ReturnType<typeof confirmationsOf>>;

/** What belongs to one deal. */
interface DealRows {
  readonly deal: DealRow;
  readonly times: Times;
  readonly confirmations: Confirmations;
  readonly fromTeam: Awaited<ReturnType<typeof teamMessagesOf>>;
  readonly review: ReviewRow | null;
  readonly now: Date;
}

export const toReview = (row: ReviewRow): ReviewDto => ({
  _id: row.id,
  stars: row.stars,
  text: row.text,
  masked: row.masked,
  createdAt: row.createdAt.toISOString(),
  answer:
    row.answer !== null && row.answeredAt !== null
      ? {
          text: row.answer,
          masked: row.answerMasked ?? [],
          createdAt: row.answeredAt.toISOString(),
        }
      : null,
  answerRemoved: row.answerRemovedBecause,
});

const toSummary = (row: DealRow): DealSummary => ({
  _id: row.offerId,
  leadId: row.leadId,
  patientId: row.patientId,
  clinicId: row.clinicId,
  status: row.status,
  ...instantsOf(row, ['createdAt', 'scheduledFor']),
  priceSealed: sealedOf(row),
});

const toTeamMessage = ({ id, text, createdAt }: DealRows['fromTeam'][number]) => ({
  _id: id,
  text,
  createdAt: createdAt.toISOString(),
});

const sealedOf = (row: DealRow) => acceptedPriceOf(row).sealed;

/** A deal in the eyes of one of its sides. */
function toDeal(as: Side, rows: DealRows): DealFields {
  const { deal, times, confirmations } = rows;
  const treated = {
    patient: saidBy('patient', confirmations),
    clinic: saidBy('clinic', confirmations),
  };
  const review = rows.review && rows.review.removedAt === null ? toReview(rows.review) : null;
  return {
    _id: deal.offerId,
    leadId: deal.leadId,
    clinicId: deal.clinicId,
    as,
    status: deal.status,
    createdAt: deal.createdAt.toISOString(),
    times: times.map(({ id, from, startsAt, note, status, createdAt }) => ({
      ...{ _id: id, from, note, status },
      startsAt: startsAt.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    scheduledFor: deal.scheduledFor?.toISOString() ?? null,
    treated,
    treatedAt: deal.treatedAt?.toISOString() ?? null,
    priceSealed: sealedOf(deal),
    priceAccepted: { ...sealedOf(deal), amountCents: acceptedPriceOf(deal).totalCents },
    assumptions: [...(deal.assumptions ?? [])],
    priceFinal: deal.treatedAt && priceOnly(agreedPrice([treated.patient, treated.clinic])),
    ...standing(deal),
    fromTeam: rows.fromTeam.map(toTeamMessage),
    review,
    reviewRemoved: rows.review?.removedBecause ?? null,
    actions: actionsOf(as, rows),
  };
}

const priceOnly = (price: ReturnType<typeof agreedPrice>) =>
  price && { amountCents: price.amountCents, currency: price.currency };

function standing(deal: DealRow): Pick<DealFields, 'denied' | 'still' | 'cancelled'> {
  const { deniedAt, deniedBy, stillSince, stillBecause, cancelledAt, cancelledBy, cancelCode } =
    deal;
  return {
    denied:
      deniedAt && deniedBy
        ? { by: deniedBy, at: deniedAt.toISOString(), reason: deal.denialReason }
        : null,
    still:
      stillSince && stillBecause
        ? { because: stillBecause, since: stillSince.toISOString() }
        : null,
    cancelled:
      cancelledAt && cancelledBy && cancelCode
        ? {
            by: cancelledBy,
            code: cancelCode,
            reason: deal.cancelReason,
            at: cancelledAt.toISOString(),
          }
        : null,
  };
}

function saidBy(side: Side, said: Confirmations): DealFields['treated']['patient'] {
  const found = said.find((one) => one.side === side);
  if (!found) return null;
  const { amountCents, currency, reason, because, at, treatedOn } = found;
  return { amountCents, currency, reason, because, at: at.toISOString(), treatedOn };
}

/** What the machine would take of a side now. */
export function actionsOf(
  as: Side,
  { deal, times, confirmations, review, now }: DealRows,
): DealAction[] {
  const { phase, scheduledFor } = deal;
  const over = scheduledFor !== null && scheduledFor <= now;
  const said = confirmations.some(({ side }) => side === as);
  const agreeing = ['accepted', 'scheduled', 'disputed'].includes(phase);
  const waiting = times.find(({ status }) => status === 'proposed');
  const may: Record<DealAction, boolean> = {
    'propose-time': agreeing,
    'answer-time': agreeing && waiting?.from === otherSide(as),
    confirm: !said && !['reviewed', 'cancelled'].includes(phase) && hasBegun(scheduledFor, now),
    deny: (phase === 'scheduled' && over) || (phase === 'confirming' && !said),
    review: phase === 'treated' && as === 'patient',
    'answer-review':
      as === 'clinic' && review !== null && review.removedAt === null && review.answeredAt === null,
    cancel: phase === 'accepted' || (phase === 'scheduled' && !over),
  };
  return (Object.keys(may) as DealAction[]).filter((action) => may[action]);
}

/** Whether something is the acting side's: asked where a browser is patient and clinic at once. */
const isThere = async (looked: Promise<unknown>): Promise<boolean> => {
  try {
    await looked;
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return false;
    throw error;
  }
};

export const isOwnDeal = (ctx: CtxOf<Side>, offerId: string) => isThere(ownDeal(ctx, offerId));
export const isOwnReview = (ctx: CtxOf<Side>, reviewId: string) =>
  isThere(ownReview(ctx, reviewId));

/** A deal of the acting side, and whose contact belongs to it: both read by who puts the answer together. */
interface ReadDeal {
  readonly deal: DealFields;
  readonly patientId: string;
}

/**
 * A deal of the acting side, by its offer's id.
 *
 * @throws AppError `not_found`
 */
export async function readDeal(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<ReadDeal> {
  const found = await ownDealWithReview(ctx, offerId);
  const { id, patientId } = found.deal;
  const [times, confirmations, fromTeam] = await Promise.all([
    timesOf(ctx, id),
    confirmationsOf(ctx, id),
    teamMessagesOf(ctx, id),
  ]);
  return {
    deal: toDeal(ctx.actor.kind, { ...found, times, confirmations, fromTeam }),
    patientId,
  };
}

/** The acting side's deals, by the ids of their offers; an offer that has none, or is not theirs, is missing. */
export async function dealsOfOffers(
  ctx: CtxOf<Side>,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, DealSummary>> {
  if (offerIds.length === 0 || !mayLook(ctx)) return new Map();
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(and(dealsOf(ctx), isAmong(deal.offerId, offerIds)));
  return new Map(rows.map((row) => [row.offerId, toSummary(row)]));
}

const pageSize = 20;

/**
 * The acting clinic's deals that stand at `status`, newest first, 20 a page.
 *
 * @throws AppError `invalid_cursor`
 */
export async function dealsOfClinic(
  ctx: CtxOf<'clinic'>,
  { status, cursor }: { status: DealStatus; cursor?: string },
): Promise<{ deals: DealSummary[]; nextCursor: string | null }> {
  if (!mayLook(ctx)) return { deals: [], nextCursor: null };
  const from = cursor ? readCursor(cursor) : null;
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(
      and(
        dealsOf(ctx),
        eq(deal.status, status),
        from
          ? sql`(${deal.createdAt}, ${deal.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    deals: page.map(toSummary),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** So many treatments that lie ahead of a patient are shown as such; who has more sees the newest. */
const mostAhead = 50;

const isAhead = ({ actor }: CtxOf<'patient'>) =>
  and(eq(deal.patientId, actor.id), inArray(deal.status, ['accepted', 'scheduled']));

/** The acting patient's deals whose treatment lies ahead or is not settled, the newest 50. */
export async function dealsAhead(ctx: CtxOf<'patient'>): Promise<DealSummary[]> {
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(isAhead(ctx))
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(mostAhead);
  return rows.map(toSummary);
}

/** The offers of two of {@link dealsAhead}: enough to know whether one alone lies ahead. */
export async function foremostDeals(ctx: CtxOf<'patient'>): Promise<string[]> {
  const rows = await ctx.db
    .select({ offerId: deal.offerId })
    .from(deal)
    .where(isAhead(ctx))
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(2);
  return rows.map(({ offerId }) => offerId);
}

/** The acting patient's deals of these requests; a request has one at most. */
export async function dealsOfLeads(
  ctx: CtxOf<'patient'>,
  leadIds: readonly string[],
): Promise<DealSummary[]> {
  if (leadIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(and(eq(deal.patientId, ctx.actor.id), isAmong(deal.leadId, leadIds)));
  return rows.map(toSummary);
}

/** What a calendar entry of a deal follows from. */
interface AgreedDate {
  readonly dealId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly startsAt: Date;
  readonly sequence: number;
  readonly changedAt: Date;
  readonly cancelled: boolean;
}

/**
 * The date that both sides of the acting side's deal have agreed on, also after it was called off.
 *
 * @throws AppError `not_found`; `not_scheduled` before there is one
 */
export async function agreedDate(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<AgreedDate> {
  const { id, patientId, clinicId, scheduledFor, calendarAt, sequence, status } = await ownDeal(
    ctx,
    offerId,
  );
  if (!scheduledFor || !calendarAt) throw new AppError('not_scheduled');
  return {
    ...{ dealId: id, patientId, clinicId, sequence },
    startsAt: scheduledFor,
    changedAt: calendarAt,
    cancelled: status === 'cancelled',
  };
}

/** When the visit of a deal begins, for the mails about it; null without a date, and after it was called off. */
export async function startOfVisit(
  ctx: Ctx,
  { offerId }: { offerId: string },
): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ at: deal.scheduledFor })
    .from(deal)
    .where(
      and(eq(deal.offerId, offerId), isNotNull(deal.scheduledFor), ne(deal.status, 'cancelled')),
    );
  return row?.at ?? null;
}

/**
 * The day of a treatment that was confirmed: the date that both agreed on, else the day that the first side to confirm
 * gave; never after it was confirmed.
 */
export async function dayOfTreatment(ctx: Ctx, { offerId }: { offerId: string }): Promise<Date> {
  const given = sql`(select (min(c.treated_on) + time '12:00') at time zone ${clinicZone}
    from ${confirmation} c where c.deal_id = ${deal.id})`;
  const [row] = await ctx.db
    .select({
      at: sql`least(${deal.treatedAt}, coalesce(${deal.scheduledFor}, ${given}))`.mapWith(
        deal.treatedAt,
      ),
    })
    .from(deal)
    .where(and(eq(deal.offerId, offerId), isNotNull(deal.treatedAt)));
  if (!row) throw new Error(`the deal of offer ${offerId} is not treated`);
  return row.at;
}
