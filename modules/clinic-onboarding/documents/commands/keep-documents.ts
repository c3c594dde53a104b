import { inArray, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { newId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { documentsChanged } from '../../commands/documents-changed';
import { noteChecks } from '../../note-checks.server';
import type { DocumentKind } from '../../status';
import { clinicDocument } from '../../tables.server';
import { scanDocumentJob } from '../scan-document-job';
import { requireMayAdd } from '../may-change';
import { phoneOf, type OwnerTx } from '../../owner';
import {
  clinicOfPhone,
  documentsOfPhone,
  lockDocuments,
  type DocumentRow,
} from '../../document-repo.server';
import { refuseOverQuota, type StashedDocument } from './stash-document';

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
  const scan = ctx.services.ports.scanner.configured ? 'pending' : 'not_scanned';
  await ctx.db
    .insert(clinicDocument)
    .values({ id, ...of, ...file, scan, review: 'waiting', createdAt });
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
