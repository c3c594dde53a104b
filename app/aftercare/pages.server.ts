import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import {
  answerCheckInSchema,
  type CareAnswers,
  type CareQuestion,
  careQuestions,
  maxUsed,
  placeSchema,
  recordSchema,
  replySchema,
} from '#contracts/aftercare';
import { replyToCheckIn } from '#modules/aftercare';
import type { Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import {
  addAftercarePhoto,
  agreeToAftercare,
  answerAftercare,
  giveTreatmentRecord,
  photosBefore,
  readAftercare,
  shareAftercarePhotos,
  stopAftercare,
} from '#workflows';
import { intent, notFound, pageAction, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { slotIn, takeOnePhoto } from '#app/photos/one-photo.server';

const idOf = ({ params }: Pick<PageArgs, 'params'>): string => params.id ?? '';
const dayOf = ({ params }: Pick<PageArgs, 'params'>): string => params.day ?? '';

/** What both sides' pages show: the aftercare, and the photos of the request that stand before those of the check-ins. */
export async function loadAftercare(ctx: CtxOf<Side>, page: PageArgs) {
  const offerId = idOf(page);
  const care = await readAftercare(ctx, { offerId });
  const hasPhotos = care.checkIns.some(({ photos }) => photos.length > 0);
  return { care, before: hasPhotos ? await photosBefore(ctx, { offerId }) : [] };
}

/** One day of it, for the page on which it is answered. @throws AppError `not_found` for a day that is not asked */
export async function loadCheckIn(ctx: CtxOf<'patient'>, page: PageArgs) {
  const care = await readAftercare(ctx, { offerId: idOf(page) });
  const checkIn = care.checkIns.find(({ day }) => String(day) === dayOf(page));
  if (!checkIn) throw notFound();
  return { care, checkIn };
}

const answer = z.string().optional();
/** The questions as fields of a form: `answers` of the call, each by its name. */
const answerFields = Object.fromEntries(
  (Object.keys(careQuestions) as CareQuestion[]).map((question) => [question, answer]),
) as Record<CareQuestion, typeof answer>;

const line = z.string().optional();
const recordForm = z.object({
  plan: recordSchema.shape.plan,
  personName: line,
  personRole: line,
  personPhone: line,
  personEmail: line,
  used: z
    .array(z.object({ name: line, lot: line }))
    .max(maxUsed)
    .default([]),
});

const forms = {
  agree: z.object({
    ...placeSchema.shape,
    agree: z.literal('on', 'aftercare.error.agree'),
  }),
  answer: z.object({
    ...placeSchema.shape,
    ...answerFields,
    note: answerCheckInSchema.shape.note,
  }),
  share: z.object({ day: z.string(), shared: z.enum(['true', 'false']) }),
  reply: z.object({ day: z.string(), text: replySchema.shape.text }),
  nothing: z.object({}),
};

const ofPatient = (page: PageArgs) => redirect(`/deal/${idOf(page)}/aftercare`);
const ofClinic = (page: PageArgs) => redirect(`/clinic/deal/${idOf(page)}/aftercare`);

export const patientAction = pageAction('patient', {
  agree: intent('patient', forms.agree, async (ctx, { agree: _agree, ...place }, page) => {
    await agreeToAftercare(ctx, { offerId: idOf(page), ...place });
    return ofPatient(page);
  }),
  stop: intent('patient', forms.nothing, async (ctx, _value, page) => {
    await stopAftercare(ctx, { offerId: idOf(page) });
    return ofPatient(page);
  }),
  share: intent('patient', forms.share, async (ctx, { day, shared }, page) => {
    await shareAftercarePhotos(ctx, { offerId: idOf(page), day, shared: shared === 'true' });
    return ofPatient(page);
  }),
});

/** The command names its questions below `answers`; the form has a field for each. */
function underItsField(error: unknown): never {
  const fields = error instanceof AppError ? error.details?.fields : undefined;
  if (!fields) throw error;
  const named = Object.entries(fields).map(([field, words]) => [
    field.replace(/^answers\./, ''),
    words,
  ]);
  throw new AppError('validation_failed', { fields: Object.fromEntries(named) });
}

export const checkInAction = pageAction('patient', {
  answer: intent('patient', forms.answer, async (ctx, { country, zone, note, ...said }, page) => {
    const answers = Object.fromEntries(
      Object.entries(said).filter(([, value]) => value !== undefined && value !== ''),
    ) as CareAnswers;
    const input = { offerId: idOf(page), day: dayOf(page), country, zone, note, answers };
    await answerAftercare(ctx, input).catch(underItsField);
    return ofPatient(page);
  }),
});

const isTyped = (one: Record<string, string | undefined>): boolean =>
  Object.values(one).some((text) => text?.trim());

/** What the form of the record says, in the words of the call; faults lie under its own fields. */
function recordIn(value: z.output<typeof recordForm>) {
  const person = {
    name: value.personName ?? '',
    role: value.personRole ?? '',
    phone: value.personPhone ?? '',
    email: value.personEmail ?? '',
  };
  const typed = {
    plan: value.plan,
    person: isTyped(person) ? person : null,
    used: value.used.filter(isTyped),
  };
  const parsed = recordSchema.safeParse(typed);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => {
    const [first, second] = path.map(String);
    const place = value.used.findIndex((one) => one === typed.used[Number(second)]);
    const name =
      first === 'person'
        ? `person${(second ?? 'name').replace(/^./, (letter) => letter.toUpperCase())}`
        : first === 'used'
          ? `used[${place}].${String(path[2] ?? 'name')}`
          : String(first);
    return [name, [message]];
  });
  throw new AppError('validation_failed', { fields: Object.fromEntries(fields) });
}

export const clinicAction = pageAction('clinic-doctor', {
  record: intent('clinic-doctor', recordForm, async (ctx, value, page) => {
    await giveTreatmentRecord(ctx, { offerId: idOf(page), given: recordIn(value) });
    return ofClinic(page);
  }),
  reply: intent('clinic-doctor', forms.reply, async (ctx, value, page) => {
    await replyToCheckIn(ctx, { offerId: idOf(page), ...value });
    return ofClinic(page);
  }),
});

/** What the page of one view of a check-in shows. @throws AppError `not_found` */
export async function loadCarePhoto(ctx: CtxOf<'patient'>, page: PageArgs) {
  const { care, checkIn } = await loadCheckIn(ctx, page);
  const slot = slotIn(page.url);
  if (!care.slots.includes(slot) || checkIn.answeredAt === null) throw notFound();
  return { slot, day: checkIn.day, back: `/deal/${care._id}/aftercare` };
}

/** Takes the photo and puts it to the day; refused, the page says why and nothing was sent. */
export const addCarePhoto = (args: ActionFunctionArgs) =>
  takeOnePhoto(args, async (ctx, page) => {
    const { slot, back } = await loadCarePhoto(ctx, page);
    const named = { offerId: idOf(page), day: dayOf(page) };
    return { slot, back, add: (photoId) => addAftercarePhoto(ctx, { ...named, photoId }) };
  });
