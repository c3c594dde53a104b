import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, everyLocale, type Locale } from '#platform/base/locale';
import { CategoryIllustration } from '#app/components/category-illustration';
import { SceneIllustration } from '#app/components/scene-illustration';
import { sharedPictureAt } from '#app/i18n/shared-picture';
import { textOf } from './texts-of-folders';

export const root = path.resolve(import.meta.dirname, '../..');

/** Where the pictures of a language lie. */
export const pictureFolder = (locale: Locale): string =>
  path.join(root, 'languages', locale, 'share');

/** Digests of the pages from which its pictures were drawn, beside them: `tests/shared-pictures.test.ts` compares. */
export const digestsFile = (locale: Locale): string =>
  path.join(pictureFolder(locale), 'digests.json');

/** The digests that were written last, by the name of the picture; none of a language that has no pictures yet. */
export const digestsOf = (locale: Locale): Readonly<Record<string, string>> =>
  existsSync(digestsFile(locale))
    ? (JSON.parse(readFileSync(digestsFile(locale), 'utf8')) as Record<string, string>)
    : {};

const mark = readFileSync(path.join(root, 'public/favicon.svg'), 'utf8');

type Text = ReturnType<typeof textOf>;

const ofCategory =
  (name: string) =>
  (text: Text): string =>
    text('public.treatments.category_title', { category: text(`catalogue.category.${name}`) });

/** An address of each kind of page, the sentence in its picture, and the drawing beside it. */
const drawings: ReadonlyArray<readonly [string, (text: Text) => string, ReactNode]> = [
  ['/', (text) => text('landing.hero.title'), <SceneIllustration scene="compare" />],
  [
    '/treatments',
    (text) => text('public.treatments.prices_title'),
    <SceneIllustration scene="describe" />,
  ],
  ['/treatments/dental', ofCategory('dental'), <CategoryIllustration category="dental" />],
  ['/treatments/hair', ofCategory('hair'), <CategoryIllustration category="hair" />],
  ['/treatments/cosmetic', ofCategory('cosmetic'), <CategoryIllustration category="cosmetic" />],
  [
    '/treatments/dermatology',
    ofCategory('dermatology'),
    <CategoryIllustration category="dermatology" />,
  ],
  [
    '/find-clinics',
    (text) => text('public.find_clinics.lead'),
    <SceneIllustration scene="choose" />,
  ],
  ['/blog', (text) => text('public.blog.lead'), <SceneIllustration scene="requests" />],
  [
    '/clinic-benefits',
    (text) => text('public.clinic_benefits.lead'),
    <SceneIllustration scene="offers" />,
  ],
];

const style = `
  * { margin: 0 }
  body { background: #fbf8f2; color: #14211c; font-family: S; padding: 76px 90px; height: 630px;
    box-sizing: border-box; border-bottom: 14px solid #0f5b51; position: relative }
  header { display: flex; align-items: center; gap: 24px; font-size: 52px; font-weight: 700 }
  header svg { width: 80px; height: 80px }
  h1 { margin-top: 68px; max-width: 700px; font-size: 66px; line-height: 1.1; letter-spacing: -0.02em }
  body > svg { position: absolute; right: 80px; bottom: 84px; width: 290px; height: 290px }
  .fill-brand-soft { fill: #e2eee9 } .fill-accent-soft { fill: #fbebdf } .fill-surface { fill: #fff }
  .fill-none { fill: none } .stroke-brand { stroke: #0f5b51 } .stroke-accent { stroke: #ad4e26 }`;

/** The drawing stands at the end of a line, which is on the left where one begins on the right. */
const rightToLeft = ' body > svg { right: auto; left: 80px }';

/** Its own font, where it has one; as on pages it is asked for the letters that the product's lacks, and may space headings. */
function styleOf(locale: Locale): string {
  const file = path.join(root, 'languages', locale, 'fonts.css');
  if (!existsSync(file)) return style;
  const own = `${readFileSync(file, 'utf8')} body { font-family: S, var(--font-of-language) }`;
  return `@layer { ${style} } ${own}`;
}

const escape = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The page that a picture is a photograph of. */
function pageOf(words: string, { brand, locale, drawing }: Drawn): string {
  const rtl = directionOf(locale) === 'rtl';
  const begin = rtl ? `<html lang="${locale}" dir="rtl">` : `<html lang="${locale}">`;
  return `${begin}<style>${styleOf(locale)}${rtl ? rightToLeft : ''}</style><header>${mark}${escape(brand)}</header>
    <h1>${escape(words)}</h1>${renderToStaticMarkup(drawing)}</html>`;
}

interface Drawn {
  readonly brand: string;
  readonly locale: Locale;
  readonly drawing: ReactNode;
}

/** Every picture of shared links, those of drafts too: its name and language, what it is drawn from, and that page's digest. */
export const pictures = everyLocale.flatMap((locale) => {
  const text = textOf(locale, ['common', 'landing', 'public', 'catalogue']);
  const brand = text('common.brand');
  return drawings.map(([address, words, drawing]) => {
    const name = sharedPictureAt(address);
    const html = pageOf(words(text), { brand, locale, drawing });
    const digest = createHash('sha256').update(html).digest('hex').slice(0, 16);
    return { name, locale, html, digest };
  });
});
