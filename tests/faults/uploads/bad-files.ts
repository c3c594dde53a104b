import { hostileLetters } from './hostile-letter-rows';
import { letters } from './letter-rows';
import { names } from './name-rows';
import { pdfs } from './pdf-rows';
import { pictures, polyglots } from './picture-rows';
import type { Verdict } from './row';

export interface BadFile {
  readonly what: string;
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
  /** The media type that the sender declares. */
  readonly type?: string;
  readonly asPhoto: Verdict;
  readonly asDocument: Verdict;
}

/** Fault F29: what each does, as a photo and as a document. */
export const badFiles: readonly BadFile[] = [
  ...pictures,
  ...polyglots,
  ...names,
  ...pdfs,
  ...letters,
  ...hostileLetters,
].map(([what, name, make, asPhoto, asDocument, declared]) => ({
  what,
  name,
  make,
  asPhoto,
  asDocument,
  type: declared,
}));
