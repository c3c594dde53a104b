import type { Locale } from '../base/locale';

/** Who translates, as rows, settings and pages name it. `demo`: a list of sentences. */
export const translatorNames = ['libretranslate', 'deepl', 'demo'] as const;
export type TranslatorName = (typeof translatorNames)[number];

/**
 * Why there is no translation: the provider was not reached in time, answered something else than a translation, sent more
 * than one is, has no characters left, or (of the demo's list) does not know the text.
 */
export type TranslatorReason = 'unreachable' | 'answer' | 'too-large' | 'quota' | 'unknown';

const brand = Symbol.for('translator.error');

/** A text that was not translated. Carries what may be logged only. */
export class TranslatorError extends Error {
  readonly [brand] = true;

  constructor(readonly reason: TranslatorReason) {
    super(`no translation: ${reason}`);
    this.name = 'TranslatorError';
  }
}

/** Holds across bundles, where `instanceof` does not. */
export const isTranslatorError = (error: unknown): error is TranslatorError =>
  typeof error === 'object' && error !== null && brand in error;

/** What comes back. It comes from outside, and is not to be believed. */
export interface Translated {
  readonly text: string;
  /** The language that the text was taken to be in, as ISO 639 has it; null where the provider does not say. */
  readonly from: string | null;
}

/** Translates what people wrote. */
export interface Translator {
  readonly name: TranslatorName;
  /** Into a language, within ten seconds. Throws {@link TranslatorError}. */
  translate(text: string, to: Locale): Promise<Translated>;
}
