import { hasText, type Text } from '../text';

/** What a part of the site is called; its key where this build has no words for it. */
export function partTitle(t: Text, id: string): string {
  const key = `console.content.part_of.${id}`;
  return hasText(key) ? t(key) : id;
}
