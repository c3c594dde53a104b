import { mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
/** Bytes that must be free: the databases of a run, what they write before, and room for what else is there. */
const enough = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/**
 * A new folder for databases that nothing outlives: in memory where the system has a file system there with room, else among
 * the temporary files. A database of one's own is 600 files, which a disk makes and removes in several times the time.
 */
export const memoryFolder = (prefix: string): string =>
  mkdtempSync(path.join(hasRoom() ? memory : os.tmpdir(), prefix));
