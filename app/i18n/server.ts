import { i18n, type Values } from './setup';

/** The text of a key on the server: answers of the API, page titles. */
export const text = (key: string, values?: Values): string => i18n._(key, values);

/** Whether a key has a text; used where a code may or may not have a message of its own. */
export const hasText = (key: string): boolean => key in i18n.messages;
