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
 * Builds when a source changed since the last build. Two at once: the second waits.
 * @param {string} node
 */
export async function ensureBuilt(node) {
  if (isBuilt()) return;
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  const held = await lock(path.join(root, '.cache', 'build.lock'), ({ pid }) =>
    say(`Waiting for process ${pid}, which is building.`),
  );
  try {
    if (isBuilt()) return;
    say('Building …');
    const began = Date.now();
    await build(node);
    say(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    held.release();
  }
}

/** @param {string} node */
async function build(node) {
  const before = sourcesHash();
  fs.rmSync(stampFile, { force: true });
  const child = spawn(node, ['scripts/build.mjs'], {
    cwd: root,
    env: projectEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) {
    process.stderr.write(output);
    if (/ENOSPC/.test(output)) throw new Refusal('The disk is full. Make room and start again.');
    throw new Refusal('The build failed; the lines above say why.');
  }
  fs.writeFileSync(stampFile, before);
}
