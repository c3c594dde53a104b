/** A run of words: plain, strong, a link to a page of ours, or a source on somebody else's site. */
export interface Run {
  text: string;
  strong?: boolean;
  href?: string;
  /** A web address elsewhere. */
  source?: string;
}

interface Heading<K extends string> {
  kind: K;
  text: string;
  id: string;
}

/** What a content file is made of. */
export type Block =
  | Heading<'h2'>
  | Heading<'h3'>
  | { kind: 'p'; runs: Run[] }
  | { kind: 'ul' | 'ol'; items: Run[][] }
  | { kind: 'table'; head: string[]; rows: string[][] };
