import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { hostEnv, isNewEnough, projectNode, root } from './host.mjs';
import { lock } from './lock.mjs';
import { sleep } from './processes.mjs';
import { Refusal, say } from './say.mjs';

const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.installed');

/** The lockfile decides alone: npm ci refuses a package.json that wants something else. */
function wanted() {
  const lockfile = fs.readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
}

/** Whether somebody ran npm by hand after the lockfile changed. */
function installedByHand() {
  const inner = fs.statSync(path.join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  return (
    inner !== undefined &&
    !fs.existsSync(stampFile) &&
    inner.mtimeMs >= fs.statSync(path.join(root, 'package-lock.json')).mtimeMs
  );
}

function isInstalled() {
  if (!fs.existsSync(modules)) return false;
  if (installedByHand()) return true;
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted();
}

/** Installs exactly the lockfile, unless that was done. Two at once: the second waits. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  const held = await lock(path.join(root, '.cache', 'install.lock'), ({ pid }) =>
    say(`Waiting for process ${pid}, which is installing the dependencies.`),
  );
  try {
    if (isInstalled()) return;
    say('Installing the dependencies (once after each change of the lockfile) …');
    await installPatiently();
    fs.writeFileSync(stampFile, wanted());
  } finally {
    held.release();
  }
}

/** An npm whose starter was killed may still be at work on the same folder. */
async function installPatiently() {
  for (let attempt = 1; ; attempt += 1) {
    const { code, errors } = await npmCi();
    if (code === 0) return;
    if (errors.includes('ENOSPC'))
      throw new Refusal('The disk is full. Make room and start again.');
    if (attempt === 4 || !errors.includes('ENOTEMPTY')) {
      process.stderr.write(errors);
      throw new Refusal(`npm ci failed (exit ${code}); the lines above say why.`);
    }
    await sleep(10_000);
  }
}

/** @returns {Promise<{ code: number | null, errors: string }>} */
function npmCi() {
  const env = hostEnv();
  // Tools of the build are development dependencies; these two would leave them out.
  delete env.NODE_ENV;
  delete env.npm_config_omit;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const stop = () => {
    child.kill('SIGTERM');
    process.exit(1);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.once('error', () =>
      reject(new Refusal('npm is not on the PATH. Install Node.js with npm.')),
    );
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      resolve({ code, errors });
    });
  });
}

/**
 * A Node that is new enough: our own from the dependencies, put there now when install scripts were
 * switched off, or the host's.
 * @returns {string} path of the binary
 */
export function ensureNode() {
  const own = projectNode() ?? installNode();
  if (own) return own;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new Refusal(
    `Node.js ${process.versions.node} is too old and the project's own could not be installed. Use Node.js 22.12 or newer.`,
  );
}

function installNode() {
  const folder = path.join(modules, 'node');
  if (!fs.existsSync(folder)) return null;
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: folder,
    env: hostEnv(),
    stdio: 'ignore',
  });
  return projectNode();
}
