import { and, eq, gt } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { isAmong } from '#platform/list-query';
import { isClosedRow, isLiveRow, isOwn, isOver, type Party } from '../repo.server';
import { isLive, type OfferStatus } from '../status';
import { offer, readingEnd } from '../tables.server';

/** Between whom an offer is, and where it stands. */
export interface Parties {
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly status: OfferStatus;
  readonly isLive: boolean;
  /** Its clinic reads nothing of the patient any more, and nobody writes. */
  readonly isClosed: boolean;
}

/**
 * Whom an offer is between, for whoever hangs something on it. Patients and clinics find their own only; staff and the
 * product itself any.
 *
 * @throws AppError `not_found`
 */
export async function partiesOf(
  ctx: Ctx<Party | ActorOf<'staff'> | ActorOf<'system'>>,
  { offerId }: { offerId: string },
): Promise<Parties> {
  const { actor } = ctx;
  const own =
    actor.kind === 'patient' || actor.kind === 'clinic' ? isOwn({ ...ctx, actor }) : undefined;
  const { leadId, patientId, clinicId, status } = offer;
  const [row] = isId(offerId)
    ? await ctx.db
        .select({ leadId, patientId, clinicId, status, isClosed: isClosedRow })
        .from(offer)
        .where(and(eq(offer.id, offerId), own))
    : [];
  if (!row) throw new AppError('not_found');
  return { ...row, isLive: isLive(row.status) };
}

/** Of which of these offers the clinic reads nothing of the patient any more; whoever asks knows whose they are. */
export async function closedAmong(
  ctx: Ctx,
  offerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (offerIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: readingEnd.offerId })
    .from(readingEnd)
    .where(and(isAmong(readingEnd.offerId, offerIds), isOver));
  return new Set(rows.map(({ id }) => id));
}

/** For which requests which of their clinics read nothing of the patient any more. */
export const closedOffersOf = (
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<Array<{ leadId: string; clinicId: string }>> =>
  ctx.db
    .select({ leadId: offer.leadId, clinicId: offer.clinicId })
    .from(offer)
    .where(and(isAmong(offer.leadId, leadIds), isClosedRow));

/** Which clinics have a live offer for these requests, by request; in one order. */
export async function clinicsOffering(
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await ctx.db
    .select({ leadId: offer.leadId, clinicId: offer.clinicId })
    .from(offer)
    .where(and(isAmong(offer.leadId, leadIds), isLiveRow))
    .orderBy(offer.leadId, offer.clinicId);
  const byLead = new Map<string, string[]>();
  for (const { leadId, clinicId } of rows)
    byLead.set(leadId, [...(byLead.get(leadId) ?? []), clinicId]);
  return byLead;
}

/** Live offers of a clinic and what they are for, by ascending id; up to `limit` of those with a greater id than `after`; null: from the first on. */
export const liveOffersOf = (
  ctx: Ctx,
  { clinicId, after, limit }: { clinicId: string; after: string | null; limit: number },
): Promise<Array<{ id: string; leadId: string }>> =>
  ctx.db
    .select({ id: offer.id, leadId: offer.leadId })
    .from(offer)
    .where(and(eq(offer.clinicId, clinicId), isLiveRow, after ? gt(offer.id, after) : undefined))
    .orderBy(offer.id)
    .limit(limit);
