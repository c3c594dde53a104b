import { hasContactInName } from '#platform/text/contact-in-name';
import { lineText } from '#platform/text/text-schemas';

type LineWords = Parameters<typeof lineText>[0];

/**
 * One line that names somebody or something and that others read: no way to reach its author in it. It stands in mails
 * beside our own words, and before clinics that were not chosen.
 */
export const nameText = (words: LineWords & { readonly contact: string }) =>
  lineText(words).refine((name) => !hasContactInName(name), words.contact);
