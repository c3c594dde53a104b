import { categories, cities, labelKey, slugOf, subTreatmentsOf } from '#contracts/consultation';
import { directionOf, locales, type Locale } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';
import element from './element.js?raw';

/** What the element on clinics' sites shows: lists of the catalogue, and texts per language. */
export interface FormWords {
  /** Where its link leads. */
  readonly origin: string;
  readonly categories: ReadonlyArray<{ id: string; treatments: readonly string[] }>;
  readonly cities: readonly string[];
  readonly words: Readonly<Record<Locale, Words>>;
}

interface Words {
  readonly dir: 'ltr' | 'rtl';
  readonly labels: Readonly<Record<string, string>>;
  readonly title: string;
  readonly treatment: string;
  readonly choose: string;
  readonly cities: string;
  readonly next: string;
  readonly go: string;
  readonly nothing: string;
}

function wordsIn(locale: Locale): Words {
  const text = textIn(locale);
  const brand = text('common.brand');
  return {
    dir: directionOf(locale),
    labels: Object.fromEntries([
      ...categories.map((one) => [one, text(labelKey('category', one))]),
      ...categories
        .flatMap((one) => subTreatmentsOf[one])
        .map((one) => [slugOf(one), text(labelKey('sub-treatment', one))]),
      ...cities.map((one) => [one, text(labelKey('city', one))]),
    ]),
    title: text('embed.title'),
    treatment: text('embed.treatment'),
    choose: text('embed.choose'),
    cities: text('embed.cities'),
    next: text('embed.next', { brand }),
    go: text('embed.go', { brand }),
    nothing: text('embed.nothing'),
  };
}

/** The script that clinics name on their sites; the same for all, at most 6,000 bytes as it is sent. `origin` is this product's own. */
export function requestFormScript(origin: string): string {
  const words: FormWords = {
    ...{ origin, cities },
    categories: categories.map((id) => ({ id, treatments: subTreatmentsOf[id].map(slugOf) })),
    words: Object.fromEntries(locales.map((locale) => [locale, wordsIn(locale)])) as Record<
      Locale,
      Words
    >,
  };
  const source = element
    .replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
    .replace('export function', 'function');
  return `(()=>{${source}\ndefineClinicRequest(${JSON.stringify(words)})})();\n`;
}
