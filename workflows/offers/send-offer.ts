import type { OfferFields } from '#contracts/offers';
import { claimAttachments } from '#modules/attachments';
import { lockOfferingProfile, mayOffer, offerCurrencyOf } from '#modules/clinic-onboarding';
import { matches } from '#modules/exchange';
import { leadFlow, leadForClinics, offerCap } from '#modules/leads';
import {
  precheckOffer,
  readOffer,
  reviseOffer as revise,
  sendOffer as send,
} from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { withTransaction, lockAggregate } from '#engine';
import { readSetting } from '#platform/settings/settings';
import { presentOffer, type PresentedOffer } from './shown-offers';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

/**
 * The acting clinic sends an offer for a request that it sees. Whether it may is asked of the clinic and of the request
 * themselves, each under its lock, in this order: nobody is shut out, and no request ends or fills up, between the
 * question and the offer.
 *
 * @throws AppError `forbidden` (not approved), `verification_expired`, `not_found` (nothing that it sees), `lead_closed`, `offer_exists`,
 *   `offers_full`, `too_many_requests`, `validation_failed`
 */
export function sendOffer(
  ctx: ClinicCtx,
  { leadId, offerId, fields }: { leadId: string; offerId: string; fields: OfferFields },
): Promise<PresentedOffer> {
  return withTransaction(ctx, async (tx) => {
    await precheckOffer(tx);
    const profile = await lockOfferingProfile(tx);
    const clinicId = tx.actor.id;
    if (!(await mayOffer(tx, clinicId))) throw new AppError('verification_expired');
    await lockAggregate(tx, leadFlow, [leadId]);
    const lead = await leadForClinics(tx, { leadId });
    if (!lead || !matches(profile, lead)) throw new AppError('not_found');
    if (lead.status !== 'reviewed' && lead.status !== 'offers_received')
      throw new AppError('lead_closed');
    const { subTreatment } = lead;
    const cap = await readSetting(tx, offerCap);
    const currency = await offerCurrencyOf(tx, clinicId);
    await send(tx, { offerId, lead, cap, fields, subTreatment, currency });
    await claimAttachments(tx, fields.attachments, { parent: { offerId }, isOpen: false });
    return presentOffer(tx, await readOffer(tx, { offerId }));
  });
}

/**
 * The acting clinic says something else in its live offer.
 *
 * @throws AppError `forbidden`, `not_found`, `already_decided`, `offer_expired`, `validation_failed`
 */
export function reviseOffer(
  ctx: ClinicCtx,
  { offerId, fields }: { offerId: string; fields: OfferFields },
): Promise<PresentedOffer> {
  return withTransaction(ctx, async (tx) => {
    const found = await readOffer(tx, { offerId });
    await lockOfferingProfile(tx);
    const { subTreatment } = (await leadForClinics(tx, found))!;
    await revise(tx, found, { fields, subTreatment });
    await claimAttachments(tx, fields.attachments, { parent: { offerId }, isOpen: false });
    return presentOffer(tx, await readOffer(tx, { offerId }));
  });
}
