import { createHash } from 'node:crypto';
import type { Services } from '#platform/context';
import { isStorageKey } from '#platform/ports/storage/key';
import type { Finding } from './finding';

/** A column that names files of the store, and when a row of it has bytes there. */
interface Named {
  readonly table: string;
  readonly has: string;
  /** Of the bytes; null where the row keeps none. */
  readonly sha256: string | null;
}

/** A test compares them with the columns that there are. */
export const namedFiles: readonly Named[] = [
  { table: 'attachments.attachment', has: 'not erased', sha256: 'sha256' },
  { table: 'clinic_onboarding.document', has: 'not erased', sha256: 'sha256' },
  { table: 'clinic_onboarding.picture', has: 'not erased', sha256: null },
  { table: 'consultation.photo', has: 'true', sha256: null },
  { table: 'consultation.photo_copy', has: 'true', sha256: null },
  { table: 'leaving.archive', has: `status in ('ready', 'taken')`, sha256: null },
];

interface Row {
  readonly id: string;
  readonly key: string;
  readonly sha256: string | null;
}

/** As long as an upload may take between its file and its row. */
const settled = 60 * 60 * 1_000;

/** The store and what rows say of it. Hashes are read byte by byte, so only when they are asked for. */
export async function checkFiles(
  services: Services,
  { hashes }: { hashes: boolean },
): Promise<Finding[]> {
  const objects = await objectsOf(services);
  const missing: string[] = [];
  const wrong: string[] = [];
  let rows = 0;
  for (const named of namedFiles)
    for (const row of await rowsOf(services, named)) {
      rows += 1;
      const there = take(objects, row.key);
      if (!there) missing.push(`${named.table} ${row.id}`);
      else if (hashes && row.sha256 && (await hashOf(services, row.key)) !== row.sha256)
        wrong.push(`${named.table} ${row.id}`);
    }
  const left = [...objects.values()].flat();
  const young = left.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() < settled);
  const old = left.filter((one) => !young.includes(one));
  return [
    { what: 'rows with a file', count: rows, faults: [] },
    { what: 'their file is missing', count: missing.length, faults: missing },
    ...(hashes ? [{ what: 'its hash is wrong', count: wrong.length, faults: wrong }] : []),
    { what: 'files of no row, younger than an hour', count: young.length, faults: [] },
    { what: 'files of no row, older', count: old.length, faults: old.map(({ key }) => key) },
  ];
}

interface Stored {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** By the part of their key that rows name. Unfinished uploads are nobody's, as are an operator's own things. */
async function objectsOf({ ports }: Services): Promise<Map<string, Stored[]>> {
  const found = new Map<string, Stored[]>();
  for await (const object of ports.storage.list('')) {
    if (!isStorageKey(object.key)) continue;
    const name = object.key.split('/').slice(0, 2).join('/');
    found.set(name, [...(found.get(name) ?? []), object]);
  }
  return found;
}

function take(objects: Map<string, Stored[]>, key: string): boolean {
  const there = objects.has(key);
  objects.delete(key);
  return there;
}

async function rowsOf({ database }: Services, { table, has, sha256 }: Named): Promise<Row[]> {
  const { rows } = await database.slow.pool.query<Row>(
    `select coalesce(to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'photo_id') as id, storage_key as key,
       ${sha256 ?? 'null'} as sha256 from ${table} t where ${has}`,
  );
  return rows;
}

async function hashOf({ ports }: Services, key: string): Promise<string> {
  const hash = createHash('sha256');
  const found = await ports.storage.get(key);
  if (found) for await (const chunk of found.body as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
