import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { deal } from '../tables.server';
import { ownDeal, type PartyCtx } from '../repo.server';

/** What a calendar entry of a deal follows from. */
export interface AgreedDate {
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
  ctx: PartyCtx,
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
