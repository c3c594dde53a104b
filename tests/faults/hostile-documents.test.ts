import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activeNamesInStreams } from '#platform/files/document';
import { isAppError } from '#platform/base/errors';
import { uploadName } from '../../platform/files/upload/incoming.server';
import { readAttachmentHandler } from '../../modules/attachments/read-attachment-handler.server';
import { hostileDocuments, nameOfHostile, type HostileDocument } from '../kit/hostile-documents';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const first = 150_000;
/** Milliseconds of CPU below which growth says nothing. */
const floor = 150;
const most = 2.5;
/** What one file may take of the process for files, in milliseconds of CPU. */
const allowed = 5_000;

/** Milliseconds of CPU for all that is done with a file of a stranger. */
async function cpuOf(hostile: HostileDocument, n: number): Promise<number> {
  const bytes = hostile.make(n);
  writeFileSync(path.join(folder, uploadName), bytes);
  const input = { name: nameOfHostile(hostile, bytes), type: '' };
  const job = { folder, file: path.join(folder, uploadName), input: input as never };
  const began = process.cpuUsage();
  try {
    await readAttachmentHandler.cost(job);
    await readAttachmentHandler.run(job);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  if (hostile.kind === 'pdf') await activeNamesInStreams(bytes);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** The least of some tries: others of the machine only ever add. */
async function least(hostile: HostileDocument, n: number, tries: number): Promise<number> {
  let best = Infinity;
  for (let at = 0; at < tries; at += 1) best = Math.min(best, await cpuOf(hostile, n));
  return best;
}

/** How many times more CPU each doubling takes, over two of them. */
async function growth(hostile: HostileDocument, tries: number): Promise<number> {
  const took: number[] = [];
  for (const n of [first, 2 * first, 4 * first]) {
    took.push(await least(hostile, n, tries));
    expect(took.at(-1)).toBeLessThan(allowed);
  }
  return Math.sqrt(took[2]! / Math.max(took[0]!, floor));
}

describe('a document of a stranger that doubles', () => {
  it.each(hostileDocuments.map((each) => [each.kind, each.name, each] as const))(
    '%s: %s',
    async (_kind, _name, hostile) => {
      const quick = await growth(hostile, 1);
      if (quick > most) expect(await growth(hostile, 3)).toBeLessThanOrEqual(most);
    },
    60_000,
  );
});
