import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from '#languages';
import { defaultLocale, everyLocale, type Locale, readingOrder } from '#platform/base/locale';
import { isForStaff } from './lib/staff-words';

const root = path.join(import.meta.dirname, '..', 'languages');
const named = (locale: Locale, pattern: string): string[] =>
  globSync(pattern, { cwd: path.join(root, locale) }).sort();
const keysOf = (locale: Locale): string[] =>
  named(locale, 'messages/*.json').flatMap((file) => {
    const words = JSON.parse(readFileSync(path.join(root, locale, file), 'utf8')) as object;
    const keys = Object.keys(words).filter((key) => !isForStaff(key));
    return keys.map((key) => `${path.basename(file)} ${key}`);
  });
const pagesOf = (locale: Locale): string[] => named(locale, 'content/**/*.md');

const without = (all: readonly string[], some: readonly string[]): string[] => {
  const known = new Set(some);
  return all.filter((one) => !known.has(one));
};

/** `npm run languages`: what each language lacks. `npm run languages -- de`: which words and pages. */
const asked = process.argv.slice(2);
const unknown = asked.filter((code) => !(everyLocale as string[]).includes(code));
if (unknown.length > 0) {
  console.error(`No language ${unknown.join(', ')}. There are: ${everyLocale.join(', ')}.`);
  process.exit(1);
}
for (const locale of everyLocale.filter((one) => asked.length === 0 || asked.includes(one))) {
  const { name, draft } = languageOf(locale);
  const words = without(keysOf(defaultLocale), keysOf(locale));
  const pages = without(pagesOf(defaultLocale), pagesOf(locale));
  const hasMasking = existsSync(path.join(root, locale, 'masking.ts'));
  const next = readingOrder(locale).slice(1).join(', ');
  console.log(
    `${locale} ${name}: ${draft ? 'a draft' : 'whole'}, lacks ${words.length} words and ${pages.length} pages` +
      (next ? `; reads ${next} in their place` : '') +
      (hasMasking ? '' : '; no words of its own for masking'),
  );
  if (asked.length > 0) for (const one of [...words, ...pages]) console.log(`  ${one}`);
}
