import type { Readable } from 'node:stream';

/** `unread`: the scanner is there and says that it could not look at all of the file. */
export type Verdict = 'clean' | 'infected' | 'unread';

/** Looks for viruses. */
export interface Scanner {
  /** False: there is none, files are 'not scanned', and `scan` throws. */
  readonly configured: boolean;
  /** Throws when there is no answer: not reached, too slow, cut off. Never 'clean' then. */
  scan(body: Buffer | Readable): Promise<Verdict>;
}
