/**
 * Where an operator keeps what belongs beside the product and not into its store: backups, and the list of erasures.
 * Names are ours: words, digits, `.`, `_` and `-`, with slashes between.
 */
export interface Place {
  /** As the operator named it; for what is said to them. */
  readonly address: string;
  /** Whole or not at all. Throws when the name is taken. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such name. */
  read(name: string): Promise<Buffer | null>;
  /** All names that begin with `prefix`, which ends with a slash or is empty. */
  names(prefix: string): AsyncIterable<string>;
}

const safe = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Refuses every name that our own code would not have made. */
export function checkedName(name: string): string {
  if (!safe.test(name)) throw new Error('not a name of ours');
  return name;
}
