import { z } from 'zod';
import {
  answerSchema,
  cancelCodes,
  dealCancelSchema,
  reasonSchema,
  reviewSchema,
  timeSchema,
  timeZones,
  treatedSchema,
} from '#contracts/deals';
import {
  answerReview,
  answerTime,
  cancelDeal,
  confirmTreatment,
  denyTreatment,
  instantAt,
  reportReview,
  writeReview,
} from '#modules/deals';
import { outcomeReportSchema } from '#contracts/outcomes';
import { reportAnswer } from '#modules/outcomes';
import { AppError } from '#platform/base/errors';
import { proposeTime, readDealOf, sendAgain } from '#workflows';
import { intent, notFound, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** '2,500.50' as cents; null for what is no amount. */
function centsOf(typed: string): number | null {
  const found = /^\s*(\d{1,3}(?:,?\d{3})*)(?:\.(\d{1,2}))?\s*$/.exec(typed);
  if (!found) return null;
  return Number(found[1]!.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** What the forms of a deal's pages send; everything else is the call's own schema. */
const dealForms = {
  propose: z.object({
    date: z.iso.date('deals.error.starts_at'),
    time: z
      .string('deals.error.starts_at')
      .regex(/^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/, 'deals.error.starts_at'),
    zone: z.enum(timeZones).default(timeZones[0]),
    note: timeSchema.shape.note,
  }),
  answerTime: z.object({ timeId: z.string() }),
  treated: z.object({
    amount: z
      .string('deals.error.amount')
      .transform((typed) => centsOf(typed))
      .pipe(treatedSchema.shape.finalAmountCents.catch(0))
      .refine((cents) => cents > 0, 'deals.error.amount'),
    reason: treatedSchema.shape.reason,
    because: treatedSchema.shape.because,
    treatedOn: treatedSchema.shape.treatedOn,
  }),
  reason: z.object({ reason: reasonSchema.shape.reason }),
  cancel: z.object({
    code: z.enum(cancelCodes, 'deals.error.code'),
    reason: dealCancelSchema.shape.reason,
  }),
  review: z.object({
    stars: z.coerce.number('deals.error.stars').pipe(reviewSchema.shape.stars),
    text: reviewSchema.shape.text,
  }),
  answer: z.object({ text: answerSchema.shape.text }),
  reportLater: z.object({ answerId: z.string(), reason: outcomeReportSchema.shape.reason }),
  nothing: z.object({}),
};

type Side = 'patient' | 'clinic-manager';
const idOf = ({ params }: PageArgs): string => params.id ?? '';
const pageOf = (side: Side, id: string): string =>
  side === 'patient' ? `/deal/${id}` : `/clinic/deal/${id}`;

/** What both sides' forms do; each leads back to the page, which shows what came of it. */
const intentsOfBoth = (side: Side) => {
  const back = (page: PageArgs) => redirect(pageOf(side, idOf(page)));
  return {
    propose: intent(side, dealForms.propose, async (ctx, { note, ...wall }, page) => {
      const startsAt = instantAt(wall);
      if (!startsAt)
        throw new AppError('validation_failed', { fields: { time: ['deals.error.starts_at'] } });
      await proposeTime(ctx, { offerId: idOf(page), startsAt, note }).catch(underItsField);
      return back(page);
    }),
    ...Object.fromEntries(
      (['accept', 'decline'] as const).map((answer) => [
        `${answer}-time`,
        intent(side, dealForms.answerTime, async (ctx, { timeId }, page) => {
          await answerTime(ctx, { offerId: idOf(page), timeId, answer });
          return back(page);
        }),
      ]),
    ),
    treated: intent(side, dealForms.treated, async (ctx, { amount, ...said }, page) => {
      await confirmTreatment(ctx, { offerId: idOf(page), finalAmountCents: amount, ...said });
      return back(page);
    }),
    'not-treated': intent(side, dealForms.reason, async (ctx, { reason }, page) => {
      await denyTreatment(ctx, { offerId: idOf(page), reason });
      return back(page);
    }),
    cancel: intent(side, dealForms.cancel, async (ctx, value, page) => {
      await cancelDeal(ctx, { offerId: idOf(page), ...value });
      return back(page);
    }),
    report: intent(side, dealForms.reason, async (ctx, { reason }, page) => {
      const reviewId = await reviewIdOf(ctx, page);
      await reportReview(ctx, { reviewId, reason });
      return redirect(`${pageOf(side, idOf(page))}?reported=1`);
    }),
  };
};

/** The command knows an instant; the form has a date. */
function underItsField(error: unknown): never {
  const { startsAt } = (error as AppError).details?.fields ?? {};
  throw startsAt ? new AppError('validation_failed', { fields: { date: startsAt } }) : error;
}

async function reviewIdOf(ctx: Parameters<typeof readDealOf>[0], page: PageArgs): Promise<string> {
  const { review } = await readDealOf(ctx, { offerId: idOf(page) });
  if (!review) throw notFound();
  return review._id;
}

export const intentsOfPatient = {
  ...intentsOfBoth('patient'),
  review: intent('patient', dealForms.review, async (ctx, value, page) => {
    await writeReview(ctx, { offerId: idOf(page), ...value });
    return redirect(pageOf('patient', idOf(page)));
  }),
  again: intent('patient', dealForms.nothing, async (ctx, _value, page) =>
    redirect(`/request-detail/${await sendAgain(ctx, { offerId: idOf(page) })}`),
  ),
};

const reportLater = intent('clinic-manager', dealForms.reportLater, async (ctx, value, page) => {
  await reportAnswer(ctx, value);
  return redirect(`${pageOf('clinic-manager', idOf(page))}?reported=1`);
});

export const intentsOfClinic = {
  ...intentsOfBoth('clinic-manager'),
  'report-half-year': reportLater,
  'report-year': reportLater,
  answer: intent('clinic-manager', dealForms.answer, async (ctx, { text }, page) => {
    await answerReview(ctx, { reviewId: await reviewIdOf(ctx, page), text });
    return redirect(pageOf('clinic-manager', idOf(page)));
  }),
};
