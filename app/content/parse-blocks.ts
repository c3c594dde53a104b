import { normalized } from '#platform/text/text';
import type { Block, Run } from './blocks';

const inline = /\*\*(.+?)\*\*|\[(.+?)\]\((\/[^)\s]*)\)/g;

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > end) runs.push({ text: text.slice(end, match.index) });
    runs.push(match[1] ? { text: match[1], strong: true } : { text: match[2]!, href: match[3]! });
    end = match.index + match[0].length;
  }
  if (end < text.length) runs.push({ text: text.slice(end) });
  return runs;
}

/** An item of a list that names where something stands: `Title, Publisher (https://…)`. */
const source = /^(.+?) \((https?:\/\/[^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)\.?$/;

function itemOf(line: string): Run[] {
  const [, text, address] = source.exec(line) ?? [];
  return text && address && URL.canParse(address) ? [{ text, source: address }] : runsOf(line);
}

const joined = (text: string, others: RegExp): string =>
  text.toLowerCase().replace(others, '-').replace(/^-|-$/g, '');

/** By its Latin letters; a heading without one by the letters that it has. */
const idOf = (text: string): string => {
  const plain = normalized(text, 'NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i');
  const id = joined(plain, /[^a-z0-9]+/g);
  return /[a-z]/.test(id) ? id : joined(plain, /[^\p{L}\p{N}]+/gu);
};

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function blockOf(lines: string[]): Block[] {
  const [first = '', ...rest] = lines;
  const heading = /^(##|###) (.+)$/.exec(first);
  if (heading) {
    const text = heading[2]!;
    const kind = heading[1] === '##' ? ('h2' as const) : ('h3' as const);
    const block: Block = { kind, text, id: idOf(text) };
    return rest.length > 0 ? [block, ...blockOf(rest)] : [block];
  }
  if (first.startsWith('|'))
    return [{ kind: 'table', head: cells(first), rows: rest.slice(1).map(cells) }];
  const marker = /^(- |\d+\. )/;
  if (marker.test(first)) {
    const items = lines.map((line) => itemOf(line.replace(marker, '')));
    return [{ kind: first.startsWith('-') ? 'ul' : 'ol', items }];
  }
  return [{ kind: 'p', runs: runsOf(lines.join(' ')) }];
}

/**
 * Reads the part of Markdown that content files use: headings of level 2 and 3, paragraphs, lists, tables, **strong**
 * words and links to our own pages; an item of a list may end with its source on another site. Anything else stays text, so no markup of a file reaches the page.
 */
export const parseBlocks = (source: string): Block[] =>
  source
    .trim()
    .split(/\n\s*\n/)
    .flatMap((part) => blockOf(part.split('\n')));

/** What a long text is called by: `<code>/<name>` of the file `languages/<code>/content/<name>.md`. */
export const nameOfFile = (path: string): string =>
  path.split('/languages/').at(-1)!.replace('/content/', '/').slice(0, -'.md'.length);

/** The lines between two `---` at the top of a content file, as `name: value`; the rest is its text. */
interface FrontMatter {
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

/** Values are plain lines; quotes around one are left out. */
export function readFrontMatter(source: string): FrontMatter {
  const found = frontMatter.exec(source);
  if (!found) return { fields: {}, text: source };
  const lines = found[1]!.split(/\r?\n/).filter((line) => line.includes(':'));
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    return [line.slice(0, colon).trim(), /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value];
  });
  return {
    fields: Object.fromEntries(fields) as Record<string, string>,
    text: source.slice(found[0].length),
  };
}
