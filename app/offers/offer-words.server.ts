import type { OfferDto, TemplateLine } from '#contracts/offers';
import { presentOffer, type PresentedOffer } from '#workflows';
import type { Locale } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';

/** The words of its lines, in the reader's language. */
const labelledIn =
  (locale: Locale) =>
  <L extends { readonly key: string }>(line: L): L & { label: string } => {
    const text = textIn(locale);
    return { ...line, label: text(`offers.item.${line.key}`) };
  };

export const offerInWords = (offer: PresentedOffer, locale: Locale): OfferDto => ({
  ...offer,
  items: offer.items.map(labelledIn(locale)),
});

export const templateInWords = (lines: readonly TemplateLine[], locale: Locale) =>
  lines.map(labelledIn(locale));

type Presented = Parameters<typeof presentOffer>;

/** An answer of the calls about one offer. */
export const answerOffer = async (...[ctx, offer]: Presented) => ({
  offer: offerInWords(await presentOffer(ctx, offer), ctx.locale),
});
