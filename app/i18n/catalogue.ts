import type { Messages } from '@lingui/core';

/**
 * All message files of one language, merged. A new area is a new file under `messages/<locale>/`;
 * nothing here changes.
 * The words of the staff console are its own: nothing of it reaches the public pages.
 */
const files = import.meta.glob<Messages>(
  ['../../messages/en/*.json', '!../../messages/en/console*.json'],
  { eager: true, import: 'default' },
);

/** In the browser, modules lay the texts in it that they show (`vite-own-messages.ts`). */
export const english: Messages = import.meta.env.SSR
  ? Object.assign({}, ...Object.values(files))
  : {};
