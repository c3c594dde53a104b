import { isAmong } from '#platform/base/columns.server';
import { and, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  byId,
  columnsOf,
  deleteSome,
  pagesOf,
  type Person,
  type PersonData,
  type Reach,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import {
  answer,
  confirmation,
  deal,
  report,
  reputation,
  review,
  teamMessage,
  time,
} from './tables.server';

const isOf = ({ kind, id }: Person): SQL =>
  eq(kind === 'patient' ? deal.patientId : deal.clinicId, id);
const reviewsOf = ({ kind, id }: Person): SQL =>
  eq(kind === 'patient' ? review.patientId : review.clinicId, id);

/** Deals that are neither done nor called off: for a clinic, treatments ahead. */
const ahead = inArray(deal.phase, ['accepted', 'scheduled', 'confirming', 'disputed']);

/** How many treatments a clinic still has ahead of it, or has not settled. */
export async function dealsAheadOf(ctx: Ctx, { clinicId }: { clinicId: string }): Promise<number> {
  const rows = await ctx.db
    .select({ id: deal.id })
    .from(deal)
    .where(and(eq(deal.clinicId, clinicId), ahead))
    .limit(1_000);
  return rows.length;
}

/** What each side typed about dates, reasons and prices; dates and prices themselves stay. */
async function eraseWords(ctx: Ctx, which: SQL): Promise<number> {
  const ids = ctx.db.select({ id: deal.id }).from(deal).where(which);
  const said = or(isNotNull(deal.denialReason), isNotNull(deal.cancelReason));
  const deals = await ctx.db
    .update(deal)
    .set({ denialReason: null, cancelReason: null })
    .where(and(which, said))
    .returning({ id: deal.id });
  const times = await ctx.db
    .update(time)
    .set({ note: null })
    .where(and(inArray(time.dealId, ids), isNotNull(time.note)))
    .returning({ id: time.id });
  const prices = await ctx.db
    .update(confirmation)
    .set({ reason: null })
    .where(and(inArray(confirmation.dealId, ids), isNotNull(confirmation.reason)))
    .returning({ id: confirmation.dealId });
  return deals.length + times.length + prices.length;
}

/** Those of these offers whose treatment is ahead, or not settled. */
export async function offersWithDealAhead(
  ctx: Ctx,
  offerIds: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db
    .select({ offerId: deal.offerId })
    .from(deal)
    .where(and(isAmong(deal.offerId, offerIds), ahead));
  return rows.map(({ offerId }) => offerId);
}

/** One step towards no word being left of the deals about these offers, the team's included. */
export async function eraseWordsOfDeals(ctx: Ctx, offerIds: readonly string[]): Promise<number> {
  const which = isAmong(deal.offerId, offerIds);
  const ids = ctx.db.select({ id: deal.id }).from(deal).where(which);
  const own = await eraseWords(ctx, which);
  return own + (await deleteSome(ctx, teamMessage, inArray(teamMessage.dealId, ids)));
}

/** The stars of a patient who left stay, as a number of nobody's; of a clinic that left its answers go. */
async function eraseReviews(ctx: Ctx, person: Person): Promise<number> {
  const noAnswer = {
    answer: null,
    answerMasked: null,
    answeredAt: null,
    answerRemovedBecause: null,
  };
  const own = person.kind === 'patient';
  const rows = await ctx.db
    .update(review)
    .set(own ? { ...noAnswer, text: '', masked: [], reportedAt: null } : noAnswer)
    .where(
      and(
        reviewsOf(person),
        or(
          isNotNull(review.answer),
          isNotNull(review.answeredAt),
          own ? ne(review.text, '') : undefined,
        ),
      ),
    )
    .returning({ id: review.id });
  return rows.length;
}

interface Copy extends Reach {
  readonly person: Person;
}

async function dealsAfter(
  ctx: Ctx,
  { person, closedAmong }: Copy,
  after: { id: string } | null,
  limit: number,
) {
  const rows = await byId<typeof deal.$inferSelect>(ctx, deal, isOf(person))(after, limit);
  const ids = rows.map(({ id }) => id);
  const [times, prices, words] = await Promise.all([
    ctx.db.select().from(time).where(isAmong(time.dealId, ids)),
    ctx.db.select().from(confirmation).where(isAmong(confirmation.dealId, ids)),
    ctx.db.select().from(teamMessage).where(isAmong(teamMessage.dealId, ids)),
  ]);
  const closed = await closedAmong(rows.map(({ offerId }) => offerId));
  return rows.map((row) => {
    const { patientId: _patient, clinicId, sequence: _sequence, calendarAt: _at, ...shown } = row;
    const isIts = ({ dealId }: { dealId: string }) => dealId === row.id;
    const all = {
      ...shown,
      ...(person.kind === 'patient' ? { clinicId } : {}),
      times: times.filter(isIts).map(({ dealId: _id, ...one }) => one),
      confirmations: prices.filter(isIts).map(({ dealId: _id, ...one }) => one),
      fromTheTeam: words.filter(isIts).map(({ text, createdAt }) => ({ text, createdAt })),
    };
    return closed.has(row.offerId)
      ? {
          ...all,
          ...(row.deniedBy === 'patient' ? { denialReason: null } : {}),
          ...(row.cancelledBy === 'patient' ? { cancelReason: null } : {}),
          times: all.times.map((one) => (one.from === 'patient' ? { ...one, note: null } : one)),
          confirmations: all.confirmations.map((one) =>
            one.side === 'patient' ? { ...one, reason: null } : one,
          ),
          fromTheTeam: [],
        }
      : all;
  });
}

export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person, reach: Reach) {
    yield rowsAs('deals', (after: { id: string } | null, limit) =>
      dealsAfter(ctx, { ...reach, person }, after, limit),
    );
    yield rowsAs('reviews', async (after: { id: string } | null, limit) => {
      const rows = await byId<typeof review.$inferSelect>(
        ctx,
        review,
        reviewsOf(person),
      )(after, limit);
      return rows.map(
        ({ patientId: _patient, masked: _masked, answerMasked: _a, reportedAt: _r, ...row }) => row,
      );
    });
    const reviews = ctx.db.select({ id: review.id }).from(review).where(reviewsOf(person));
    yield pagesOf(ctx, 'reports', {
      table: report,
      columns: columnsOf(report, ['reviewId', 'reason', 'at']),
      which: and(eq(report.side, person.kind), inArray(report.reviewId, reviews))!,
      by: 'reviewId',
    });
  },

  erase(ctx, person) {
    const deals = ctx.db.select({ id: deal.id }).from(deal).where(isOf(person));
    const reviews = ctx.db.select({ id: review.id }).from(review).where(reviewsOf(person));
    const isClinic = person.kind === 'clinic';
    const none = () => Promise.resolve(0);
    return stepOf(
      () => eraseWords(ctx, isOf(person)),
      () => deleteSome(ctx, teamMessage, inArray(teamMessage.dealId, deals)),
      () => deleteSome(ctx, report, inArray(report.reviewId, reviews)),
      () => eraseReviews(ctx, person),
      isClinic ? () => deleteSome(ctx, reputation, eq(reputation.clinicId, person.id)) : none,
      isClinic ? () => deleteSome(ctx, answer, eq(answer.clinicId, person.id)) : none,
    );
  },
};
