import type { Readable } from 'node:stream';

/** A file of ours on this machine: what the store takes without its bytes passing through memory. */
export interface FileOnDisk {
  readonly path: string;
}

/** What becomes an object. A file stays where it is; its maker removes it. */
export type StoredBody = Buffer | Readable | FileOnDisk;

export const isFileOnDisk = (body: StoredBody): body is FileOnDisk =>
  !Buffer.isBuffer(body) &&
  typeof (body as { path?: unknown }).path === 'string' &&
  !('pipe' in body);

/** A private object store: random keys, no public address. Keys are `<purpose>/<uuid>[/<variant>]`. */
export interface Storage {
  /** Whole or not at all: a reader never sees half an object. Overwrites nothing (throws if the key exists). */
  put(key: string, body: StoredBody, contentType: string): Promise<{ bytes: number }>;
  /** Null when there is no such object. */
  get(key: string): Promise<{ body: Readable; bytes: number } | null>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  /** Keys below a prefix with their age, for the sweep that finds orphans. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Throws when the store is away or not ours to use; writes nothing. */
  check(): Promise<void>;
}
