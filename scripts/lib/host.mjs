import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const localBin = path.join(root, 'node_modules', '.bin');

/** @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

/** The environment without our own node first on the PATH: npm must run on the host's. */
export function hostEnv() {
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((part) => !part.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
  return { ...process.env, PATH };
}

/** The environment with the project's own commands, its node among them, first on the PATH. */
export function projectEnv() {
  const PATH = [localBin, hostEnv().PATH].join(path.delimiter);
  return { ...process.env, PATH };
}

/** The project's own Node, if it was installed. */
export function projectNode() {
  const file = path.join(root, 'node_modules', 'node', 'bin', 'node');
  return existsSync(file) ? file : null;
}
