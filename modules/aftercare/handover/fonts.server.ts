import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { normalized } from '#platform/text/text';

export type Weight = 'regular' | 'semibold';

/**
 * Source Sans 3, the product's own font, as files of one weight each: fontkit cannot take an instance out of the variable
 * font of the pages, which is packed as WOFF2. A file holds the letters of one script; a text is set in as many as it needs.
 * The paths stand whole: `scripts/lib/runtime.mjs` lays files that are named like this beside the build.
 */
const files = {
  latin: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff',
      ),
  },
  latinExtended: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-latin-ext-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-latin-ext-600-normal.woff',
      ),
  },
  cyrillic: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-cyrillic-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-cyrillic-600-normal.woff',
      ),
  },
  cyrillicExtended: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-cyrillic-ext-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-cyrillic-ext-600-normal.woff',
      ),
  },
  greek: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-greek-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-greek-600-normal.woff',
      ),
  },
  vietnamese: {
    regular: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-vietnamese-400-normal.woff',
      ),
    semibold: () =>
      createRequire(import.meta.url).resolve(
        '@fontsource/source-sans-3/files/source-sans-3-vietnamese-600-normal.woff',
      ),
  },
} as const satisfies Record<string, Record<Weight, () => string>>;

export type Script = keyof typeof files;

/** In the order in which a letter is looked for. */
const scripts = Object.keys(files) as Script[];

const opened = new Map<string, fontkit.Font>();

/**
 * The font of a script, opened once a process: to read it takes longer than to set a page. Every letter is asked for at once,
 * because fontkit keeps a glyph as it was first asked for: one that was first a part of another glyph, as "ı" is of "i", would
 * have no letter in any document after.
 */
export function fontOf(script: Script, weight: Weight): fontkit.Font {
  const name = `${script} ${weight}`;
  const known = opened.get(name);
  if (known) return known;
  const font = fontkit.create(readFileSync(files[script][weight]()));
  // A collection has fonts within; a file of this package is one font.
  if (!('characterSet' in font)) throw new Error(`${name} is no single font`);
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  opened.set(name, font);
  return font;
}

const shownAsNothing = /[\u00ad\u061c\u200b-\u200f\u2060\ufeff]/g;
const rareSpaces = /[\t\u1680\u2000-\u200a\u205f\u3000]/g;

/** A text as it is set: what looks the same becomes the sign that the font has; line feeds stay. */
export const settable = (text: string): string =>
  normalized(text, 'NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(shownAsNothing, '')
    .replace(rareSpaces, ' ')
    .replace(/\u202f/g, '\u00a0')
    .replace(/[\u2010\u2011]/g, '-');

/** Where a letter is; null where no script has it. */
const scriptOf = (letter: string): Script | null =>
  scripts.find((script) =>
    fontOf(script, 'regular').hasGlyphForCodePoint(letter.codePointAt(0)!),
  ) ?? null;

/** Whether every letter of a text can be set: no Arabic, Hebrew or Chinese, no pictures among the words. */
export const canSetText = (text: string): boolean =>
  [...settable(text)].every((letter) => letter === '\n' || scriptOf(letter) !== null);

/** A part of a line that one font can set. */
export interface Run {
  readonly script: Script;
  readonly text: string;
}

/** Cuts a settable text into runs. A letter without a glyph is left out: {@link canSetText} comes first. */
export function runsOf(text: string): Run[] {
  const runs: Array<{ script: Script; text: string }> = [];
  for (const letter of text) {
    const last = runs.at(-1);
    // A space stays with what stands before it.
    const script = letter === ' ' && last ? last.script : scriptOf(letter);
    if (script === null) continue;
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}
