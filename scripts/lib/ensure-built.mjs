import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectEnv, root } from './host.mjs';
import { lock } from './lock.mjs';
import { Refusal, say } from './say.mjs';
import { sourcesHash } from './sources.mjs';

const stampFile = path.join(root, 'build', '.sources');

const isBuilt = () =>
  fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === sourcesHash();

/**
 * @typedef {object} Following
 * @property {() => void} [onServers] called when all that Node runs is built and the rest is not; not called without a build
 * @property {AbortSignal} [signal] ends the build, which then counts for nothing
 */

/**
 * Builds when a source changed since the last build. Two at once: the second waits.
 * @param {string} node
 * @param {Following} [following]
 */
export async function ensureBuilt(node, following = {}) {
  if (isBuilt()) return;
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  const held = await lock(path.join(root, '.cache', 'build.lock'), ({ pid }) =>
    say(`Waiting for process ${pid}, which is building.`),
  );
  try {
    if (isBuilt()) return;
    say('Building …');
    const began = Date.now();
    await build(node, following);
    say(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    held.release();
  }
}

/** @param {string} node @param {Following} following */
async function build(node, { onServers, signal }) {
  const before = sourcesHash();
  fs.rmSync(stampFile, { force: true });
  const child = spawn(node, ['scripts/build.mjs'], {
    cwd: root,
    env: projectEnv(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.once('message', () => onServers?.());
  const stop = () => void child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  signal?.removeEventListener('abort', stop);
  if (signal?.aborted) throw new Refusal('The build was ended; the next start builds anew.');
  if (code !== 0) {
    process.stderr.write(output);
    if (/ENOSPC/.test(output)) throw new Refusal('The disk is full. Make room and start again.');
    throw new Refusal('The build failed; the lines above say why.');
  }
  fs.writeFileSync(stampFile, before);
}
