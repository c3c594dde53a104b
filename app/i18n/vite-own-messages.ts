import fs from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { everyLocale, layered, type Locale } from '#platform/base/locale';

const ownCode = /\/(?:app|modules|platform)\/[^?]*\.tsx?(?:\?|$)/;
const catalogue = path.join(import.meta.dirname, 'catalogue.ts');

/** Stands in a module for its texts until the files are written, once per language. */
const marker = /(["'`])@@texts:([\w.,-]+)@@\1/g;

/** The texts of one language that people see; see `catalogue.ts`. */
function textsIn(folder: string): Record<string, string> {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('console'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as object),
  ) as Record<string, string>;
}

type Texts = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Of every language; `folder` holds one for each, with its texts in `messages`. */
function readTexts(folder: string): Texts {
  const textsOf = (locale: Locale) => textsIn(path.join(folder, locale, 'messages'));
  return new Map(everyLocale.map((locale) => [locale, layered(locale, textsOf)]));
}

const compiled = (texts: Texts, locale: string, keys: readonly string[]): string =>
  JSON.stringify(
    Object.fromEntries(keys.map((key) => [key, compileMessage(texts.get(locale)![key]!)])),
  );

/** Where the scripts of another language than the first one lie. */
const fileIn = (locale: string, file: string): string =>
  file.replace(/^assets\//, `assets/${locale}/`);

/** What Vite loads ahead of an import is named by its whole address; workers have no texts, and are there once. */
const named = (code: string, locale: string, chunks: ReadonlySet<string>): string =>
  code.replace(/(?<=["'`]\/?)assets\/[^"'`/]+\.js(?=["'`])/g, (file) =>
    chunks.has(file) ? fileIn(locale, file) : file,
  );

/**
 * For the browser, every module brings the texts whose keys stand in it: a page loads those that it can show, and no
 * list has to be kept of them. They lie in the catalogue before anything is drawn, as on the server. There is one build:
 * its scripts are written once per language, under the same names, so that a page loads no language but its own. `folder`
 * has one for each language.
 */
export function ownMessages(folder: string): Plugin {
  const [first, ...others] = everyLocale;
  let texts: Texts;
  let keysIn = keyFinder([]);
  let built = false;
  let forBrowser = false;
  return {
    name: 'own-messages',
    // After the route modules have lost their loaders and actions, which say more than a page shows.
    enforce: 'post',
    configResolved({ command, build }) {
      built = command === 'build';
      forBrowser = built && !build.ssr;
    },
    buildStart() {
      texts = readTexts(folder);
      keysIn = keyFinder(Object.keys(texts.get(first)!));
    },
    transform(code, id, options) {
      if (options?.ssr || !ownCode.test(id) || id.startsWith(catalogue)) return null;
      const own = keysIn(code);
      if (own.length === 0) return null;
      const theirs = built ? `"@@texts:${own.join(',')}@@"` : whileSourcesRun(texts, own);
      return {
        code: `import { ofThisPage as catalogueOfPage } from ${JSON.stringify(catalogue)};\n${code}\nObject.assign(catalogueOfPage, ${theirs});\n`,
        map: null,
      };
    },
    // A name changes with every text in any language: its files are kept for ever.
    augmentChunkHash({ modules }) {
      const code = Object.values(modules).map((module) => module.code ?? '');
      const keys = [...code.join('\n').matchAll(marker)].flatMap(([, , found]) =>
        found!.split(','),
      );
      return keys.length > 0
        ? [first, ...others].map((locale) => compiled(texts, locale, keys)).join()
        : undefined;
    },
    generateBundle: {
      // What comes after would take the texts for code of the chunk.
      order: 'post',
      handler(_options, bundle) {
        if (!forBrowser) return;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const names = new Set(chunks.map(({ fileName }) => fileName));
        for (const chunk of chunks) {
          const { code, fileName } = chunk;
          for (const locale of others) {
            const source = named(withTexts(code, texts, locale), locale, names);
            this.emitFile({ type: 'asset', fileName: fileIn(locale, fileName), source });
          }
          chunk.code = withTexts(code, texts, first);
        }
      },
    },
  };
}

const withTexts = (code: string, texts: Texts, locale: string): string =>
  code.replace(marker, (_all, _quote, keys: string) => compiled(texts, locale, keys.split(',')));

/** From sources a module brings all languages and takes that of its page. */
const whileSourcesRun = (texts: Texts, keys: readonly string[]): string =>
  `{${[...texts.keys()].map((locale) => `${locale}: ${compiled(texts, locale, keys)}`).join()}}[document.documentElement.lang]`;

const literal = /(["'`])([a-z][\w-]*(?:\.[\w-]+)*)\1/g;
const template = /`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})*)`/g;

const escaped = (text: string): string => text.replace(/[.\\-]/g, '\\$&');

/** What a template may read as: each value stands for anything. */
const shapeOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('.+')}$`,
  );

/** The keys that each name asks for: itself, and those below it. */
function byName(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const key of keys) {
    for (const { index: end } of key.matchAll(/\./g)) {
      const name = key.slice(0, end);
      // A single word is the name of a page, and only its title and description are asked for by that.
      if (!name.includes('.') && !/^\.(?:title|description)$/.test(key.slice(end))) continue;
      index.set(name, [...(index.get(name) ?? []), key]);
    }
    index.set(key, [...(index.get(key) ?? []), key]);
  }
  return index;
}

/**
 * Finds those of `keys` that a module can ask for. A key stands in the module that shows it: whole, as a template, or as
 * the name below which its keys lie (`pageMeta('landing.page')`). Keys never come from the server; there, words do.
 */
export function keyFinder(keys: readonly string[]): (code: string) => string[] {
  const index = byName(keys);
  return (code) => {
    const named = [...code.matchAll(literal)].flatMap(([, , name]) => index.get(name!) ?? []);
    const shaped = [...code.matchAll(template)]
      .filter(([, text]) => text!.includes('${'))
      .map(([, text]) => shapeOf(text!))
      .flatMap((shape) => keys.filter((key) => shape.test(key)));
    return [...new Set([...named, ...shaped])].sort();
  };
}

/** Compiles ICU texts of `languages/<code>/messages/<area>.json` at build time, so that no parser reaches the browser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/languages\/[\w-]+\/messages\/[\w-]+\.json$/.test(id.split('?')[0]!)) return null;
      const texts = JSON.parse(code) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
      );
      return { code: JSON.stringify(compiled), map: null };
    },
  };
}
