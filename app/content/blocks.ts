/** A run of words: plain, strong, or a link to a page of ours. */
export interface Run {
  text: string;
  strong?: boolean;
  href?: string;
}

/** What a content file is made of. */
export type Block =
  | { kind: 'h2' | 'h3'; text: string; id: string }
  | { kind: 'p'; runs: Run[] }
  | { kind: 'ul' | 'ol'; items: Run[][] }
  | { kind: 'table'; head: string[]; rows: string[][] };
