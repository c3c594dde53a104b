import { detailsAmong, leadValueOf, priorityOf } from '#contracts/consultation';
import type { LeadDetail } from '#contracts/exchange';
import { templateOf, type Currency, type TemplateLine } from '#contracts/offers';
import { approvedProfiles } from '#modules/clinic-onboarding';
import { photosForClinic } from '#modules/consultation';
import { matches } from '#modules/exchange';
import { abbreviatedNames } from '#modules/identity';
import { leadForClinics, type LeadForClinics } from '#modules/leads';
import { ownOfferFor, type Offer } from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { maskNotes, presentOffer, type PresentedOffer } from './shown-offers';

export interface RequestForClinic {
  readonly lead: LeadDetail;
  /** What an offer for it says, in the order shown. */
  readonly offerTemplate: readonly TemplateLine[];
  /** The one that stands, else the last one. */
  readonly ownOffer: PresentedOffer | null;
  /** The currency that the acting clinic's offers start with. */
  readonly currency: Currency;
}

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/**
 * A request as the acting clinic may see it, asked of the clinic, the request and the offer themselves: while it is open,
 * one that it matches or has a live offer for; after the choice the chosen clinic alone.
 *
 * @throws AppError `not_found`
 */
export async function readRequest(
  ctx: Ctx<ActorOf<'clinic'>>,
  { leadId }: { leadId: string },
): Promise<RequestForClinic> {
  const lead = await leadForClinics(ctx, { leadId });
  if (!lead) throw new AppError('not_found');
  const [profiles, own, names] = await Promise.all([
    approvedProfiles(ctx, [ctx.actor.id]),
    ownOfferFor(ctx, { leadId }),
    abbreviatedNames(ctx, { ids: [lead.patientId], lock: false }),
  ]);
  const profile = profiles.get(ctx.actor.id);
  const live = own?.status === 'pending' || own?.status === 'negotiating';
  const seen = isOpen(lead)
    ? live || (profile && matches(profile, lead))
    : own?.status === 'accepted';
  if (!profile || !seen) throw new AppError('not_found');
  const closed = own?.isClosed === true && !isOpen(lead);
  const photos = !closed && lead.photos.length > 0 ? await photosForClinic(ctx, { leadId }) : [];
  return {
    lead: detailOf(
      { ...lead, photos, ...(closed ? nothingOfHealth : {}) },
      { own, patient: names.get(lead.patientId) ?? nameless },
    ),
    offerTemplate: templateOf(lead.subTreatment),
    ownOffer: own && (await presentOffer(ctx, own)),
    currency: profile.currency,
  };
}

/** What is left of a request whose deal is closed: what it was about, no word of the patient's health. */
const nothingOfHealth = { description: '', patientInfo: null };

const isOpen = ({ status }: LeadForClinics): boolean =>
  status === 'reviewed' || status === 'offers_received';

function detailOf(
  lead: LeadForClinics,
  { own, patient }: { own: Offer | null; patient: string },
): LeadDetail {
  const { locations, ...details } = detailsAmong(lead);
  const cents = leadValueOf(lead.budget);
  const shown = own?.status === 'accepted' ? (text: string) => text : maskNotes;
  const { patientInfo: info } = lead;
  return {
    _id: lead.id,
    patient,
    ...details,
    location: locations.length > 0 ? locations.join(', ') : null,
    requestedAt: lead.publishedAt.toISOString(),
    priority: priorityOf(lead.timeline),
    bidsCount: lead.offersCount,
    leadValue: cents && cents / 100,
    description: shown(lead.description),
    photos: lead.photos,
    ...(info
      ? {
          patientInfo: {
            ...info,
            medicalHistory: shown(info.medicalHistory),
            allergies: shown(info.allergies),
          },
        }
      : {}),
    status: own?.status ?? 'new',
    open: isOpen(lead),
  };
}
