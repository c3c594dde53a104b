import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntryContext } from '@remix-run/node';
import { defaultLocale, everyLocale, type Locale } from '#platform/base/locale';

/** The text of a style sheet of the browser build by its address. */
export type StyleAt = (href: string) => string | undefined;

/** Read once; none where nothing was built. */
export function styleSheets(clientFolder: string | undefined): StyleAt {
  const assets = path.join(clientFolder ?? '', 'assets');
  const sheets = new Map<string, string>();
  if (clientFolder !== undefined)
    for (const name of namesIn(assets))
      sheets.set(`/assets/${name}`, readFileSync(path.join(assets, name), 'utf8'));
  return (href) => sheets.get(href);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.css'));
  } catch {
    return [];
  }
}

type Assets = EntryContext['manifest'];

/** Styles and pictures are the same in all languages; scripts hold the texts. */
const fileIn = (locale: Locale, file: string): string =>
  file.replace(/^(\/assets\/)(?=[^/]+\.js$)/, `$1${locale}/`);

const made = new WeakMap<Assets, Map<Locale, Assets>>();

/** Which scripts the browser loads for a page in a language; `vite-own-messages.ts` writes them. */
export function scriptsIn(assets: Assets, locale: Locale): Assets {
  if (locale === defaultLocale) return assets;
  const known = made.get(assets) ?? new Map<Locale, Assets>();
  made.set(assets, known);
  const found = known.get(locale) ?? inLanguage(assets, locale);
  known.set(locale, found);
  return found;
}

function inLanguage({ entry, routes, ...rest }: Assets, locale: Locale): Assets {
  const of = (file: string) => fileIn(locale, file);
  const route = (one: Assets['routes'][string]) => ({
    ...one,
    module: of(one.module),
    ...(one.imports ? { imports: one.imports.map(of) } : {}),
  });
  return {
    ...rest,
    url: of(rest.url),
    // By it the browser's questions about further routes are distinguished.
    version: `${rest.version}.${locale}`,
    entry: { module: of(entry.module), imports: entry.imports.map(of) },
    routes: Object.fromEntries(Object.entries(routes).map(([id, one]) => [id, route(one)])),
  };
}

/** The language of a page that asks which routes there are. */
export const localeOfVersion = (version: string | null): Locale =>
  everyLocale.find((locale) => version?.endsWith(`.${locale}`)) ?? defaultLocale;
