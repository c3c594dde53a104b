import type { revision } from './tables.server';

/** What an offer said, as its row holds it. */
export type Content = Omit<typeof revision.$inferSelect, 'at'>;

/** The version of the spelling below; a seal of another one is not comparable. */
const spelling = 1;

/**
 * The one spelling of what was accepted, over which its seal is made: JSON without spaces, members in the order below.
 * Never change it: whoever holds an offer and its seal must be able to spell it again. A new one is a new version.
 */
export const sealedText = (content: Content): string =>
  JSON.stringify({
    version: spelling,
    offer: content.offerId,
    revision: content.revision,
    amountCents: content.amountCents,
    listPriceCents: content.listPriceCents,
    currency: content.currency,
    message: content.message,
    items: content.items.map(({ key, state, priceCents }) => ({
      key,
      state,
      priceCents: priceCents ?? null,
    })),
    doctorName: content.doctorName,
    earliestDate: content.earliestDate,
    availability: content.availability,
    attachments: content.attachments,
  });
