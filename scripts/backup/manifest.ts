import { z } from 'zod';
import { sha256 } from '#platform/base/ids';
import type { Place } from '#platform/config/places';
import { partSchema } from './parts';

const table = z.strictObject({
  schema: z.string(),
  name: z.string(),
  /** In the order of its part. */
  columns: z.array(z.string()).min(1),
  rows: z.int().nonnegative(),
  part: partSchema,
});

const sequence = z.strictObject({
  schema: z.string(),
  name: z.string(),
  value: z.string(),
  called: z.boolean(),
});

const contents = z.strictObject({
  format: z.literal(1),
  /** Also the folder's name. */
  id: z.string(),
  /** Of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime({ offset: true }),
  product: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
  postgres: z.string(),
  migration: z.strictObject({ name: z.string(), hash: z.string() }),
  /** Of the queue's own schema. */
  queue: z.int(),
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.strictObject({ count: z.int(), bytes: z.int(), index: partSchema }),
});

/** What a backup holds. Says nothing of anybody: names of tables, counts and hashes. */
export type Manifest = z.output<typeof contents>;
export type TableEntry = z.output<typeof table>;
export type SequenceEntry = z.output<typeof sequence>;

/** One line of the index of files, which is sealed as the files are. */
export const fileEntry = z.strictObject({
  key: z.string(),
  bytes: z.int(),
  /** Of the bytes in the store. */
  sha256: z.string(),
  part: partSchema,
});
export type FileEntry = z.output<typeof fileEntry>;

const manifestName = 'manifest.json';

const hashOf = (text: string): string => sha256(text).toString('hex');

/** Written last: what has none is no backup. */
export async function writeManifest(place: Place, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await place.write(manifestName, Buffer.from(`${text}\n${hashOf(text)}\n`));
}

/** The backup cannot be used; the message is one clear line. */
export class BackupRefused extends Error {}

/** @throws BackupRefused when there is none, or it is not what was written */
export async function readManifest(place: Place): Promise<Manifest> {
  const found = await place.read(manifestName);
  if (!found) throw new BackupRefused(await whereElse(place));
  const [text = '', hash] = found.toString('utf8').split('\n');
  if (hashOf(text) !== hash)
    throw new BackupRefused(`${manifestName} is not what was written: its hash differs.`);
  const parsed = contents.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new BackupRefused('The backup was made by another version of this command.');
  return parsed.data;
}

async function whereElse(place: Place): Promise<string> {
  const found: string[] = [];
  for await (const name of place.names(''))
    if (name.endsWith(`/${manifestName}`)) found.push(name.slice(0, -manifestName.length - 1));
  const none = `${place.address} holds no whole backup (no ${manifestName}).`;
  return found.length > 0 ? `${none} Name one of: ${found.sort().join(', ')}.` : none;
}
