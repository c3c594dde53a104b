import type { Messages } from '@lingui/core';

/** What stands around each text of a language. */
export interface Marks {
  readonly open: string;
  readonly close: string;
}

/** A catalogue whose texts can be told from everything else, and are longer, as a translation may be. */
export const marked = (messages: Messages, { open, close }: Marks): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      [open, ...[message].flat(), ' ·····', close] as Messages[string],
    ]),
  );

/** Not read by people, or by their eyes alone; a time is written by `Intl`. */
const apart = /<!--[\s\S]*?-->|<(script|style|time|svg|code)\b[^>]*>[\s\S]*?<\/\1>/g;

/** Attributes that are read out or shown. */
const spoken =
  /(?<=\s)(?:alt|title|placeholder|aria-label|aria-roledescription|aria-valuetext)="([^"]*)"/g;
const described =
  /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/;

/** Signs that say in which direction a piece is read; they are not seen. */
export const withoutDirections = (text: string): string =>
  text.replace(/[\u200e\u200f\u2066-\u2069]/g, '');

const plain = (text: string): string =>
  withoutDirections(text)
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

/** The words of a page that no text of the marked catalogue brought; `attributes` each for itself. */
export function outsideOf(html: string, { open, close }: Marks): string[] {
  const outside: string[] = [];
  const keep = (words: string) => {
    const line = words.replace(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(line)) outside.push(line);
  };
  const read = (text: string, start: number): number => {
    let depth = start;
    let words = '';
    for (const letter of plain(text)) {
      if (letter === open) depth += 1;
      else if (letter === close) depth -= 1;
      else words += depth === 0 ? letter : '\n';
    }
    words.split('\n').forEach(keep);
    return depth;
  };
  let depth = 0;
  for (const [part] of html.replace(apart, '').matchAll(/<[^>]*>|[^<]+/g)) {
    if (!part.startsWith('<')) depth = read(part, depth);
    else
      for (const [, value] of [...part.matchAll(spoken), described.exec(part) ?? []])
        if (value) read(value, 0);
  }
  return outside;
}
