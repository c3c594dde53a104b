import { z } from 'zod';
import {
  currencies,
  itemStates,
  maxAttachments,
  offerFieldsSchema,
  readAmount,
  type OfferFields,
} from '#contracts/offers';
import { formTurnFields } from '#platform/text/form-turn';

const text = z.string().optional();
const line = z.object({ state: z.enum(itemStates).optional(), price: text });

/** The fields of the form, as they are typed. */
const typed = z.object({
  ...formTurnFields,
  amount: text,
  listPrice: text,
  currency: z.enum(currencies).optional(),
  message: text,
  items: z.record(z.string().max(60), line).optional(),
  doctorName: text,
  earliestDate: text,
  availability: text,
  attachments: z.array(z.uuid()).max(maxAttachments, 'attachments.error.too-many').optional(),
});

/** Where the form has a field of another name than the offer. */
const fieldOf: Record<string, string> = { amountCents: 'amount', listPriceCents: 'listPrice' };

function pathOf(path: readonly PropertyKey[], keys: readonly string[]): PropertyKey[] {
  const [first, second, third] = path;
  if (first === 'items' && typeof second === 'number')
    return ['items', keys[second] ?? '', third === 'priceCents' ? 'price' : 'state'];
  return [fieldOf[String(first)] ?? first ?? '', ...path.slice(1)].filter((part) => part !== '');
}

const amountOf = (given: string | undefined) =>
  given === undefined || given.trim() === '' ? undefined : (readAmount(given) ?? Number.NaN);

/** What the form says as an offer; the words of what is wrong stand with the fields of the form. */
export const offerForm = typed.transform((form, issues): OfferFields => {
  const { amount, listPrice, items = {}, writer: _writer, turn: _turn, ...rest } = form;
  const keys = Object.keys(items);
  const parsed = offerFieldsSchema.safeParse({
    ...rest,
    amountCents: amountOf(amount),
    listPriceCents: amountOf(listPrice),
    items: keys.map((key) => {
      const { state = 'not-stated', price } = items[key]!;
      return { key, state, priceCents: state === 'extra' ? amountOf(price) : undefined };
    }),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    // A message that is no key is the library's, for developers.
    const own = path.some((part) => /Cents$/.test(String(part)))
      ? 'clinic.offer.error.amount'
      : 'error.invalid_value';
    const words = /^[a-z]+\.[\w.]+$/.test(message) ? message : own;
    issues.addIssue({ code: 'custom', path: pathOf(path, keys), message: words });
  }
  return z.NEVER;
});
