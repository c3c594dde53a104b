import path from 'node:path';
import type { Env } from '#platform/env';
import type { Person } from '#platform/person-data';
import { openPlace, type Place } from '#platform/places';
import { accountKinds } from './status';

/**
 * Who left, outside of database, store and backups: a restore of an older copy erases them again. The name of an entry is
 * all there is to it, a kind and an id that names nobody.
 */
const listOf = (env: Env): Place => openPlace(env, env.ERASURE_LIST ?? besideStore(env));

const besideStore = ({ STORAGE_PROVIDER, S3_BUCKET, DATA_DIR }: Env): string =>
  STORAGE_PROVIDER === 's3' ? `s3://${S3_BUCKET}/erasures` : path.resolve(DATA_DIR, 'erasures');

/** Safe to repeat. An erasure does not go on before this is done. */
export async function noteErasure(env: Env, { kind, id }: Person): Promise<void> {
  const list = listOf(env);
  const name = `${kind}/${id}`;
  if (await list.read(name)) return;
  await list.write(name, Buffer.from('erased\n'));
}

/** Everybody on the list. */
export async function listErasures(env: Env): Promise<Person[]> {
  const people: Person[] = [];
  for (const kind of accountKinds)
    for await (const name of listOf(env).names(`${kind}/`))
      people.push({ kind, id: name.slice(kind.length + 1) });
  return people;
}
