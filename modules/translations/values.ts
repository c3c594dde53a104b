import type { TranslatorName } from '#platform/ports/translator';

/** What can be read in another language: a message, an offer's words, a review with its answer, a later review. */
export const translatedKinds = ['message', 'offer', 'review', 'later-review'] as const;
export type TranslatedKind = (typeof translatedKinds)[number];

/** What providers of translations call themselves. */
export const translatorTitles: Readonly<Record<TranslatorName, string>> = {
  libretranslate: 'LibreTranslate',
  deepl: 'DeepL',
  demo: 'Demo',
};
