import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Env } from '#platform/config/env';
import { MigrationRefused } from '#platform/process/migrate';
import { openPlace } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { BackupRefused, type Manifest } from './backup/manifest';
import { restoreBackup } from './backup/restore-backup';
import { identitiesIn, unsealWith } from './backup/seal';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run restore -- --from <folder|s3://bucket/prefix/backup> --identity <file> [--without-erasures]',
  '  --from              one backup: the folder that holds its manifest.json',
  '  --identity          the key that opens it, as `npm run backup -- --new-key` made it',
  '  --without-erasures  goes on where ERASURE_LIST holds none: nobody ever left, or the list is lost',
];

export interface RestoreParts {
  readonly env: Env;
  readonly storage: Storage;
  /** Migrates a database with rows on to this build. */
  readonly prepare: () => Promise<unknown>;
  /** Erases all of these once more. */
  readonly erase: (people: readonly ErasedPerson[]) => Promise<void>;
  /** Who left, by the list outside of the backup. */
  readonly erased: () => Promise<readonly ErasedPerson[]>;
}

interface ErasedPerson {
  readonly kind: 'patient' | 'clinic';
  readonly id: string;
}

/** Restores a backup into an empty database and an empty store. 0: done; 1: refused; 2: not understood. */
export async function restore(
  parts: RestoreParts,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const asked = askedOf(words);
  if (!asked) return notUnderstood(usage, say);
  try {
    const began = performance.now();
    const manifest = await run(parts, asked, say);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    say(`Restored as of ${manifest.takenAt}, in ${seconds} s. Nothing is sent yet:`);
    say('look at it (npm run check), then let it go on with npm run open.');
    return 0;
  } catch (error) {
    if (!(error instanceof BackupRefused) && !(error instanceof MigrationRefused)) throw error;
    say(error.message);
    return 1;
  }
}

interface Asked {
  readonly from: string;
  readonly identity: string;
  readonly withoutErasures: boolean;
}

function askedOf(words: readonly string[]): Asked | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        from: { type: 'string' },
        identity: { type: 'string' },
        'without-erasures': { type: 'boolean', default: false },
      },
    });
    const { from, identity, 'without-erasures': withoutErasures } = values;
    return from && identity ? { from, identity, withoutErasures } : null;
  } catch {
    return null;
  }
}

async function run(
  { env, storage, prepare, erase, erased }: RestoreParts,
  { from, identity, withoutErasures }: Asked,
  say: (line: string) => void,
): Promise<Manifest> {
  const identities = identitiesIn(readIdentity(identity));
  if (identities.length === 0) throw new BackupRefused(`${identity} holds no identity of age.`);
  const people = await erased();
  if (people.length === 0 && !withoutErasures)
    throw new BackupRefused(
      'ERASURE_LIST holds nobody: name the list of the product that was, or say --without-erasures.',
    );
  return restoreBackup({
    env,
    storage,
    place: openPlace(env, from),
    unseal: unsealWith(identities),
    folder: path.resolve('migrations'),
    prepare,
    eraseLeft: async () => {
      await erase(people);
      say(`Erased again: ${people.length} who left, whichever of them the backup still held.`);
    },
    say,
  });
}

function readIdentity(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BackupRefused(`${file} cannot be read.`);
  }
}
