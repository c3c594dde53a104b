import { z } from 'zod';
import {
  billingForm,
  clinicInfoForm,
  doctorsForm,
  privacyForm,
  verifiedPointsForm,
  verifiedPoints,
  type VerifiedPoint,
} from '#contracts/clinic-onboarding';
import {
  askForChanges,
  ownClinicProfile,
  ownSections,
  saveBilling,
  saveDoctors,
  saveInfo,
  savePrivacy,
} from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { askOwnArchive } from '#workflows';
import { countryIn } from '#app/clinic/countries';
import { cityNames } from '#app/i18n/city-names';
import { textIn } from '#app/i18n/server';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { profilePath } from './paths';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

/** What the forms of everything that nobody checks begin with. */
export const loadSections = async (ctx: ClinicCtx) => ({
  clinicId: ctx.actor.id,
  ...(await ownSections(ctx)),
});
export type Sections = Awaited<ReturnType<typeof loadSections>>;

const saved = (): Response => redirect(`${profilePath}?saved`);

export const infoAction = pageAction('approved-clinic', {
  info: intent('approved-clinic', clinicInfoForm, async (ctx, info) => {
    await saveInfo(ctx, info);
    return saved();
  }),
});

export const doctorsAction = pageAction('approved-clinic', {
  doctors: intent('approved-clinic', doctorsForm, async (ctx, doctors) => {
    await saveDoctors(ctx, doctors);
    return saved();
  }),
});

export const billingAction = pageAction('approved-clinic', {
  billing: intent('approved-clinic', billingForm, async (ctx, billing) => {
    await saveBilling(ctx, billing);
    return saved();
  }),
});

export const privacyAction = pageAction('approved-clinic', {
  export: intent('approved-clinic', z.object({}), async (ctx) => {
    await askOwnArchive(ctx);
    return redirect(`${profilePath}/privacy`);
  }),
  privacy: intent('approved-clinic', privacyForm, async (ctx, choices) => {
    await savePrivacy(ctx, choices);
    return saved();
  }),
});

const verifiedPath = `${profilePath}/verified`;

/** City and country of a clinic are kept by their English names, and read in the reader's language. */
function inWords<Value>({ locale }: Ctx, point: VerifiedPoint, value: Value): Value | string {
  if (typeof value !== 'string') return value;
  if (point === 'city') return cityNames(textIn(locale), value);
  return point === 'country' ? countryIn(textIn(locale), value) : value;
}

/** What was verified, what of it is to change, and what was refused. */
export async function loadVerified(ctx: ClinicCtx) {
  const { clinic, changes, refusals, points, versions } = await ownClinicProfile(ctx);
  return {
    clinicId: clinic._id,
    shown: verifiedPoints.map((point) => ({ point, value: inWords(ctx, point, clinic[point]) })),
    changes: changes.map((one) => ({ ...one, value: inWords(ctx, one.point, one.value) })),
    refusals: refusals.map((one) => ({ ...one, value: inWords(ctx, one.point, one.value) })),
    points,
    version: versions.points,
  };
}

export const verifiedAction = pageAction('approved-clinic', {
  verified: intent('approved-clinic', verifiedPointsForm, async (ctx, points) => {
    const { waiting } = await askForChanges(ctx, points);
    return redirect(waiting > 0 ? `${verifiedPath}?asked` : verifiedPath);
  }),
  'take-back': intent(
    'approved-clinic',
    z.strictObject({ point: z.enum(verifiedPoints) }),
    async (ctx, { point }) => {
      const { clinic, points, versions } = await ownClinicProfile(ctx);
      const wanted = { ...points, [point]: clinic[point], version: versions.points };
      await askForChanges(ctx, wanted);
      return redirect(verifiedPath);
    },
  ),
});
