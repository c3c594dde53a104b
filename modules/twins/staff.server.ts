import { eq, sql } from 'drizzle-orm';
import { actedLately, audit } from '#engine';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { instantsOf } from '#platform/base/fields';
import { isId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import { choose, chooseIds, findPage, idIn, type Listing } from '#platform/lists/list-page';
import { homeQueue, type Queue } from '#platform/lists/queue-figures';
import type { findingList, FindingRecord } from './schemas';
import { finding, mark } from './tables.server';

type Request = RequestOf<typeof findingList>;

const listing: Listing<Request['sort']['field']> = {
  table: finding,
  id: finding.id,
  own: finding.foundAt,
  columns: { foundAt: finding.foundAt },
  partitions: [
    { column: finding.clinicId, chosen: 'few' },
    { column: finding.otherId, chosen: 'few' },
    { column: finding.state },
  ],
};

const isOpen = sql`${finding.state} = 'open'`;

type Row = typeof finding.$inferSelect;

/** A record but for the names of clinics. */
function toRecord(row: Row, leadId: string | null): FindingRecord {
  const { kind, otherKind, otherId, state } = row;
  const none = { clinicId: null, name: null, sourceId: null, leadId: null };
  const hasSource = kind === 'document' || kind === 'picture' || kind === 'photo';
  return {
    id: row.id,
    ...{ kind, state },
    sides: [
      {
        ...none,
        kind: 'clinic',
        clinicId: row.clinicId,
        sourceId: hasSource ? row.sourceId : null,
      },
      {
        ...none,
        kind: otherKind,
        clinicId: otherKind === 'clinic' ? otherId : null,
        sourceId: hasSource ? row.otherSourceId : null,
        leadId,
      },
    ],
    shared: row.shared,
    more: row.more,
    ...instantsOf(row, ['foundAt', 'decidedAt']),
    decidedBy: row.decidedBy,
    reason: row.reason,
    allowedEvents: [
      ...(leadId ? ['read-photo'] : []),
      ...(state === 'open' ? ['explain', ...(otherKind === 'clinic' ? ['allow-branch'] : [])] : []),
    ],
  };
}

/** The request in which a patient's photo is now. */
const photoMark = sql`${mark.kind} = 'photo' and ${mark.sourceId} = ${finding.otherSourceId} and ${finding.otherKind} = 'patient'`;

const selected = (ctx: CtxOf<'staff'>) =>
  ctx.db
    .select({ row: finding, leadId: mark.leadId })
    .from(finding)
    .leftJoin(mark, photoMark)
    .$dynamic();

/** A page of what clinics share with others; nothing of a patient but which photo it is. */
export async function listFindings(
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<FindingRecord>> {
  const { id, queue, state, clinicId, q } = request.filter;
  const page = findPage(listing, request, {
    choices: [chooseIds(finding.id, id), choose(finding.state, queue ? ['open'] : state)],
    either:
      idIn([finding.clinicId, finding.otherId], clinicId) ??
      idIn([finding.id, finding.clinicId, finding.otherId], q),
  });
  const rows = await selected(ctx).innerJoin(page.keys, page.isOn).orderBy(page.order);
  return page.answer(
    ctx,
    rows.map(({ row, leadId }) => toRecord(row, leadId)),
  );
}

/** One finding. @throws AppError `not_found` */
export async function findingForStaff(ctx: CtxOf<'staff'>, id: string): Promise<FindingRecord> {
  const [found] = isId(id) ? await selected(ctx).where(eq(finding.id, id)) : [];
  if (!found) throw new AppError('not_found');
  return toRecord(found.row, found.leadId);
}

/** As {@link findingForStaff}, for a reader; logged before it is answered. @throws AppError `not_found` */
export async function readFinding(ctx: CtxOf<'staff'>, id: string): Promise<FindingRecord> {
  const found = await findingForStaff(ctx, id);
  const [{ clinicId }] = found.sides;
  await audit(ctx, {
    action: 'twins.finding-read',
    object: { type: 'clinic', id: clinicId! },
    details: { findingId: id },
  });
  return found;
}

/** How long a typed reason opens the photo of a finding. */
const openFor = hours(1);

const broken = (findingId: string, leadId: string) => ({
  action: 'twins.photo-read',
  object: { type: 'lead', id: leadId },
  details: { breakGlass: true, findingId },
});

/** Where a photo of a finding lies. @throws AppError `not_found`, also of a finding without one */
async function photoOf(ctx: CtxOf<'staff'>, findingId: string) {
  const { sides } = await findingForStaff(ctx, findingId);
  const { kind, leadId, sourceId } = sides[1];
  if (kind !== 'patient' || !leadId || !sourceId) throw new AppError('not_found');
  return { leadId, id: sourceId };
}

/** Lets the acting member of staff see the patient's photo of a finding for an hour, for a typed reason. @throws AppError `not_found` */
export async function readFoundPhoto(
  ctx: CtxOf<'staff'>,
  { findingId, reason }: { findingId: string; reason: string },
): Promise<void> {
  const { leadId } = await photoOf(ctx, findingId);
  await audit(ctx, { ...broken(findingId, leadId), reason });
}

/** The photo of a finding, for staff who gave a reason within the hour. @throws AppError `not_found`, `forbidden` */
export async function requirePhotoAccess(
  ctx: CtxOf<'staff'>,
  findingId: string,
): Promise<{ leadId: string; id: string }> {
  const found = await photoOf(ctx, findingId);
  if (!(await actedLately(ctx, broken(findingId, found.leadId), openFor)))
    throw new AppError('forbidden');
  return found;
}

export const findingRows: Queue = {
  id: 'twins',
  table: finding,
  where: isOpen,
  first: finding.foundAt,
};

/** Findings that wait for a reason, the oldest first. */
export const findingQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, findingRows, { id: finding.id, label: finding.kind });
