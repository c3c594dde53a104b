import { defaultLocale, isLocale, locales, type OfferedLocale } from '../../platform/base/locale';

/**
 * The languages that people are offered beside the first one: what is looked at in each of them. `TEST_LANGUAGE=tr` names one
 * alone.
 */
export const translations: readonly OfferedLocale[] = chosen(process.env.TEST_LANGUAGE);

function chosen(word: string | undefined): readonly OfferedLocale[] {
  if (!word) return locales.filter((locale) => locale !== defaultLocale);
  if (!isLocale(word)) throw new Error(`no language is offered as ${word}`);
  return [word];
}
