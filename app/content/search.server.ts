import { labelKey } from '#contracts/consultation';
import type { Locale } from '#platform/base/locale';
import { formatsIn } from '#app/i18n/formats';
import { textIn } from '#app/i18n/server';
import { describedTreatments, posts, treatmentText } from './articles.server';
import type { Block, Run } from './blocks';
import { contentPage, questions } from './pages.server';

/** A place on the site, by what it is called. */
interface Place {
  readonly title: string;
  readonly to: string;
}

interface Searched extends Place {
  readonly words: string;
}

const wordsOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

function wordsOf(block: Block): string {
  if (block.kind === 'p') return wordsOfRuns(block.runs);
  if (block.kind === 'table') return [block.head, ...block.rows].flat().join(' ');
  return 'items' in block ? block.items.map(wordsOfRuns).join(' ') : block.text;
}

const wordsIn = (blocks: readonly Block[]): string => blocks.map(wordsOf).join('\n');

function treatmentPlaces(locale: Locale): Searched[] {
  const text = textIn(locale);
  return describedTreatments().map(({ category, slug, subTreatment }) => ({
    title: text(labelKey('sub-treatment', subTreatment)),
    to: `/treatments/${category}/${slug}`,
    words: `${text(labelKey('category', category))}\n${wordsIn(treatmentText({ category, slug }, locale)!.article.blocks)}`,
  }));
}

/** Frequently asked questions, and what the page of help says below each of its headings. */
function answerPlaces(locale: Locale): Searched[] {
  const asked = questions(locale).flatMap((topic) =>
    topic.questions.map(({ question, id, answer }) => ({
      title: question,
      to: `/faq#${id}`,
      words: wordsIn(answer),
    })),
  );
  const helped: Searched[] = [];
  for (const block of contentPage('help', locale).blocks) {
    const last = helped.at(-1);
    if (block.kind === 'h2') helped.push({ title: block.text, to: `/help#${block.id}`, words: '' });
    else if (last) helped.splice(-1, 1, { ...last, words: `${last.words}\n${wordsOf(block)}` });
  }
  return [...asked, ...helped];
}

const postPlaces = (locale: Locale): Searched[] =>
  posts(locale).map(({ title, slug, description, blocks }) => ({
    title,
    to: `/blog/${slug}`,
    words: `${description}\n${wordsIn(blocks)}`,
  }));

const mostOfAKind = 8;

/** Pages and answers of the site that hold every word of `q`, those whose title does first. */
export function searchContent(
  q: string,
  locale: Locale,
): Record<'treatments' | 'answers' | 'posts', Place[]> {
  const { lowerCase } = formatsIn(locale);
  const wanted = lowerCase(q).split(/\s+/).filter(Boolean);
  const holds = (words: string) => {
    const lower = lowerCase(words);
    return wanted.every((word) => lower.includes(word));
  };
  const found = (all: readonly Searched[]): Place[] =>
    all
      .filter(({ title, words }) => wanted.length > 0 && holds(`${title}\n${words}`))
      .sort((a, b) => Number(holds(b.title)) - Number(holds(a.title)))
      .slice(0, mostOfAKind)
      .map(({ title, to }) => ({ title, to }));
  return {
    treatments: found(treatmentPlaces(locale)),
    answers: found(answerPlaces(locale)),
    posts: found(postPlaces(locale)),
  };
}
