import { type TranslatingDto, translatorTitles } from '#contracts/translations';
import type { Locale } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';

/** What a patient agrees to before anything is translated, by this provider; null where there is nothing to agree to. */
export function agreementOf(translating: TranslatingDto, locale: Locale): string | null {
  if (translating?.state !== 'agree') return null;
  const { by } = translating;
  const text = textIn(locale);
  return by === 'demo'
    ? text('translation.text_demo')
    : text('translation.text', { name: translatorTitles[by] });
}
