import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { totalCap } from '#platform/lists/console-records';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  meets,
  type Narrowing,
} from '#platform/lists/list-page';
import { beginsWith } from '#platform/lists/list-query';
import type { documentList, DocumentRecord } from './schemas';
import { allowedDecisions } from '../rules';
import type { ClinicRow, DocumentRow } from '../queries.server';
import { clinic, clinicDocument } from '../tables.server';
import { verifies } from '../verifications/verifications.server';
import { documentVersion } from '../versions.server';

type Request = RequestOf<typeof documentList>;

const { createdAt, kind, review, scan, name, bytes, reviewedAt, clinicId } = clinicDocument;

const listing: Listing<Request['sort']['field']> = {
  table: clinicDocument,
  id: clinicDocument.id,
  own: createdAt,
  columns: { createdAt, kind, review, scan, name, bytes, reviewedAt },
  lanes: [
    { column: clinicId, chosen: 'few' },
    { column: review, sorts: [name, bytes, reviewedAt] },
    { column: kind, sorts: [name, bytes, reviewedAt] },
    { column: scan, sorts: [name, bytes, reviewedAt] },
    { column: review, within: [scan] },
    { column: kind, within: [scan] },
    { column: review, within: [kind] },
    { column: scan, within: [review] },
    { column: scan, within: [kind] },
    { column: kind, within: [review] },
  ],
};

function narrowing({ filter }: Request): Narrowing {
  const choices = [
    chooseIds(clinicDocument.id, filter.id),
    chooseIds(clinicId, filter.clinicId),
    choose(kind, filter.kind),
    choose(review, filter.review),
    choose(scan, filter.scan),
  ];
  const { q, removed, id } = filter;
  const stays = isNull(clinicDocument.removedAt);
  const isChosen = meets(choices);
  if (q)
    return { among: firstOf(and(beginsWith(name, q), removed ? gone : stays, isChosen), byName) };
  if (removed) return { among: firstOf(and(gone, isChosen), sql`${createdAt} desc`) };
  return { choices, where: removed === undefined && id ? undefined : stays };
}

// In the words of its index.
const gone = sql`${clinicDocument.removedAt} is not null`;
const byName = sql`lower(${name}) using ~<~`;

/** The first, and one more than are counted; of one index alone. */
const firstOf = (where: SQL | undefined, order: SQL): SQL => sql`
  select ${clinicDocument.id}, ${createdAt}, ${kind}, ${review}, ${scan}, ${name}, ${bytes}, ${reviewedAt}
  from ${clinicDocument} where ${where} order by ${order} limit ${sql.raw(String(totalCap + 1))}`;

/** A page of uploaded documents, without their bytes. */
export async function listDocuments(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<DocumentRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ document: clinicDocument, owner: clinic, found: page.found })
    .from(clinicDocument)
    .innerJoin(page.keys, page.isOn)
    .leftJoin(clinic, eq(clinic.id, clinicId))
    .orderBy(page.order);
  return page.answer(
    ctx,
    rows.map(({ document, owner }) => toRecord(document, owner)),
    rows[0]?.found,
  );
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
  validUntil: row.validUntil,
  supersededAt: row.supersededAt?.toISOString() ?? null,
  version: documentVersion(row, owner),
  allowedEvents: [
    ...allowedDecisions(row, owner?.status ?? null),
    ...(owner && verifies(row) ? ['set-end-date'] : []),
  ],
});
