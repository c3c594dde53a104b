/** A hint to open pages that something they show has changed: ids and words, never content. */
export interface LiveEvent {
  /** Dotted word: `leads.status-changed`. */
  readonly type: string;
  readonly data: Record<string, string | number | null>;
}

/** An event as it travels: the data with its word. */
export type LiveMessage = Record<string, string | number | null> & { readonly type: string };
