/** One line of a check: what was counted, and which of it is not as it should be. Ids only. */
export interface Finding {
  readonly what: string;
  readonly count: number;
  readonly faults: readonly string[];
}
