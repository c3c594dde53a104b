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

async function writeOnce(list: Place, name: string): Promise<void> {
  if (!(await list.read(name))) await list.write(name, Buffer.from('erased\n'));
}

const nameOf = ({ kind, id }: Person): string => `${kind}/${id}`;

/**
 * An account is closed, or its erasure begins, which does not go on before this is done. An entry that a hold took off the
 * list counts again from then on. Safe to repeat.
 */
export async function recordErasure(
  env: Env,
  person: Person,
  at: 'closing' | 'beginning',
): Promise<void> {
  const list = listOf(env);
  await writeOnce(list, nameOf(person));
  if (at === 'beginning' && (await list.read(`held/${nameOf(person)}`)))
    await writeOnce(list, `begun/${nameOf(person)}`);
}

/** A closed account is held before its erasure begins: it is not on the list until that. Safe to repeat. */
export const recordHeld = (env: Env, person: Person): Promise<void> =>
  writeOnce(listOf(env), `held/${nameOf(person)}`);

/** Everybody on the list. */
export async function listErasures(env: Env): Promise<Person[]> {
  const list = listOf(env);
  const people: Person[] = [];
  for (const kind of accountKinds) {
    const held = await namesIn(list, `held/${kind}/`);
    const begun = await namesIn(list, `begun/${kind}/`);
    for (const id of await namesIn(list, `${kind}/`))
      if (!held.has(id) || begun.has(id)) people.push({ kind, id });
  }
  return people;
}

async function namesIn(list: Place, folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of list.names(folder)) names.add(name.slice(folder.length));
  return names;
}
