import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The user that PostgreSQL runs as. It refuses to run as root, so root lends it another user.
 * @typedef {{ uid: number, gid: number } | null} Owner null: the user of this process
 */

/**
 * An existing data folder keeps its owner; otherwise `postgres` if the host has it, or `nobody`.
 * @param {string} dataDir
 * @returns {Owner}
 */
export function ownerFor(dataDir) {
  if (process.getuid?.() !== 0) return null;
  try {
    const { uid, gid } = statSync(path.join(dataDir, 'PG_VERSION'));
    if (uid !== 0) return { uid, gid };
  } catch {
    // A new folder.
  }
  return userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65534, gid: 65534 };
}

/** @param {string} name @returns {Owner} */
function userNamed(name) {
  let lines;
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return null;
  }
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/**
 * Whether that user can walk down to `folder`: a checkout below /root is closed to everybody else.
 * @param {string} folder
 * @param {Owner} owner
 */
export function canEnter(folder, owner) {
  if (!owner) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === owner.uid ? 0o100 : stat.gid === owner.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return false;
    }
    if (at === path.dirname(at)) return true;
  }
}
