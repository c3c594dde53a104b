import { and, eq } from 'drizzle-orm';
import type { SubTreatment } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { startFlow } from '#platform/flow';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import type { Currency } from '../currencies';
import { itemsOf } from '../items';
import type { OfferFields } from '../offer-fields';
import { offerFlow } from '../offer.flow.server';
import { isLiveRow } from '../repo.server';
import { offerBudgets, offerValidity } from '../settings';
import { offer, revision } from '../tables.server';

type ClinicTx = TxCtx<ActorOf<'clinic'>>;

/** What an offer says, ready to be stored. */
interface Said {
  readonly fields: OfferFields;
  /** Of the request; decides which lines there are. */
  readonly subTreatment: SubTreatment;
  /** Where the fields name none. */
  readonly currency: Currency;
}

/** Lets the acting clinic send an offer, against its budget per hour. @throws AppError `too_many_requests` */
export async function admitOffer(ctx: ClinicTx): Promise<void> {
  const { perHour: limit } = await readSetting(ctx, offerBudgets);
  const rule = { name: 'offers.sent-per-hour', limit, window: hours(1) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/**
 * Stores the acting clinic's offer for a request and starts its clock, within the caller's transaction. The caller holds
 * the request's lock and has found it open, and that this clinic may offer.
 *
 * @throws AppError `offer_exists`, `offers_full`; `validation_failed` for a line that the treatment does not have
 */
export async function sendOffer(
  ctx: ClinicTx,
  {
    offerId,
    lead,
    cap,
    ...said
  }: { offerId: string; lead: { id: string; patientId: string }; cap: number } & Said,
): Promise<void> {
  const slot = await freeSlot(ctx, lead.id, cap);
  const validity = await readSetting(ctx, offerValidity);
  await ctx.db.insert(offer).values({
    id: offerId,
    leadId: lead.id,
    patientId: lead.patientId,
    clinicId: ctx.actor.id,
    createdAt: sqlNow,
    status: 'pending',
    slot,
    revision: 1,
    // The flow's projection says until when, in this transaction.
    expiresAt: sqlNow,
  });
  await storeRevision(ctx, { offerId, revision: 1, ...said });
  await startFlow(ctx, offerFlow, {
    id: offerId,
    root: lead.id,
    input: {
      offerId,
      leadId: lead.id,
      patientId: lead.patientId,
      clinicId: ctx.actor.id,
      validity,
    },
  });
}

/** The first place that nobody holds. What holds the cap against whoever is not under the lock is the index of places. */
async function freeSlot(ctx: ClinicTx, leadId: string, cap: number): Promise<number> {
  const live = await ctx.db
    .select({ slot: offer.slot, clinicId: offer.clinicId })
    .from(offer)
    .where(and(eq(offer.leadId, leadId), isLiveRow));
  if (live.some(({ clinicId }) => clinicId === ctx.actor.id)) throw new AppError('offer_exists');
  const taken = new Set(live.map(({ slot }) => slot));
  const free = Array.from({ length: cap }, (_, n) => n + 1).find((slot) => !taken.has(slot));
  if (free === undefined || live.length >= cap) throw new AppError('offers_full');
  return free;
}

export async function storeRevision(
  ctx: ClinicTx,
  { fields, subTreatment, currency, ...which }: { offerId: string; revision: number } & Said,
): Promise<void> {
  await ctx.db.insert(revision).values({
    ...which,
    ...fields,
    currency: fields.currency ?? currency,
    items: itemsOf(subTreatment, fields.items),
    at: sqlNow,
  });
}
