import { showPhone } from '#contracts/identity';
import { ownClinicProfile } from '#modules/clinic-onboarding';
import { reputationOf } from '#modules/deals';
import { offerFigures } from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { ownNotices } from '#workflows';
import { countryIn } from '#app/clinic/countries';
import { cityNames } from '#app/i18n/city-names';
import { textIn } from '#app/i18n/server';
import { endingsOf } from './ending';

/** Entries of the profile's list; all of them are behind its link. */
const activities = 5;

/** An approved clinic as it stands: what it says, what was verified, how it fares, and what happened last. */
export async function loadOverview(ctx: Ctx<ActorOf<'clinic'>>) {
  const [own, reputations, figures, told] = await Promise.all([
    ownClinicProfile(ctx),
    reputationOf(ctx, [ctx.actor.id]),
    offerFigures(ctx),
    ownNotices(ctx),
  ]);
  const { clinic, slug, listed, profile, verifications, mayOffer, changes, pictures, today } = own;
  const { clinicName, doctorName, address, specialties, experience } = clinic;
  const t = textIn(ctx.locale);
  const place = { city: cityNames(t, clinic.city), country: countryIn(t, clinic.country) };
  const { email, website, description, licenseNumber } = clinic;
  return {
    clinic: { clinicName, doctorName, address, ...place, specialties, experience },
    contact: { email, website, phone: showPhone(clinic.phoneNumber) },
    about: { description, licenseNumber, languages: profile.languages },
    doctors: profile.doctors,
    page: { slug, listed },
    endings: endingsOf(verifications, today),
    mayOffer,
    changing: changes.map(({ point }) => point),
    pictures: pictures.map(({ id, review }) => ({ id, review })),
    reputation: reputations.get(clinic._id)!,
    figures,
    activity: told.notifications.slice(0, activities),
  };
}
export type Overview = Awaited<ReturnType<typeof loadOverview>>;
