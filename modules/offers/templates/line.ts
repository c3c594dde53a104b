/** A public page that says why a line belongs into an offer, as somebody opened and read it. */
export interface Source {
  readonly title: string;
  readonly address: string;
  /** YYYY-MM-DD. */
  readonly opened: string;
}

/** What an offer says of itself in one line; what people read is the message `offers.item.<key>`. */
export interface TemplateLine {
  /** Stable: offers hold it for good. */
  readonly key: string;
  /** Of each line that decides price or safety in one treatment; the generic ones need none. */
  readonly source?: Source;
}
