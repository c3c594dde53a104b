import { and, eq, isNotNull, isNull, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/list';
import { anyOf, countOf, holds, idIn, orderOf } from '#platform/list-query';
import { allowedDecisions } from '../evidence';
import type { ClinicRow, DocumentRow } from '../repo.server';
import type { documentList } from '../staff-lists';
import type { DocumentRecord } from '../staff-records';
import { clinic, clinicDocument } from '../tables.server';
import { documentVersion } from '../versions.server';

type Request = RequestOf<typeof documentList>;

const columns = {
  id: clinicDocument.id,
  createdAt: clinicDocument.createdAt,
  kind: clinicDocument.kind,
  review: clinicDocument.review,
  scan: clinicDocument.scan,
  name: clinicDocument.name,
  bytes: clinicDocument.bytes,
  reviewedAt: clinicDocument.reviewedAt,
} satisfies Record<Request['sort']['field'], AnyColumn>;

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    idIn(clinicDocument.id, filter.id),
    filter.clinicId === undefined ? undefined : idIn(clinicDocument.clinicId, [filter.clinicId]),
    anyOf(clinicDocument.kind, filter.kind),
    anyOf(clinicDocument.review, filter.review),
    anyOf(clinicDocument.scan, filter.scan),
    removal(filter),
    holds([clinicDocument.name], filter.q),
  );

function removal({ removed, id }: Request['filter']): SQL | undefined {
  if (removed === undefined && id) return undefined;
  return removed ? isNotNull(clinicDocument.removedAt) : isNull(clinicDocument.removedAt);
}

/** A page of uploaded documents, without their bytes. */
export async function listDocuments(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<DocumentRecord>> {
  const where = conditions(request);
  const rows = await ctx.db
    .select({ document: clinicDocument, owner: clinic })
    .from(clinicDocument)
    .leftJoin(clinic, eq(clinic.id, clinicDocument.clinicId))
    .where(where)
    .orderBy(...orderOf(columns, clinicDocument.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  return {
    rows: rows.map(({ document, owner }) => toRecord(document, owner)),
    total: await countOf(ctx, clinicDocument, where),
  };
}

const toRecord = (row: DocumentRow, owner: ClinicRow | null): DocumentRecord => ({
  id: row.id,
  clinicId: row.clinicId,
  kind: row.kind,
  name: row.name,
  contentType: row.contentType,
  bytes: row.bytes,
  scan: row.scan,
  warnings: row.warnings,
  review: row.review,
  note: row.note,
  reviewedBy: row.reviewedBy,
  reviewedAt: row.reviewedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  reopenedAt: row.reopenedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
  version: documentVersion(row, owner),
  allowedEvents: allowedDecisions(row, owner?.status ?? null),
});
