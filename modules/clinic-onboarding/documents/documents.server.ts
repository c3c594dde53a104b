import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, defineJob, enqueue, withTransaction } from '#engine';
import { minutes, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { findRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf } from '#platform/context';
import { type ClaimedFile, damagedDocument, nameForSaving } from '#platform/files/document';
import * as stored from '#platform/files/stored';
import { countUpload, hasRoom, uploadQuota } from '#platform/limits/uploads';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import { countSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { documentsChanged } from '../commands.server';
import { noteChecks } from '../projection.server';
import {
  type DocumentRow,
  lockDocuments,
  type OwnerCtx,
  type OwnerTx,
  phoneOf,
  toDocumentDto,
} from '../queries.server';
import { readDocumentTask } from '../read-files-task';
import type { DocumentDto } from '../schemas';
import { clinic, clinicDocument, documentFiles } from '../tables.server';
import type { DocumentKind } from '../values';

const present = (phone: string) =>
  and(eq(clinicDocument.phone, phone), isNull(clinicDocument.removedAt));

/** What lies there of a phone, oldest first. */
const documentsOfPhone = (ctx: Ctx, phone: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(present(phone))
    .orderBy(asc(clinicDocument.createdAt), asc(clinicDocument.id));

/** A document of this phone that was not removed. */
async function findDocument(ctx: Ctx, phone: string, id: string): Promise<DocumentRow | null> {
  return findRow(ctx, clinicDocument, id, { which: present(phone) });
}

/** The clinic that a phone has registered. */
async function clinicOfPhone(ctx: Ctx, phone: string) {
  const [row] = await ctx.db
    .select({ id: clinic.id, status: clinic.status })
    .from(clinic)
    .where(eq(clinic.phone, phone));
  return row ?? null;
}

/** What the acting clinic, or the verified phone, has handed in; oldest first. */
export const documentsOf = async (ctx: OwnerCtx): Promise<DocumentDto[]> =>
  (await documentsOfPhone(ctx, phoneOf(ctx))).map(toDocumentDto);

/**
 * The bytes of a document of the acting clinic.
 *
 * @throws AppError `not_found`, the same for one of somebody else, a removed one and none at all;
 * `document_unchecked` while a scanner is there that has not called it clean
 */
export async function openDocument(
  ctx: OwnerCtx,
  { id }: { id: string },
): Promise<stored.OpenedFile> {
  const row = await findDocument(ctx, phoneOf(ctx), id);
  if (!row || row.erased) throw new AppError('not_found');
  stored.requireScanned(ctx, row);
  return openBytes(ctx, row);
}

/** @throws AppError `not_found` when the store does not have it */
const openBytes = (ctx: Ctx, row: DocumentRow): Promise<stored.OpenedFile> =>
  stored.openFile(ctx, documentFiles, row, {
    type: row.contentType,
    name: nameForSaving(row.name, row.contentType),
  });

/**
 * The bytes of any clinic's document for a member of staff, whatever the scanner says of it. The read is in the
 * audit log before the first byte leaves.
 *
 * @throws AppError `not_found`, also when the bytes were erased
 */
export async function openDocumentAsStaff(
  ctx: CtxOf<'staff'>,
  { id }: { id: string },
): Promise<stored.OpenedFile> {
  if (!isId(id)) throw new AppError('not_found');
  const [row] = await ctx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  if (!row || row.erased) throw new AppError('not_found');
  await audit(ctx, {
    action: 'clinic-onboarding.document-read',
    object: { type: 'document', id },
    details: { scan: row.scan },
  });
  return openBytes(ctx, row);
}

/** What the documents of one clinic may take in the store. */
export const documentQuota = uploadQuota('clinic-onboarding.document-quota');

/** Documents one clinic may send in ten minutes, accepted or not. */
export const documentsPerTenMinutes = countSetting(
  'clinic-onboarding.documents-per-ten-minutes',
  20,
  2_000,
);

/** Days after which documents of a phone that never registered a clinic are removed. */
export const looseDocumentDays = countSetting('clinic-onboarding.loose-document-days', 30);

/** Days after its rejection for which a clinic's documents are kept (security 81). */
export const rejectedDocumentDays = countSetting('clinic-onboarding.rejected-document-days', 183);

/** Enqueued with each document. A scanner that is away is waited for about half a day, then staff retry. */
export const scanDocumentJob = defineJob({
  name: 'clinic-onboarding.scan-document',
  payload: z.strictObject({ documentId: z.uuid() }),
  retry: { limit: 20, delay: seconds(10), backoff: true },
  expiresAfter: minutes(3),
});

type KnownClinic = Awaited<ReturnType<typeof clinicOfPhone>>;

/** Before registration, while an application is pending, and to correct a rejected one. */
const open = (clinic: KnownClinic): boolean =>
  clinic === null || clinic.status === 'pending' || clinic.status === 'rejected';

/**
 * Once the application is decided what staff judged by stays; what nobody has judged yet may go.
 *
 * @throws AppError `event_refused`
 */
function requireMayRemove(clinic: KnownClinic, { review }: Pick<DocumentRow, 'review'>): void {
  if (!open(clinic) && review !== 'waiting') throw new AppError('event_refused');
}

/** Files of one kind of an approved clinic that may wait for their check at a time. */
const mostWaiting = 5;

/**
 * An approved clinic may hand in something newer of every kind, and what staff ask for anew; everybody else whose
 * application is decided only the latter.
 *
 * @throws AppError `event_refused`
 */
function requireMayAdd(
  clinic: KnownClinic,
  { kind, count, present }: { kind: DocumentKind; count: number; present: readonly DocumentRow[] },
): void {
  if (open(clinic)) return;
  const ofKind = (review: DocumentRow['review']): number =>
    present.filter((row) => row.kind === kind && row.review === review).length;
  const room = clinic?.status === 'approved' ? Math.max(0, mostWaiting - ofKind('waiting')) : 0;
  if (count > Math.max(ofKind('asked-again'), room)) throw new AppError('event_refused');
}

/** A document that was checked and lies in the store, of which no row knows yet. */
export interface StashedDocument {
  readonly storageKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of the stored bytes, hex. */
  readonly sha256: string;
  /** Of the bytes as they came, hex: what makes a repeated request the same. */
  readonly uploadSha256: string;
  readonly warnings: string[];
}

/** A document as it came: its name, its declared type, and its content. */
interface ClaimedDocument extends ClaimedFile {
  readonly bytes: FileContent;
}

/**
 * Checks one uploaded document of the acting clinic and puts it into the store. `keepDocuments` gives it a row,
 * `dropDocuments` takes it away again; what is left without either is the sweep's.
 *
 * @throws AppError as `readDocument`; `busy` when too many files wait; `validation_failed` when the quota is used up;
 * `too_many_requests`; `storage_full`, `unavailable` from the store
 */
export async function stashDocument(
  ctx: OwnerCtx,
  { bytes, ...claimed }: ClaimedDocument,
): Promise<StashedDocument> {
  const phone = phoneOf(ctx);
  await countUpload(ctx, 'clinic-onboarding.documents', documentsPerTenMinutes, phone);
  await refuseOverQuota(ctx, phone, { files: 1, bytes: 0 });
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) =>
    stashFile(ctx, file, { name: claimed.name, type: claimed.type }),
  );
}

async function stashFile(
  ctx: OwnerCtx,
  { folder, sha256 }: IncomingFile,
  claimed: ClaimedFile,
): Promise<StashedDocument> {
  const { file, contentType, ...details } = await ctx.services.fileWork.run(readDocumentTask, {
    owner: phoneOf(ctx),
    folder,
    input: claimed,
    refused: damagedDocument,
  });
  const name = stored.cleanFileName(claimed.name, 'document');
  return stored.storeFiles(
    ctx,
    documentFiles,
    { folder, file, contentType },
    async (storageKey) => ({
      ...{ storageKey, name, contentType, uploadSha256: sha256 },
      ...details,
    }),
  );
}

/** @throws AppError `validation_failed` */
async function refuseOverQuota(
  ctx: Ctx,
  phone: string,
  more: { files: number; bytes: number },
): Promise<void> {
  const which = and(eq(clinicDocument.phone, phone), eq(clinicDocument.erased, false))!;
  if (!(await hasRoom(ctx, documentFiles, { quota: documentQuota, which, more })))
    throw new AppError('validation_failed', { fields: { documents: ['documents.error.quota'] } });
}

/**
 * Gives stashed documents their rows, all or none, within the open transaction. Each takes the place of one of its
 * kind that was asked for again or rejected, if there is one. Returns their ids in order.
 *
 * @throws AppError `event_refused` when the application takes none; `validation_failed` over the quota
 */
export async function keepDocuments(
  ctx: OwnerTx,
  { kind, files }: { kind: DocumentKind; files: readonly StashedDocument[] },
): Promise<string[]> {
  const phone = phoneOf(ctx);
  await lockDocuments(ctx, phone);
  const [clinic, present] = [await clinicOfPhone(ctx, phone), await documentsOfPhone(ctx, phone)];
  const adding = { kind, count: files.length, present };
  requireMayAdd(clinic, adding);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await refuseOverQuota(ctx, phone, { files: files.length, bytes });
  await replace(ctx, replaceable(present, kind).slice(0, files.length));
  const ids: string[] = [];
  for (const [index, file] of files.entries())
    ids.push(await insert(ctx, file, { phone, clinicId: clinic?.id ?? null, kind, index }));
  if (clinic) await documentsChanged(ctx, { clinicId: clinic.id });
  // Again, under the lock of the application: it may have been decided while this waited for it.
  const now = await clinicOfPhone(ctx, phone);
  requireMayAdd(now, adding);
  if (now?.status === 'approved') await noteChecks(ctx, now.id);
  return ids;
}

async function insert(
  ctx: OwnerTx,
  { uploadSha256: _upload, ...file }: StashedDocument,
  { index, ...of }: { phone: string; clinicId: string | null; kind: DocumentKind; index: number },
): Promise<string> {
  const id = newId();
  // A millisecond apart, so that files of one request keep their order.
  const createdAt = sql<Date>`${sqlNow} + make_interval(secs => ${index / 1_000}::float8)`;
  await ctx.db
    .insert(clinicDocument)
    .values({ id, ...of, ...file, scan: stored.firstScan(ctx), review: 'waiting', createdAt });
  await enqueue(ctx, scanDocumentJob, { documentId: id }, { key: id });
  return id;
}

/** What staff asked for first, then what they rejected; oldest first. */
function replaceable(present: readonly DocumentRow[], kind: DocumentKind): DocumentRow[] {
  const of = (review: DocumentRow['review']): DocumentRow[] =>
    present.filter((row) => row.kind === kind && row.review === review);
  return [...of('asked-again'), ...of('rejected')];
}

/** Out of everybody's reach with the transaction; the bytes go with the next sweep. */
async function replace(ctx: OwnerTx, rows: readonly DocumentRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await ctx.db
      .update(clinicDocument)
      .set({ removedAt: sqlNow })
      .where(inArray(clinicDocument.id, ids));
}

/** Takes stashed documents out of the store again; what cannot be reached now is the sweep's. */
export const dropDocuments = (
  ctx: Ctx,
  files: ReadonlyArray<Pick<StashedDocument, 'storageKey'>>,
): Promise<void> => stored.dropFiles(ctx, documentFiles, files);

/**
 * Takes one document of the acting clinic, or of the verified phone that will register one. `type` is the media type
 * that the sender declares, empty when it says nothing.
 *
 * @throws AppError as `stashDocument` and `keepDocuments`. Nothing stays behind then.
 */
export async function addDocument(
  ctx: OwnerCtx,
  {
    kind,
    also,
    ...file
  }: ClaimedDocument & {
    readonly kind: DocumentKind;
    /** What else happens in the transaction that takes it. */
    readonly also?: (tx: OwnerTx) => Promise<void>;
  },
): Promise<DocumentDto> {
  const stashed = await stashDocument(ctx, file);
  return stored.unlessRefused(ctx, documentFiles, stashed, () =>
    withTransaction(ctx, async (tx) => {
      const [id] = await keepDocuments(tx, { kind, files: [stashed] });
      await also?.(tx);
      return toDocumentDto((await findDocument(tx, phoneOf(ctx), id!))!);
    }),
  );
}

/**
 * Removes a document of the acting clinic: its row stays for those who judged by it, its bytes go.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once the application is decided
 */
export async function removeDocument(ctx: OwnerCtx, { id }: { id: string }): Promise<void> {
  const phone = phoneOf(ctx);
  const gone = await withTransaction(ctx, async (tx) => {
    await lockDocuments(tx, phone);
    const row = await findDocument(tx, phone, id);
    if (!row) throw new AppError('not_found');
    const clinic = await clinicOfPhone(tx, phone);
    requireMayRemove(clinic, row);
    await tx.db
      .update(clinicDocument)
      .set({ removedAt: sqlNow })
      .where(eq(clinicDocument.id, row.id));
    await audit(tx, {
      action: 'clinic-onboarding.document-removed',
      object: { type: 'document', id: row.id },
    });
    if (clinic) await documentsChanged(tx, { clinicId: clinic.id });
    // Again, under the lock of the application: it may have been decided while this waited for it.
    const now = await clinicOfPhone(tx, phone);
    requireMayRemove(now, row);
    if (now?.status === 'approved') await noteChecks(tx, now.id);
    return row;
  });
  // Out of reach already; bytes that stay are the sweep's.
  await stored
    .eraseFiles(ctx, documentFiles, gone)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, documentId: id }, 'clinic-onboarding.document-bytes-left'),
    );
}
