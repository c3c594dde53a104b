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

/** '2,500.50' as cents; null for what is no amount. */
export function centsOf(typed: string): number | null {
  const found = /^\s*(\d{1,3}(?:,?\d{3})*)(?:\.(\d{1,2}))?\s*$/.exec(typed);
  if (!found) return null;
  return Number(found[1]!.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** What the forms of a deal's pages send; everything else is the call's own schema. */
export const dealForms = {
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
  nothing: z.object({}),
};
