import type { OfferDto, TemplateLine } from '#contracts/offers';
import { presentOffer, type PresentedOffer } from '#workflows';
import { text } from '#app/i18n/server';

/** The words of its lines, in the reader's language. */
const labelled = <L extends { readonly key: string }>(line: L): L & { label: string } => ({
  ...line,
  label: text(`offers.item.${line.key}`),
});

export const offerInWords = (offer: PresentedOffer): OfferDto => ({
  ...offer,
  items: offer.items.map(labelled),
});

export const templateInWords = (lines: readonly TemplateLine[]) => lines.map(labelled);

type Presented = Parameters<typeof presentOffer>;

/** An answer of the calls about one offer. */
export const answerOffer = async (...[ctx, offer]: Presented) => ({
  offer: offerInWords(await presentOffer(ctx, offer)),
});
