import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { audit, publish, send, withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';
import { findRow } from '#platform/lists/find-row';
import { instantsOf, pick } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { totalCap } from '#platform/lists/console-records';
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
import { now, sqlNow, today } from '#platform/time/clock';
import { documentsChanged } from './commands.server';
import { applicationFlow, noteChecks } from './projection.server';
import {
  addActivity,
  type ClinicRow,
  type DocumentRow,
  findClinic,
  readEvidence,
  type Reviewer,
} from './queries.server';
import { allowedDecisions, type DocumentDecision, reviewAfter } from './rules';
import { documentEvents } from './schemas';
import type { documentList, DocumentRecord } from './staff-schemas';
import { clinic, clinicDocument } from './tables.server';
import { isLegalKind } from './values';
import {
  documentVersion,
  type LookedAt,
  noteDecided,
  requireSameDocument,
  verifies,
} from './verifications.server';

interface Judged {
  readonly documentId: string;
  /** Of the record that was looked at; what this person was last shown when absent. */
  readonly version?: LookedAt;
}
/** What a reviewer reads off a document that a law asks for. */
interface ReadOff {
  readonly number?: string;
  readonly issuer?: string;
  /** The day on which it stood in the issuer's public list (YYYY-MM-DD). */
  readonly foundOn?: string | null;
}
interface Accepted extends Judged, ReadOff {
  /** The last day on which it proves anything (YYYY-MM-DD); without one it has no end date. */
  readonly validUntil?: string | null;
}
interface Noted extends Judged {
  /** The clinic reads it; 1 to 2000 characters. */
  readonly note: string;
}

/**
 * Accepts one document. What an approved clinic handed in takes the place of those of its kind that were accepted before.
 * Of a kind that a law asks for, number and issuer are read off it.
 *
 * @throws AppError `not_found`; `event_refused` when it is decided so already, was not found clean, or the
 * application is rejected; `version_conflict` when it, what it proves or what was decided about it has changed since
 * it was looked at; `validation_failed` for a last day that is over, or over fifty years away, and where number and issuer
 * are missing or the kind takes none
 */
export const acceptDocument = (
  ctx: Ctx<Reviewer>,
  { validUntil = null, number, issuer, foundOn, ...judged }: Accepted,
): Promise<void> =>
  decide(ctx, judged, {
    decision: 'accept',
    note: null,
    validUntil,
    read: { number, issuer, foundOn },
  });

/**
 * Asks the clinic for one document again, an approved one as well: what it verified is verified no more. The clocks of a
 * review stand still until it has come.
 *
 * @throws AppError `not_found`, `event_refused`, `version_conflict`
 */
export const askDocumentAgain = (ctx: Ctx<Reviewer>, judged: Noted): Promise<void> =>
  decide(ctx, judged, { decision: 'ask-again', note: judged.note, validUntil: null, read: {} });

/**
 * Refuses one document: it no longer counts.
 *
 * @throws AppError `not_found`, `event_refused`, `version_conflict`
 */
export const rejectDocument = (ctx: Ctx<Reviewer>, judged: Noted): Promise<void> =>
  decide(ctx, judged, { decision: 'reject', note: judged.note, validUntil: null, read: {} });

const farthestYears = 50;

/** @throws AppError `validation_failed` for a day that is over, or farther away than documents say */
async function requireComingDay(ctx: Ctx, day: string): Promise<void> {
  const from = await today(ctx);
  const last = `${Number(from.slice(0, 4)) + farthestYears}${from.slice(4)}`;
  if (day < from || day > last)
    throw new AppError('validation_failed', {
      fields: { validUntil: ['onboarding.error.valid_until'] },
    });
}

interface Verdict {
  readonly decision: DocumentDecision;
  readonly note: string | null;
  readonly validUntil: string | null;
  readonly read: ReadOff;
}

async function decide(ctx: Ctx<Reviewer>, judged: Judged, verdict: Verdict): Promise<void> {
  const { documentId } = judged;
  const { decision, note, validUntil } = verdict;
  await withTransaction(ctx, async (tx) => {
    if (validUntil !== null) await requireComingDay(tx, validUntil);
    const { doc, owner } = await lockDocument(tx, judged, decision);
    if (decision === 'accept') await requireReadOff(tx, doc, verdict.read);
    const clinicId = owner.id;
    const decided = await write(tx, doc, verdict);
    if (decision === 'accept' && owner.status !== 'pending') await supersede(tx, decided);
    await noteDecided(tx, owner, decided);
    await tellHistory(tx, decided, { clinicId, decision });
    await notifyApplication(tx, owner);
    if (decision === 'ask-again')
      await publish(tx, documentEvents['clinic-onboarding.document-asked-again'], {
        clinicId,
        documentId,
      });
    await audit(tx, {
      action: `clinic-onboarding.${decision}-document`,
      object: { type: 'document', id: documentId },
      details: {
        clinicId,
        ...(decision === 'accept' ? { validUntil } : {}),
        ...(decision === 'accept' && isLegalKind(decided.kind) ? { foundOn: decided.foundOn } : {}),
      },
      reason: note ?? undefined,
    });
  });
}

/**
 * Number and issuer, which a law's documents have and others do not; a day in a public list that has come.
 *
 * @throws AppError `validation_failed`
 */
async function requireReadOff(
  ctx: TxCtx<Reviewer>,
  { kind }: Pick<DocumentRow, 'kind'>,
  read: ReadOff,
): Promise<void> {
  const isRead = { number: read.number !== undefined, issuer: read.issuer !== undefined };
  const wrong = isLegalKind(kind)
    ? Object.entries(isRead).filter(([, is]) => !is)
    : Object.entries({ ...isRead, foundOn: Boolean(read.foundOn) }).filter(([, is]) => is);
  const faults = wrong.map(([field]) => [field, ['onboarding.error.read_off']]);
  if (read.foundOn && isLegalKind(kind) && read.foundOn > (await today(ctx)))
    faults.push(['foundOn', ['onboarding.error.found_on']]);
  if (faults.length > 0)
    throw new AppError('validation_failed', { fields: Object.fromEntries(faults) });
}

/** A pending application may be held up or completed by it; beyond that its flow only takes note. */
async function notifyApplication(ctx: TxCtx<Reviewer>, { id, status }: ClinicRow): Promise<void> {
  if (status !== 'pending') {
    await documentsChanged(ctx, { clinicId: id });
    return noteChecks(ctx, id);
  }
  const evidence = await readEvidence(ctx, id);
  const event = { type: 'clinic-onboarding.review-documents', ...evidence } as const;
  await send(ctx, applicationFlow, { id, event });
}

/**
 * What was accepted before the new one was handed in proves nothing any more, and stays as what was judged by. Files that
 * came together stand beside each other, whichever of them is accepted first.
 */
async function supersede(ctx: TxCtx<Reviewer>, { clinicId, kind, createdAt }: DocumentRow) {
  const { clinicId: of, kind: ofKind, review, reviewedAt, supersededAt } = clinicDocument;
  await ctx.db
    .update(clinicDocument)
    .set({ supersededAt: sqlNow })
    .where(
      and(
        eq(of, clinicId!),
        eq(ofKind, kind),
        eq(review, 'accepted'),
        isNull(supersededAt),
        lt(reviewedAt, createdAt),
      ),
    );
}

/**
 * The row's lock lets one of several reviewers decide; the others find it decided. A clinic that changes its details
 * takes the same lock, so what is read here beside it stays.
 */
async function lockDocument(
  ctx: TxCtx<Reviewer>,
  { documentId, version }: Judged,
  decision: DocumentDecision,
): Promise<{ doc: DocumentRow; owner: ClinicRow }> {
  const { doc, owner } = await lockOwned(ctx, documentId);
  if (!allowedDecisions(doc, owner.status).includes(decision)) throw new AppError('event_refused');
  await requireSameDocument(ctx, owner, doc, version);
  return { doc, owner };
}

/** A document that a clinic has registered with, under its lock. @throws AppError `not_found` */
async function lockOwned(
  ctx: TxCtx<Reviewer>,
  documentId: string,
): Promise<{ doc: DocumentRow; owner: ClinicRow }> {
  const doc = await findRow(ctx, clinicDocument, documentId, { lock: 'update' });
  const owner = doc?.clinicId ? await findClinic(ctx, doc.clinicId) : null;
  if (!doc || !owner) throw new AppError('not_found');
  return { doc, owner };
}

async function write(
  ctx: TxCtx<Reviewer>,
  doc: DocumentRow,
  { decision, note, validUntil, read }: Verdict,
): Promise<DocumentRow> {
  const reviewedAt = await now(ctx);
  const reviewedBy = ctx.actor.kind === 'staff' ? ctx.actor.id : null;
  const decided = { review: reviewAfter[decision], note, reviewedBy, reviewedAt, validUntil };
  const { number = null, issuer = null, foundOn = null } = read;
  const set = { ...decided, number, issuer, foundOn, reopenedAt: null, noticeGiven: null };
  await ctx.db.update(clinicDocument).set(set).where(eq(clinicDocument.id, doc.id));
  return { ...doc, ...set };
}

const activityOf = {
  accept: 'document-accepted',
  'ask-again': 'document-asked-again',
  reject: 'document-rejected',
} as const;

const tellHistory = (
  ctx: TxCtx<Reviewer>,
  { id, kind, note, reviewedAt }: DocumentRow,
  { clinicId, decision }: { clinicId: string; decision: DocumentDecision },
): Promise<void> =>
  addActivity(ctx, {
    clinicId,
    kind: activityOf[decision],
    at: reviewedAt!,
    facts: { documentId: id, kind, ...(note ? { note } : {}) },
  });

/**
 * Corrects until when an accepted document proves something; null: it has no end date. Its clinic is reminded by the new
 * date.
 *
 * @throws AppError `not_found`; `event_refused` for a document by which nothing is verified; `version_conflict`;
 * `validation_failed` for a last day that is over
 */
export async function setEndDate(
  ctx: Ctx<Reviewer>,
  {
    documentId,
    validUntil,
    version,
    ...read
  }: { documentId: string; validUntil: string | null; version?: LookedAt } & ReadOff,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (validUntil !== null) await requireComingDay(tx, validUntil);
    const { doc, owner } = await lockOwned(tx, documentId);
    if (!verifies(doc)) throw new AppError('event_refused');
    await requireSameDocument(tx, owner, doc, version);
    const { number = doc.number, issuer = doc.issuer, foundOn = doc.foundOn } = read;
    const off = { number: number ?? undefined, issuer: issuer ?? undefined, foundOn };
    await requireReadOff(tx, doc, off);
    const set = { validUntil, number, issuer, foundOn };
    await tx.db
      .update(clinicDocument)
      .set({ ...set, noticeGiven: null })
      .where(eq(clinicDocument.id, documentId));
    await noteDecided(tx, owner, { ...doc, ...set });
    const facts = { documentId, kind: doc.kind, ...(validUntil ? { until: validUntil } : {}) };
    const at = await now(tx);
    await addActivity(tx, { clinicId: owner.id, kind: 'end-date-changed', at, facts });
    await audit(tx, {
      action: 'clinic-onboarding.set-end-date',
      object: { type: 'document', id: documentId },
      details: { clinicId: owner.id, validUntil, ...(isLegalKind(doc.kind) ? { foundOn } : {}) },
    });
    await noteChecks(tx, owner.id);
  });
}

type Request = RequestOf<typeof documentList>;

const { createdAt, kind, review, scan, name, bytes, reviewedAt, clinicId } = clinicDocument;

const listing: Listing<Request['sort']['field']> = {
  table: clinicDocument,
  id: clinicDocument.id,
  own: createdAt,
  columns: { createdAt, kind, review, scan, name, bytes, reviewedAt },
  partitions: [
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
  ctx: CtxOf<'staff'>,
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
  ...pick(
    row,
    ['id', 'clinicId', 'kind', 'name', 'contentType', 'bytes', 'scan', 'warnings', 'review'],
    ['note', 'reviewedBy'],
  ),
  ...instantsOf(row, ['reviewedAt', 'createdAt', 'reopenedAt', 'removedAt']),
  ...pick(row, ['validUntil', 'number', 'issuer', 'foundOn']),
  supersededAt: row.supersededAt?.toISOString() ?? null,
  version: documentVersion(row, owner),
  allowedEvents: [
    ...allowedDecisions(row, owner?.status ?? null),
    ...(owner && verifies(row) ? ['set-end-date'] : []),
  ],
});
