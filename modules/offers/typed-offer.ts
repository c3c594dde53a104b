import { z } from 'zod';
import type { SubTreatment } from '#contracts/consultation';
import { cleanText } from '#platform/text';
import { currencies } from './currencies';
import { itemStates } from './status';

const typed = (most: number) => z.string().max(most).optional().catch(undefined);

/** One line while it is typed: what it is said to be, and what it costs besides. */
const typedItem = z.object({
  state: z.enum(itemStates).optional().catch(undefined),
  price: typed(20),
});

/** An offer as far as it is typed: nothing of it is checked, what is no text of ours is left out. */
export const typedOffer = z.object({
  amount: typed(20),
  listPrice: typed(20),
  currency: z.enum(currencies).optional().catch(undefined),
  message: typed(4_000),
  /** By the line's key. */
  items: z.record(z.string().max(60), typedItem).optional().catch(undefined),
  doctorName: typed(120),
  earliestDate: typed(10),
  availability: typed(500),
  /** Files that were uploaded for it; some may be one too many for an offer. */
  attachments: z.array(z.uuid()).max(50).optional().catch(undefined),
});
export type TypedOffer = z.output<typeof typedOffer>;

/** What a reusable answer keeps: everything but what belongs to one request. */
export const reusableFields = typedOffer.omit({ earliestDate: true, attachments: true });
export type ReusableFields = z.output<typeof reusableFields>;

/** An answer that a clinic uses again. */
export interface Reusable {
  readonly id: string;
  readonly subTreatment: SubTreatment;
  readonly name: string;
  readonly fields: ReusableFields;
}

/** Nobody looks through more. */
export const mostReusable = 100;

export const reusableName = z.string().transform(cleanText).pipe(z.string().min(1).max(60));
