import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { below } from '../../../scripts/lib/postgres/below.mjs';

export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Longer than any of these takes on a busy machine. */
const limit = 300_000;

/** Runs a script of the product on a data folder; `killedAt` is what it says when it gets SIGKILL. */
function run(script: string, dataDir: string, killedAt?: string): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { PATH, HOME, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (killedAt && text.includes(killedAt)) child.kill('SIGKILL');
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, text: text.trim() }));
  });
}

export const command = (dataDir: string, { killedAt }: { killedAt?: string }): Promise<Ended> =>
  run('scripts/upgrade-postgres.mjs', dataDir, killedAt);

export const refusal = (dataDir: string): Promise<Ended> => run('scripts/supervise.mjs', dataDir);

/** All bytes below a folder, and one word that changes with any of them or their names. */
export function bytesAndHash(folder: string): { bytes: number; hash: string } {
  const hash = createHash('sha256');
  let bytes = 0;
  const files = [...below(folder)].filter(({ entry }) => entry.isFile());
  for (const file of files.map((one) => one.file).sort()) {
    const content = readFileSync(file);
    bytes += content.length;
    hash.update(path.relative(folder, file)).update('\0').update(content);
  }
  return { bytes, hash: hash.digest('hex') };
}
