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
/** A doubling of the bytes doubles linear work and quadruples quadratic work: the limit lies between the two. */
const most = 2.8;
/** How often a growth above the limit is measured again before it counts. */
const rounds = 6;
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

/**
 * How many times more CPU each doubling takes, over two of them. Of each size the least of all rounds counts, since what
 * else happens on the machine only ever adds.
 */
async function growth(hostile: HostileDocument): Promise<number> {
  const sizes = [first, 2 * first, 4 * first];
  const took = sizes.map(() => Infinity);
  let found = Infinity;
  for (let round = 0; round < rounds && found > most; round += 1) {
    for (const [at, n] of sizes.entries()) took[at] = Math.min(took[at]!, await cpuOf(hostile, n));
    found = Math.sqrt(took[2]! / Math.max(took[0]!, floor));
  }
  expect(Math.max(...took)).toBeLessThan(allowed);
  return found;
}

describe('a document of a stranger that doubles', () => {
  it.each(hostileDocuments.map((each) => [each.kind, each.name, each] as const))(
    '%s: %s',
    async (_kind, _name, hostile) => {
      expect(await growth(hostile)).toBeLessThanOrEqual(most);
    },
    120_000,
  );
});
