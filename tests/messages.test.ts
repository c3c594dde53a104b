import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLocale, everyLocale, isLocale } from '../platform/base/locale';
import { keyFinder } from '../app/i18n/vite-own-messages';
import { isForStaff, staffKeys } from '../scripts/lib/staff-words';

const files = globSync('languages/en/messages/*.json').map((file) => ({
  file,
  texts: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
}));
const messages: Record<string, string> = Object.assign({}, ...files.map(({ texts }) => texts));
const keys = Object.keys(messages);
const areas = [...new Set(keys.map((key) => key.split('.')[0]!))].join('|');

const sources = globSync('{admin,app,migrations,modules,workflows,platform}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));
const everything = sources.map(({ source }) => source).join('\n');

/** Keys whose last parts come from a value: of the admin kit, of the error, of a list, of a component's `name`. */
const dynamicPrefixes = [
  ...['console.ra.', 'error.', 'public.how.patient.', 'public.how.clinic.'],
  'phrases.demo.',
];

/** What stands between the parenthesis that opens at `start` and the one that closes it. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(start + 1, at);
  }
  return '';
}

/** The arguments of every call of a function with one of these names. */
const callsOf = (names: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`(?<![\\w.])(?:${names})\\(`, 'g'))].map((match) =>
    callAt(source, match.index + match[0].length - 1),
  );

const literal = new RegExp(`['"]((?:${areas})\\.[\\w.-]+)['"]`, 'g');
const template = new RegExp(`\`((?:${areas})\\.(?:[\\w.-]|\\$\\{[^}\`]*\\})*)\``, 'g');

const literalsIn = (source: string): string[] =>
  [...source.matchAll(literal)].map(([, key]) => key!);

/** `pageMeta('x')` and `<ContentPage name="x">` ask for more than the key that they name. */
function derivedKeys(source: string): string[] {
  const metas = callsOf('pageMeta', source)
    .flatMap((call) => [...call.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!))
    .flatMap((key) => [`${key}.title`, `${key}.description`]);
  const pages = [...source.matchAll(/<ContentPage name="([^"]+)"( lead)?/g)].flatMap(
    ([, key, lead]) => (lead ? [`${key}.title`, `${key}.lead`] : [`${key}.title`]),
  );
  return [...metas, ...pages];
}

/** What the description of a resource of the console asks for below its name; what follows its values ends with a dot. */
function describedKeys(source: string): string[] {
  const name = /resourceOf<[^(]+\(\{\s*name: '([\w-]+)'/.exec(source)?.[1];
  if (!name) return [];
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match.slice(1));
  const filters = all(/source: '(\w+)',\s*label: '[^']+',\s*ids: [^,}]+(?:,\s*words: '([^']+)')?/g);
  return [
    ...all(/\blabel: '([^']+)'/g).flat(),
    ...all(/'?([\w.-]+)'?: \{ filter: /g).flat(),
    ...['search', 'waits'].filter((word) => new RegExp(`\\b${word}\\b[,\\]]`).test(source)),
    ...all(/field: '(\w+)', as: 'word'/g).map(([field]) => `${field}.`),
    ...filters.map(([from, words]) => `${words ?? from}.`),
  ].map((key) => (/^(?:console|catalogue)\./.test(key!) ? key! : `console.${name}.${key}`));
}

/** Keys that a source asks for by name: in `t(…)`, `text(…)`, `<Rich id="…">`, `pageMeta('…')`. */
function askedFor(source: string): string[] {
  const calls = callsOf('t|text', source);
  const rich = [...source.matchAll(/<Rich\s[^>]*?id="([^"]+)"/g)].map(([, key]) => key!);
  const described = describedKeys(source).filter((key) => !key.endsWith('.'));
  return [...calls.flatMap(literalsIn), ...rich, ...derivedKeys(source), ...described];
}

const describedPrefixes = sources
  .flatMap(({ source }) => describedKeys(source))
  .filter((key) => key.endsWith('.'));

const patterns = [...everything.matchAll(template)]
  .filter(([, text]) => text!.includes('${'))
  .map(
    ([, text]) =>
      new RegExp(
        `^${text!
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replace(/[.\\-]/g, '\\$&'))
          .join('.+')}$`,
      ),
  );

describe('message files', () => {
  it('hold each key once', () => {
    const count = files.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
    expect(count).toBe(keys.length);
  });

  it.each(globSync('languages/*/messages/*.json'))('%s names no key twice', (file) => {
    const source = readFileSync(file, 'utf8');
    const named = source.match(/^ {2}"[^"]+": /gm) ?? [];
    expect(named).toHaveLength(Object.keys(JSON.parse(source) as object).length);
  });

  it('hold texts that compile', () => {
    for (const [key, text] of Object.entries(messages))
      expect(() => compileMessage(text), key).not.toThrow();
  });

  it('have a text for every key that a source asks for', () => {
    const missing = sources.flatMap(({ file, source }) =>
      askedFor(source)
        .filter((key) => !(key in messages))
        .map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('reach the browser with every module that asks for them', () => {
    const keysIn = keyFinder(keys);
    const forPages = sources.filter(({ file }) => /^(app|modules|platform)\//.test(file));
    const missing = forPages.flatMap(({ file, source }) => {
      const brought = new Set(keysIn(source));
      const asked = askedFor(source).filter((key) => !brought.has(key));
      return asked.map((key) => `${file}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  it('have a text for every key that is put together', () => {
    expect(patterns.filter((pattern) => !keys.some((key) => pattern.test(key)))).toEqual([]);
    const begins = (prefix: string) => keys.some((key) => key.startsWith(prefix));
    expect(describedPrefixes.length).toBeGreaterThan(10);
    expect(describedPrefixes.filter((prefix) => !begins(prefix))).toEqual([]);
  });

  it('hold nothing that no source asks for', () => {
    const named = new Set([
      ...literalsIn(everything),
      ...sources.flatMap(({ source }) => askedFor(source)),
    ]);
    const unused = keys.filter(
      (key) =>
        !named.has(key) &&
        !patterns.some((pattern) => pattern.test(key)) &&
        ![...dynamicPrefixes, ...describedPrefixes].some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the search for keys', () => {
  it('sees literals in calls, conditions and elements, and nothing else', () => {
    const source = `t('common.back'); text(yes ? 'common.ok' : "common.none", { a: f() });
      <Rich\n id="common.rich" />; publish('common.fact'); pageMeta('landing.page')`;
    expect(askedFor(source)).toEqual([
      'common.back',
      'common.ok',
      'common.none',
      'common.rich',
      'landing.page.title',
      'landing.page.description',
    ]);
  });
});

/** The compiler notes an offset among the choices. */
const isCode = (name: string): boolean => name !== 'offset';

/** What a text asks its caller for, and how: choices of a `select` are codes, those of a plural the language's own. */
function argumentsOf(text: string): string[] {
  const asked = new Set<string>();
  const walk = (message: CompiledMessage): void => {
    if (typeof message === 'string') return;
    for (const token of message) {
      if (typeof token === 'string') continue;
      const [name, kind = 'plain', choices] = token;
      const cases = typeof choices === 'object' && choices !== null ? choices : {};
      const codes = kind === 'select' ? Object.keys(cases).filter(isCode).sort().join('|') : '';
      if (name !== '#') asked.add(`${name} ${kind} ${codes}`.trim());
      for (const choice of Object.values(cases))
        if (typeof choice === 'string' || Array.isArray(choice)) walk(choice as CompiledMessage);
    }
  };
  walk(compileMessage(text));
  const elements = [...text.matchAll(/<(\/?\w+\/?)>/g)].map(([element]) => element);
  return [...asked, ...elements].sort();
}

describe.each(everyLocale.filter((locale) => locale !== defaultLocale))('texts in %s', (locale) => {
  const own = globSync(`languages/${locale}/messages/*.json`).map((file) => ({
    file,
    texts: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
  }));
  const texts: Record<string, string> = Object.assign({}, ...own.map((each) => each.texts));

  it('are there for every key that somebody else than staff reads, and for none that is not there', () => {
    const wanted = keys.filter((key) => !isForStaff(key));
    // A draft may lack some.
    if (isLocale(locale)) expect(wanted.filter((key) => !texts[key]?.trim())).toEqual([]);
    expect(Object.keys(texts).filter((key) => !(key in messages))).toEqual([]);
    for (const pattern of staffKeys)
      expect(
        keys.some((key) => pattern.test(key)),
        String(pattern),
      ).toBe(true);
  });

  it('lie in the file of the same name', () => {
    for (const { file, texts: found } of own) {
      const english = files.find((each) => basename(each.file) === basename(file));
      expect(
        Object.keys(found).filter((key) => !(key in (english?.texts ?? {}))),
        file,
      ).toEqual([]);
    }
  });

  it('compile, and ask for what the English ones ask for', () => {
    for (const [key, text] of Object.entries(texts))
      expect(argumentsOf(text), key).toEqual(argumentsOf(messages[key]!));
  });
});

it('the arguments of a text are found wherever they stand', () => {
  expect(argumentsOf('<b>{a}</b> {n, plural, one {# {c}} other {#}}')).toEqual(
    ['</b>', '<b>', 'a plain', 'c plain', 'n plural'].sort(),
  );
  expect(argumentsOf('{k, select, x {1} other {{y}}}')).toEqual(['k select other|x', 'y plain']);
});

describe('what a patient may read', () => {
  /** Of the working screens of clinics and staff, and of those who write programs. */
  const ofOthers =
    /^languages\/en\/messages\/(?:console|admin-api|clinic(?:-\w+)?\.json|exchange|onboarding|staff|docs)/;

  it('has the words of patients: requests and offers, never a market of leads and bids', () => {
    const read = files.filter(({ file }) => !ofOthers.test(file.replaceAll('\\', '/')));
    expect(read.length).toBeGreaterThan(15);
    const trade =
      /lead exchange|\bbids?\b|\bbidding\b|\bbidders?\b|\bcompetit\w+|\b(?:new|your) leads?\b/i;
    const found = read.flatMap(({ texts }) =>
      Object.entries(texts)
        // What a clinic reads of a conversation.
        .filter(([key, text]) => !/\bclinic$/.test(key) && trade.test(text))
        .map(([key, text]) => `${key}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
