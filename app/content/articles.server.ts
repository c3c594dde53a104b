import {
  categories,
  type Category,
  slugOf,
  type SubTreatment,
  subTreatmentsOf,
} from '#contracts/consultation';
import { defaultLocale, type Locale, readIn } from '#platform/base/locale';
import type { Block } from './blocks';
import { nameOfFile, parseBlocks, readFrontMatter } from './parse-blocks';

const files = import.meta.glob<string>('../../languages/*/content/{blog,treatments}/**/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** A longer text with what stands at its top. */
interface Article {
  /** Empty where the page has a title of its own. */
  readonly title: string;
  readonly description: string;
  /** ISO 8601, the day it was written or last changed; null where none is named. */
  readonly date: string | null;
  /** Who has checked the text in this language; null for no native speaker and no physician yet. */
  readonly readBy: string | null;
  readonly blocks: Block[];
}

const sources = new Map(Object.entries(files).map(([path, source]) => [nameOfFile(path), source]));
const read = new Map<string, Article>();

/** `languages/<code>/content/<name>.md`; null for one that does not exist. */
function article(name: string, locale: Locale): Article | null {
  const fileIn = (one: Locale) => `${one}/${name}`;
  const file = readIn(locale, (one) => (sources.has(fileIn(one)) ? fileIn(one) : undefined));
  if (file === undefined) return null;
  const known = read.get(file);
  if (known) return known;
  const { fields, text } = readFrontMatter(sources.get(file)!);
  const { title = '', description = '', date = null, read: readBy = null } = fields;
  const made = { title, description, date, readBy, blocks: parseBlocks(text) };
  read.set(file, made);
  return made;
}

/** A treatment of the catalogue by its address. */
interface Treatment {
  readonly category: Category;
  readonly slug: string;
  readonly subTreatment: SubTreatment;
}

/** The treatments of a category, in the catalogue's order. */
export const treatmentsOf = (category: Category): Treatment[] =>
  subTreatmentsOf[category].map((subTreatment) => ({
    category,
    slug: slugOf(subTreatment),
    subTreatment,
  }));

const nameOf = ({ category, slug }: Treatment): string => `treatments/${category}/${slug}`;

/** Whether a treatment has a page: somebody has written of it. */
export const hasText = (treatment: Treatment): boolean =>
  sources.has(`${defaultLocale}/${nameOf(treatment)}`);

/** All treatments that have a page. */
export const describedTreatments = (): Treatment[] =>
  categories.flatMap(treatmentsOf).filter(hasText);

/** What is said of a category as a whole; null where nobody has written of it. */
export const categoryText = (category: Category, locale: Locale): Article | null =>
  article(`treatments/${category}`, locale);

/** A treatment and its text by the two parts of its address; null where there is no such page. */
export function treatmentText(
  { category, slug }: { readonly category: string; readonly slug: string },
  locale: Locale,
): (Treatment & { article: Article }) | null {
  const treatment = describedTreatments().find(
    (one) => one.category === category && one.slug === slug,
  );
  return treatment ? { ...treatment, article: article(nameOf(treatment), locale)! } : null;
}

/** A post of the blog. */
interface Post extends Article {
  readonly slug: string;
}

const ofBlog = `${defaultLocale}/blog/`;

/** Posts, the newest first. */
export const posts = (locale: Locale): Post[] =>
  [...sources.keys()]
    .filter((file) => file.startsWith(ofBlog))
    .map((file) => file.slice(ofBlog.length))
    .map((slug) => ({ ...article(`blog/${slug}`, locale)!, slug }))
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || a.slug.localeCompare(b.slug));

/** A post by the last part of its address; null where there is none. */
export const post = (slug: string, locale: Locale): Post | null =>
  posts(locale).find((one) => one.slug === slug) ?? null;
