import { lineText } from '#platform/text';

type LineWords = Parameters<typeof lineText>[0];

// What programs turn into a link or an address by themselves. A dot alone is none: 'Dr.Kaya', 'St. John'.
const contact =
  /@|＠|:\/\/|\/\/|\bwww\.|\.(?:com|net|org|info|biz|io|co|app|dev|xyz|site|online|shop|club|top|link|click|live|me|ly|gg|ru|cn|tr|uk|de|eu|us)(?![\p{L}\p{N}])/iu;

/** One line that names somebody: no address, no link, since it stands in mails beside our own words. */
export const nameText = (words: LineWords & { readonly contact: string }) =>
  lineText(words).refine((name) => !contact.test(name), words.contact);
