/** Why a source gave no table: it was not reached in time, answered otherwise than 200, or sent more than a table is. */
type SourceReason = 'unreachable' | 'answer' | 'too-large';

/** A source that gave nothing. Carries what may be logged only. */
export class SourceError extends Error {
  constructor(readonly reason: SourceReason) {
    super(`the source of rates gave no table: ${reason}`);
    this.name = 'SourceError';
  }
}

/** Where the table of a day comes from. What it gives comes from outside, and is not to be believed. */
export interface RateSource {
  /** The table as it was sent, of 256 KB at most, within fifteen seconds. Throws {@link SourceError}. */
  fetchTable(): Promise<Buffer>;
}
