import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  archiveMade,
  archiveToMake,
  removeArchive,
  type makeArchiveJob,
  type removeArchiveJob,
} from '#modules/leaving';
import { closedAmong } from '#modules/offers';
import { ownEntries, type JobHandler } from '#engine';
import { onSlowPool, type Ctx } from '#platform/context';
import type { ExportPart, Person, Reach } from '#platform/privacy/person-data';
import { receiveFile } from '#platform/files/upload';
import { personModules } from './person-modules';

/** A JSON array, a row at a time. */
async function* jsonOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const openPart = async (part: ExportPart): Promise<Readable> =>
  part.kind === 'rows'
    ? Readable.from(jsonOf(part.rows))
    : ((await part.open()) ?? Readable.from([]));

const reachOf = (ctx: Ctx, { kind }: Person): Reach => ({
  closedAmong: (offerIds) =>
    kind === 'clinic' ? closedAmong(ctx, offerIds) : Promise.resolve(new Set()),
});

async function* partsOf(ctx: Ctx, person: Person): AsyncGenerator<readonly [string, ExportPart]> {
  yield ['account', ownEntries(ctx, person)];
  for (const [name, { exportOf }] of Object.entries(personModules))
    for await (const part of exportOf(ctx, person, reachOf(ctx, person))) yield [name, part];
}

/** All that is kept about a person, entry by entry: of each only its name is held, until its turn to be read has come. */
async function zipOf(ctx: Ctx, person: Person): Promise<Readable> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error: Error) => out.destroy(error));
  // It may fail before it is read, and an error without a listener ends the process; its reader meets the error then.
  out.on('error', () => undefined);
  for await (const [module, part] of partsOf(ctx, person)) {
    const path = `${module}/${part.path}${part.kind === 'rows' && !part.path.endsWith('.json') ? '.json' : ''}`;
    zip.addReadStreamLazy(path, { compress: part.kind === 'rows' }, (done) => {
      openPart(part).then(
        (stream) => {
          // The library does not listen to what it opens late.
          stream.once('error', (error: Error) => zip.emit('error', error));
          done(null, stream);
        },
        (error: Error) => done(error, null as never),
      );
    });
  }
  zip.end();
  return out;
}

/** Written to this machine's disk first: a store may want to know how long it is. */
export const makeArchiveHandler: JobHandler<typeof makeArchiveJob.payload> = async (ctx, job) => {
  const { archiveId } = job.payload;
  const row = await archiveToMake(ctx, archiveId);
  if (!row) return;
  const { storage } = ctx.services.ports;
  const zip = await zipOf(onSlowPool(ctx), { kind: row.ownerKind, id: row.ownerId });
  await receiveFile(ctx.services.env.DATA_DIR, zip, async ({ path }) => {
    // What an attempt before this one left.
    await storage.remove(row.storageKey);
    const { bytes } = await storage.put(row.storageKey, { path }, 'application/zip');
    // Its owner has left meanwhile.
    if (!(await archiveMade(ctx, { archiveId, bytes }))) await storage.remove(row.storageKey);
  });
};

export const removeArchiveHandler: JobHandler<typeof removeArchiveJob.payload> = (ctx, job) =>
  removeArchive(ctx, job.payload);
