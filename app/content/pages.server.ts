import { type Locale, readIn } from '#platform/base/locale';
import type { Block } from './blocks';
import { nameOfFile, parseBlocks, readFrontMatter } from './parse-blocks';

const files = import.meta.glob<string>('../../languages/*/content/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The text of a page, and who has checked it in its language; null for no native speaker yet. */
interface PageText {
  readonly blocks: Block[];
  readonly readBy: string | null;
}

function pageOf(source: string): PageText {
  const { fields, text } = readFrontMatter(source);
  return { blocks: parseBlocks(text), readBy: fields.read ?? null };
}

const pages = new Map(
  Object.entries(files).map(([path, source]) => [nameOfFile(path), pageOf(source)]),
);

/** The text of a public page, from `languages/<code>/content/<name>.md`. Throws for a file that does not exist. */
export function contentPage(name: string, locale: Locale): PageText {
  const page = readIn(locale, (one) => pages.get(`${one}/${name}`));
  if (!page) throw new Error(`no content file ${name}.md`);
  return page;
}

interface Question {
  question: string;
  id: string;
  answer: Block[];
}

/** The frequently asked questions by topic: headings of level 2 are topics, of level 3 questions. */
export function questions(
  locale: Locale,
): Array<{ topic: string; id: string; questions: Question[] }> {
  const topics: ReturnType<typeof questions> = [];
  for (const block of contentPage('faq', locale).blocks) {
    const topic = topics.at(-1);
    if (block.kind === 'h2') topics.push({ topic: block.text, id: block.id, questions: [] });
    else if (block.kind === 'h3')
      topic?.questions.push({ question: block.text, id: block.id, answer: [] });
    else topic?.questions.at(-1)?.answer.push(block);
  }
  return topics;
}
