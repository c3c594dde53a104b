import news from './news.json';

/** What a notification on a device says, and the page that it opens: a path of ours. */
export interface News {
  readonly title: string;
  readonly words: string;
  readonly path: string;
  /** Another one with the same tag takes its place. */
  readonly tag: string;
}

/** What news says in a language: the build writes it out of the messages (`scripts/lib/news-words.ts`). */
export interface NewsWords {
  readonly title: string;
  /** In place of what this worker does not know. */
  readonly unknown: string;
  /** By the name of the notification, without the side that reads it. */
  readonly named: Readonly<Record<string, string>>;
}

/** Pages by kind, `:id` stands for what it is about; and where news leads that has none. */
const { homes, kinds } = news as {
  readonly homes: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, string>>;
};

const isId = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

const own = (from: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined;

/** What a push says, `{ kind, id? }`; nothing of it is shown or opened but what stands in our own tables. */
export function newsOf(text: string | undefined, words: NewsWords): News {
  const { kind, id } = read(text);
  const [side = '', ...name] = kind.split('.');
  const page = own(kinds, kind);
  const home = own(homes, side) ?? homes['patient']!;
  const path = page !== undefined && (!page.includes(':id') || id) ? page.replace(':id', id) : home;
  const said = page === undefined ? undefined : own(words.named, name.join('.'));
  return { title: words.title, words: said ?? words.unknown, path, tag: `${kind} ${id}` };
}

function read(text: string | undefined): { kind: string; id: string } {
  try {
    const { kind, id } = JSON.parse(text ?? '') as { kind?: unknown; id?: unknown };
    return { kind: typeof kind === 'string' ? kind : '', id: isId(id) ? id : '' };
  } catch {
    return { kind: '', id: '' };
  }
}
