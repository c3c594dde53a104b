import { defaultLocale, everyLocale, type Locale } from '#platform/base/locale';

/**
 * Addresses that are there once per language; everywhere else the account says the language.
 * `tests/routes/languages.test.ts` compares this with the routes.
 */
const perLanguage = new RegExp(
  `^/(?:${[
    '',
    'about',
    'accessibility',
    'blog(?:/.*)?',
    'careers',
    'clinic-benefits',
    'clinic-join',
    'clinic-login',
    'clinic-register',
    'contact',
    'faq',
    'find-clinics(?:/.*)?',
    'help',
    'how-it-works',
    'login',
    'offer/sample',
    'offline',
    'press',
    'pricing',
    'privacy',
    'register',
    'resources',
    'rules',
    'saved-filter/.*',
    'search',
    'shared(?:/.*)?',
    'site\\.webmanifest',
    'success-stories',
    'terms',
    'transparency',
    'treatments(?:/.*)?',
    'unsubscribe/.*',
  ].join('|')})/?$`,
  'i',
);

const others = everyLocale.filter((locale) => locale !== defaultLocale);
const prefix = new RegExp(`^/(${others.join('|')})(?=[/?#]|$)`, 'i');

/** The language that an address says by itself, and the address without it; null where the account says it. */
export function readAddress(path: string): { locale: Locale | null; path: string } {
  const found = prefix.exec(path)?.[1];
  if (found) {
    // Two slashes at the begin would name another host.
    const plain = `/${path.slice(found.length + 1).replace(/^[/\\]+/, '')}`;
    return { locale: found.toLowerCase() as Locale, path: plain };
  }
  const [pathname = ''] = path.split(/[?#]/, 1);
  return { locale: perLanguage.test(pathname) ? defaultLocale : null, path };
}

/** An address of ours in a language; of a page that is there once it is the same in all. */
export function addressIn(locale: Locale, path: string): string {
  const { locale: said, path: plain } = readAddress(path);
  if (said === null || locale === defaultLocale) return plain;
  return `/${locale}${plain.replace(/^\/(?=[?#]|$)/, '')}`;
}
