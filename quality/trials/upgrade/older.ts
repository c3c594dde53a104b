import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Older {
  /** Its checkout, built. */
  readonly root: string;
  readonly commit: string;
  remove(): void;
}

const git = (...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words[0]}: ${stderr.trim()}`);
  return stdout.trim();
};

/** Checks a commit out beside this one and builds it, with the packages that it wants; a checkout that is built is taken. */
export async function buildOlder(revision: string): Promise<Older> {
  if (existsSync(path.join(revision, 'build/server/web.js')))
    return { root: path.resolve(revision), commit: revision, remove: () => undefined };
  const commit = git('rev-parse', '--short', `${revision}^{commit}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-older-'));
  const root = path.join(folder, 'tree');
  git('worktree', 'add', '--detach', root, commit);
  const remove = () => {
    git('worktree', 'remove', '--force', root);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const lock = (where: string) => readFileSync(path.join(where, 'package-lock.json'), 'utf8');
    // Nothing may install there: it would empty the folder that the link leads to.
    if (lock(root) === lock('.'))
      symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
    else await must('npm', ['ci', '--no-audit', '--no-fund'], root);
    await must(process.execPath, ['scripts/build.mjs'], root);
    return { root, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs a program to its end, ten minutes at most; throws its last lines when it fails. */
function must(program: string, words: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (said = (said + String(piece)).slice(-4_000)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      reject(new Error(`${program} ${words[0]}: ${said}`));
    });
  });
}
