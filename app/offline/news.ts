import type { OfferedLocale } from '#platform/base/locale';
import news from './news.json';

/** What a notification on a device says, and the page that it opens: a path of ours. */
export interface News {
  readonly title: string;
  readonly words: string;
  readonly path: string;
  /** Another one with the same tag takes its place. */
  readonly tag: string;
}

interface Known {
  /** `:id` stands for what it is about. */
  readonly path: string;
  readonly words: Readonly<Record<OfferedLocale, string>>;
}

const { title, unknown, homes, kinds } = news as {
  readonly title: Readonly<Record<OfferedLocale, string>>;
  readonly unknown: Readonly<Record<OfferedLocale, string>>;
  readonly homes: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, Known>>;
};

const isId = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

/** What a push says, `{ kind, id? }`; nothing of it is shown or opened but what stands in our own table. */
export function newsOf(text: string | undefined, locale: OfferedLocale): News {
  const { kind, id } = read(text);
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const [side = ''] = kind.split('.');
  const home = homes[Object.hasOwn(homes, side) ? side : 'patient']!;
  const needsId = known?.path.includes(':id') ?? false;
  const path = known && (!needsId || id) ? known.path.replace(':id', id) : home;
  const words = (known?.words ?? unknown)[locale];
  return { title: title[locale], words, path, tag: `${kind} ${id}` };
}

function read(text: string | undefined): { kind: string; id: string } {
  try {
    const { kind, id } = JSON.parse(text ?? '') as { kind?: unknown; id?: unknown };
    return { kind: typeof kind === 'string' ? kind : '', id: isId(id) ? id : '' };
  } catch {
    return { kind: '', id: '' };
  }
}
