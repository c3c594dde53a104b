import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';

/** A fault that is put into a copy of the build. */
export interface Planted {
  readonly name: string;
  /** What the build says, and what it says instead; each must be found. */
  readonly changes: ReadonlyArray<readonly [find: RegExp, put: string]>;
}

/** What a world must find when it is put back, one by one (docs/decisions/0049). */
export const planted: readonly Planted[] = [
  {
    name: 'an event takes no lock',
    changes: [
      [/(name: "flow-lock",[\s\S]{0,500}?where id = \$1) for update/, '$1'],
      [/(name: "flow-lock-root-of",[\s\S]{0,200}?) for update/, '$1'],
      [/(name: "flow-lock-roots",[\s\S]{0,200}?) for update/, '$1'],
      [/(name: "flow-lock-children",[\s\S]{0,200}?) for update/, '$1'],
    ],
  },
  {
    name: 'an idempotency key is ignored',
    changes: [[/return \(await sent\)\.rowCount === 1;/, 'await sent; return true;']],
  },
  {
    name: 'a mail is enqueued after the transaction, not in it',
    changes: [
      [
        /await enqueue(\w*)\(ctx, (sendEmailJob\w*), payload, (\{ startAfter: slot\.wait, [^}]*\})\);/,
        `setTimeout(() => withTransaction({ ...ctx, tx: null, unitOfWork: null, db: ctx.services.database.db },
          (tx) => enqueue$1(tx, $2, payload, $3)).catch(() => undefined), 700);`,
      ],
    ],
  },
  {
    name: 'now and then a timer is not armed',
    changes: [
      [
        /(function timerRows\([^)]*\) \{\s*return accepted\d*\.plan\.armed)\.map/,
        '$1.filter(() => Math.random() > 0.05).map',
      ],
    ],
  },
  {
    name: 'a mail has another key with each try',
    changes: [
      [/= row\.resends === 0 \? row\.id :/, '= row.resends === 0 ? row.id + Math.random() :'],
    ],
  },
  {
    name: 'photos are shown to every clinic',
    changes: [
      [/if \(open\d* && matches\d*\(clinic\d*, lead\)\) return (clinic\d*);/, 'return $1;'],
    ],
  },
  {
    name: 'the last name is shown before the choice',
    changes: [[/(first: (patient\d*)\.firstName,\s*last: )lastInitial\d*/, '$1$2.lastName']],
  },
  {
    name: 'now and then an entry of the audit log is missing',
    changes: [
      [
        /await audit\d*\(ctx, \{ action, object: object\d*, details: details\d*\?\.\(change\)/,
        'if (Math.random() > 0.1) $&',
      ],
    ],
  },
  {
    name: 'now and then a live message is not sent',
    changes: [[/await (appendAtCommit\w*)\(ctx, eventRows/, 'if (Math.random() > 0.1) $&']],
  },
  {
    name: 'an offer that ran out is accepted',
    changes: [
      [
        /inTime: \(\{ context, event: event\d* \}\) => timeLeft\(/,
        'inTime: () => true, formerly: ({ context, event: event2 }) => timeLeft(',
      ],
    ],
  },
  {
    name: 'now and then what was rolled back is answered as done',
    changes: [
      [
        /return await (withTransaction\w*)\(ctx, once\);\s*\} catch \(error\) \{/,
        `const falls = Math.random() < 0.06;
    return await $1(ctx, async (tx) => {
      const done = await once(tx);
      if (falls) throw done;
      return done;
    });
  } catch (error) {
    if (error?.repeated === false) return error;`,
      ],
    ],
  },
];

const serverFiles = (root: string): string[] => {
  const folder = path.join(root, 'build/server');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(folder, name));
};

/** What of the faults the build of this folder has no place for, as `name: expression`. */
export function withoutPlace(): string[] {
  const texts = serverFiles('.').map((file) => readFileSync(file, 'utf8'));
  return planted.flatMap(({ name, changes }) =>
    changes
      .filter(([find]) => !texts.some((text) => find.test(text)))
      .map(([find]) => `${name}: ${find.source}`),
  );
}

interface Copy {
  readonly root: string;
  remove(): void;
}

/** A folder that stands for this one, with a copy of its build: whoever builds anew meanwhile changes nothing in it. */
export async function copyBuild(): Promise<Copy> {
  await ensureBuilt(process.execPath);
  const root = mkdtempSync(path.join(os.tmpdir(), 'clinic-world-'));
  for (const each of readdirSync('.'))
    if (!['build', '.git', '.data', '.cache'].includes(each))
      symlinkSync(path.resolve(each), path.join(root, each));
  cpSync('build', path.join(root, 'build'), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/**
 * A copy of the build in which the fault is put. Throws where the build does not say what is to be changed: then the product
 * has moved on, and the change has to.
 */
export async function plant({ name, changes }: Planted): Promise<Copy> {
  const copy = await copyBuild();
  const files = serverFiles(copy.root);
  for (const [find, put] of changes) {
    const hit = files.filter((file) => find.test(readFileSync(file, 'utf8')));
    if (hit.length === 0) {
      copy.remove();
      throw new Error(`the build has no place for: ${name} (${find.source})`);
    }
    for (const file of hit) writeFileSync(file, readFileSync(file, 'utf8').replace(find, put));
  }
  return copy;
}
