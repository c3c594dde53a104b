import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { categories, slugOf, subTreatmentsOf } from '#contracts/consultation';
import type { Block, Run } from '#app/content/blocks';
import { parseBlocks, readFrontMatter } from '#app/content/parse-blocks';
import { readAddress } from '#app/i18n/address';
import { defaultLocale, type OfferedLocale } from '#platform/base/locale';
import { translations } from './kit/languages';

type Language = OfferedLocale;
const languages: readonly Language[] = [defaultLocale, ...translations];

/** Sections of a treatment's page, in their order. */
const englishSections = [
  'What it is',
  'Who it may suit, and who not',
  'What decides the price',
  'Questions to ask the clinic',
  'Aftercare and recovery',
  'Risks',
  'Sources',
];
/** Turkish says the same in fewer words. */
const fewestWords = (language: Language): number => (language === defaultLocale ? 250 : 190);
const mostWords = 450;
/** Search engines cut off what is longer. */
const longestDescription = 155;

const treatments = categories.flatMap((category) =>
  subTreatmentsOf[category].map((treatment) => ({
    treatment,
    file: `treatments/${category}/${slugOf(treatment)}.md`,
  })),
);
const intros = categories.map((category) => `treatments/${category}.md`);
const filesIn = (language: Language, under: string): string[] =>
  globSync(path.join(under, '**/*.md'), { cwd: `languages/${language}/content` }).sort();
const posts = filesIn(defaultLocale, 'blog');
const everywhere = languages.flatMap((language) =>
  [...treatments.map(({ file }) => file), ...intros, ...posts, 'rules.md', 'accessibility.md'].map(
    (file) => ({ language, file }),
  ),
);

/** In another language they are called as on the first of its pages. */
const sectionsIn = (language: Language): readonly string[] =>
  language === defaultLocale
    ? englishSections
    : headings(pageOf(language, treatments[0]!.file).blocks, 'h2');

const sourceOf = (language: Language, file: string): string =>
  readFileSync(`languages/${language}/content/${file}`, 'utf8');

function pageOf(language: Language, file: string) {
  const { fields, text } = readFrontMatter(sourceOf(language, file));
  return { fields, text, blocks: parseBlocks(text) };
}

const runsOf = (block: Block): Run[] => {
  if (block.kind === 'p') return block.runs;
  if (block.kind === 'ul' || block.kind === 'ol') return block.items.flat();
  return [];
};
const headings = (blocks: readonly Block[], kind: 'h2' | 'h3'): string[] =>
  blocks.flatMap((block) => (block.kind === kind ? [block.text] : []));
const addresses = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(runsOf).flatMap(({ source }) => source ?? []);
const wordsIn = (text: string): number =>
  text.replace(/\(https?:\S+\)/g, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)!.length;

describe.each(languages)('what is said of treatments (%s)', (language) => {
  const sections = sectionsIn(language);

  it('is called by seven names of its own', () => {
    expect(new Set(sections).size).toBe(englishSections.length);
    if (language !== defaultLocale) expect(sections).not.toEqual(englishSections);
  });

  it.each(treatments)('$treatment has the seven sections', ({ file }) => {
    const { blocks, text } = pageOf(language, file);
    expect(headings(blocks, 'h2')).toEqual(sections);
    expect(headings(blocks, 'h3')).toEqual([]);
    const empty = blocks.filter(
      ({ kind }, at) => kind === 'h2' && (blocks[at + 1]?.kind ?? 'h2') === 'h2',
    );
    expect(empty).toEqual([]);
    expect(wordsIn(text)).toBeGreaterThanOrEqual(fewestWords(language));
    expect(wordsIn(text)).toBeLessThanOrEqual(mostWords);
  });

  it.each(treatments)('$treatment names its sources, the same in each language', ({ file }) => {
    const { blocks } = pageOf(language, file);
    const at = blocks.findIndex((one) => one.kind === 'h2' && one.text === sections[6]);
    const named = addresses(blocks.slice(at));
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(addresses(blocks));
    expect(named).toEqual(addresses(pageOf('en', file).blocks));
    for (const address of named) expect(address).toMatch(/^https:\/\/[\w.-]+\.[a-z]{2,}\//);
  });

  it('has a text for each category, and for nothing that is not in the catalogue', () => {
    const known = [...treatments.map(({ file }) => file), ...intros].sort();
    expect(filesIn(language, 'treatments')).toEqual(known);
    for (const file of intros) {
      const { blocks, text } = pageOf(language, file);
      expect(blocks.every(({ kind }) => kind === 'p')).toBe(true);
      expect(wordsIn(text)).toBeGreaterThanOrEqual(100);
      expect(wordsIn(text)).toBeLessThanOrEqual(200);
    }
  });

  it.each([...treatments.map(({ file }) => file), ...intros, ...posts])(
    '%s says in one line what it is about',
    (file) => {
      const { description = '' } = pageOf(language, file).fields;
      expect(description.length).toBeGreaterThan(60);
      expect(description.length).toBeLessThanOrEqual(longestDescription);
      const same = [...treatments.map((one) => one.file), ...intros, ...posts].filter(
        (one) => pageOf(language, one).fields.description === description,
      );
      expect(same).toEqual([file]);
    },
  );
});

describe('posts', () => {
  it('have a title and the day they were written', () => {
    expect(posts.length).toBeGreaterThan(2);
    for (const file of posts) {
      const { title, date } = pageOf(defaultLocale, file).fields;
      expect(title).toMatch(/\w{3}/);
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(new Date(date!).toISOString().slice(0, 10)).toBe(date);
    }
  });

  it.each(translations)('are there in %s, of the same days', (language) => {
    expect(filesIn(language, 'blog')).toEqual(posts);
    for (const file of posts) {
      const [english, translated] = [defaultLocale, language].map(
        (one) => pageOf(one, file).fields,
      );
      expect(translated!.title).not.toBe(english!.title);
      expect(translated!.date).toBe(english!.date);
    }
  });
});

describe('every text of each language', () => {
  it.each(translations)('is there in %s, and none besides', (language) => {
    expect(filesIn(language, '.')).toEqual(filesIn(defaultLocale, '.'));
  });

  it.each(everywhere)('$language $file names no price', ({ language, file }) => {
    expect(sourceOf(language, file)).not.toMatch(/\p{Sc}|\b(?:USD|EUR|GBP|TRY|TL)\b/u);
  });

  it.each(everywhere)('$language $file has no markup that stays text', ({ language, file }) => {
    const words = pageOf(language, file)
      .blocks.flatMap(runsOf)
      .filter(({ source }) => !source)
      .map(({ text }) => text);
    for (const text of words) expect(text).not.toMatch(/\*\*|\]\(|^#|^[-\d]\.? |https?:|<\w/);
  });

  it.each(everywhere)('$language $file is built like its twin', ({ language, file }) => {
    const built = (of: Language) =>
      pageOf(of, file).blocks.map((block) =>
        block.kind === 'ul' || block.kind === 'ol'
          ? `${block.kind} ${block.items.length}`
          : block.kind === 'table'
            ? `table ${block.rows.length}`
            : block.kind,
      );
    expect(built(language)).toEqual(built('en'));
  });

  it.each(everywhere)('$language $file links to posts that exist', ({ language, file }) => {
    const links = pageOf(language, file)
      .blocks.flatMap(runsOf)
      .flatMap(({ href }) => href ?? []);
    for (const href of links) {
      expect(readAddress(href).path).toBe(href);
      if (href.startsWith('/blog/'))
        expect(existsSync(`languages/${language}/content${href}.md`), href).toBe(true);
    }
  });
});

it.each(globSync('languages/*/content/**/*.md'))(
  '%s: each heading has an address of its own',
  (file) => {
    const { text } = readFrontMatter(readFileSync(file, 'utf8'));
    const ids = parseBlocks(text).flatMap((block) => ('id' in block ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u);
  },
);
