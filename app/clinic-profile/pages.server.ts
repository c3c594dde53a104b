import { type ActionFunctionArgs, data } from '@remix-run/node';
import { z } from 'zod';
import {
  billingForm,
  clinicInfoForm,
  doctorsForm,
  privacyForm,
  type VerifiedPoint,
  verifiedPoints,
  verifiedPointsForm,
} from '#contracts/clinic-onboarding';
import { showPhone } from '#contracts/identity';
import {
  askForChanges,
  nameDoctor,
  ownClinicProfile,
  ownSections,
  removeDocument,
  removePicture,
  saveBilling,
  saveDoctors,
  savePrivacy,
} from '#modules/clinic-onboarding';
import { reputationOf } from '#modules/deals';
import { offerFigures } from '#modules/offers';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { addPicture, askOwnArchive, ownNotices, saveInfo } from '#workflows';
import { endingsOf } from './ending';
import { profilePath } from './paths';
import { countryIn } from '#app/clinic/countries';
import { documentAction } from '../clinic/document-action.server';
import { contextFor } from '#app/http/context.server';
import { unlessGone, refusedInWords } from '#app/http/errors';
import { intent, isAnswer, pageAction, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { cityNames } from '#app/i18n/city-names';
import { textIn } from '#app/i18n/server';

/** Entries of the profile's list; all of them are behind its link. */
const activities = 5;

/** An approved clinic as it stands: what it says, what was verified, how it fares, and what happened last. */
export async function loadOverview(ctx: CtxOf<'clinic'>) {
  const [own, reputations, figures, news] = await Promise.all([
    ownClinicProfile(ctx),
    reputationOf(ctx, [ctx.actor.id]),
    offerFigures(ctx),
    ownNotices(ctx),
  ]);
  const { clinic, slug, listed, profile, verifications, mayOffer, changes, pictures } = own;
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
    endings: endingsOf(verifications, own.legal, own.today),
    mayOffer,
    changing: changes.map(({ point }) => point),
    pictures: pictures.map(({ id, review }) => ({ id, review })),
    reputation: reputations.get(clinic._id)!,
    figures,
    activity: news.notifications.slice(0, activities),
  };
}
export type Overview = Awaited<ReturnType<typeof loadOverview>>;

/** What the forms of everything that nobody checks begin with. */
export const loadSections = async (ctx: CtxOf<'clinic'>) => ({
  clinicId: ctx.actor.id,
  ...(await ownSections(ctx)),
});
export type Sections = Awaited<ReturnType<typeof loadSections>>;

const saved = (): Response => redirect(`${profilePath}?saved`);

export const infoAction = pageAction('clinic-manager', {
  info: intent('clinic-manager', clinicInfoForm, async (ctx, info) => {
    await saveInfo(ctx, info);
    return saved();
  }),
});

export const doctorsAction = pageAction('clinic-manager', {
  doctors: intent('clinic-manager', doctorsForm, async (ctx, doctors) => {
    await saveDoctors(ctx, doctors);
    return saved();
  }),
});

export const billingAction = pageAction('approved-owner', {
  billing: intent('approved-owner', billingForm, async (ctx, billing) => {
    await saveBilling(ctx, billing);
    return saved();
  }),
});

export const privacyAction = pageAction('approved-owner', {
  export: intent('approved-owner', z.object({}), async (ctx) => {
    await askOwnArchive(ctx);
    return redirect(`${profilePath}/privacy`);
  }),
  privacy: intent('approved-owner', privacyForm, async (ctx, choices) => {
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
export async function loadVerified(ctx: CtxOf<'clinic'>) {
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

export const verifiedAction = pageAction('approved-owner', {
  verified: intent('approved-owner', verifiedPointsForm, async (ctx, points) => {
    const { waiting } = await askForChanges(ctx, points);
    return redirect(waiting > 0 ? `${verifiedPath}?asked` : verifiedPath);
  }),
  'take-back': intent(
    'approved-owner',
    z.strictObject({ point: z.enum(verifiedPoints) }),
    async (ctx, { point }) => {
      const { clinic, points, versions } = await ownClinicProfile(ctx);
      const wanted = { ...points, [point]: clinic[point], version: versions.points };
      await askForChanges(ctx, wanted);
      return redirect(verifiedPath);
    },
  ),
});

const documentsPath = `${profilePath}/documents`;

/** What stands for each kind, and its files but those that a newer one has replaced. */
export async function loadDocuments(ctx: CtxOf<'clinic'>) {
  const { clinic, verifications, mayOffer, legal, today } = await ownClinicProfile(ctx);
  return {
    documents: clinic.documents.filter(({ superseded }) => !superseded),
    endings: endingsOf(verifications, legal, today),
    mayOffer,
    legal: [...legal],
  };
}

const documentForms = pageAction('approved-owner', {
  'remove-document': intent('approved-owner', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeDocument(ctx, { id }).catch(unlessGone);
    return redirect(documentsPath);
  }),
});

const documentForm = documentAction({
  audience: 'approved-owner',
  then: () => Promise.resolve(redirect(documentsPath)),
});

/** Documents come as a form with files where there is no script; everything else is a plain form. */
export const documentsAction = withFiles(documentForm, documentForms);

const picturesPath = `${profilePath}/pictures`;
const field = 'picture';

export async function loadPictures(ctx: CtxOf<'clinic'>) {
  const { clinic, slug, pictures, profile } = await ownClinicProfile(ctx);
  const doctors = new Set([clinic.doctorName, ...profile.doctors.map(({ name }) => name)]);
  return { clinicName: clinic.clinicName, slug, pictures, doctors: [...doctors] };
}

/** Why a picture was not taken: its name, and the words for it. */
export interface PictureFailure {
  readonly name: string | null;
  readonly words: string;
}

export interface PicturesReply {
  readonly intent: 'pictures';
  readonly failures: readonly PictureFailure[];
}

/** Nothing chosen: the rooms and the house. */
const namedDoctor = z.object({ id: z.uuid(), doctorName: z.string().max(200).optional() });

const pictureForms = pageAction('clinic-manager', {
  'remove-picture': intent('clinic-manager', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removePicture(ctx, { id }).catch(unlessGone);
    return redirect(picturesPath);
  }),
  'name-doctor': intent('clinic-manager', namedDoctor, async (ctx, { id, doctorName = null }) => {
    await nameDoctor(ctx, { id, doctorName }).catch(unlessGone);
    return redirect(picturesPath);
  }),
});

/** Pictures come as one form with files, with a script and without; everything else is a plain form. */
export const picturesAction = withFiles(takePictures, pictureForms);

/** Takes any number of pictures; one that is not taken costs none of the others. */
async function takePictures({ request, context }: ActionFunctionArgs) {
  const failures: PictureFailure[] = [];
  let status = 422;
  const note = (thrown: unknown, name: string | null): void => {
    const refused = refusedInWords(thrown, context);
    status = refused.status;
    failures.push({ name, words: refused.words[0]! });
  };
  try {
    const ctx = await contextFor(context, request, 'clinic-manager');
    let taken = 0;
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: formUploadBytes,
      onFile: async (file) => {
        if (file.field !== field) throw new AppError('malformed_upload');
        await addPicture(ctx, { bytes: file.bytes }).then(
          () => (taken += 1),
          (error: unknown) => note(error, file.name),
        );
      },
    });
    if (failures.length === 0) {
      if (taken > 0) return redirect(`${picturesPath}?added`);
      note(noneChosen(), null);
    }
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown;
    note(thrown, null);
  }
  return data({ intent: 'pictures', failures } satisfies PicturesReply, { status });
}

const noneChosen = (): AppError =>
  new AppError('validation_failed', { fields: { [field]: ['onboarding.error.picture-empty'] } });
