import { eq, inArray } from 'drizzle-orm';
import { audit } from '#engine';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { requireRow } from '#platform/lists/find-row';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  idIn,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { homeQueue, type Queue } from '#platform/lists/queue-figures';
import type { CheckInRow } from './queries.server';
import type { CheckInDetailRecord, checkInList, CheckInRecord } from './schemas';
import { checkIn } from './tables.server';

type CheckInRequest = RequestOf<typeof checkInList>;

/** A record but for what other modules know. */
type Listed = Omit<CheckInRecord, 'clinicName'>;

const listing: Listing<CheckInRequest['sort']['field']> = {
  table: checkIn,
  id: checkIn.id,
  own: checkIn.answeredAt,
  columns: { answeredAt: checkIn.answeredAt },
  partitions: [
    { column: checkIn.patientId, chosen: 'few' },
    { column: checkIn.clinicId, chosen: 'few' },
  ],
};

/** Only answers that mean danger: what else a patient says is between the two sides. In the words of the index. */
const danger = inArray(checkIn.state, ['alerted', 'escalated', 'settled', 'closed']);
const waits = eq(checkIn.state, 'escalated');

export const checkInRows: Queue = {
  id: 'check-ins',
  table: checkIn,
  where: waits,
  first: checkIn.answeredAt,
};

const narrowing = ({
  filter: { id, state, queue, clinicId, patientId, q },
}: CheckInRequest): Narrowing => ({
  choices: [
    chooseIds(checkIn.id, id),
    chooseIds(checkIn.clinicId, clinicId),
    chooseIds(checkIn.patientId, patientId),
    choose(checkIn.state, state),
  ],
  either: idIn([checkIn.id, checkIn.offerId, checkIn.clinicId, checkIn.patientId], q),
  where: queue ? waits : danger,
});

/** A page of answers that mean danger: nothing that a patient said. */
export const listCheckInsForStaff = (
  ctx: CtxOf<'staff'>,
  request: CheckInRequest,
): Promise<Page<Listed>> =>
  findPage(listing, request, narrowing(request)).list(ctx, checkIn, (rows) => rows.map(toListed));

/** One of them with what the patient answered. @throws AppError `not_found`, also for an answer that means no danger */
export async function checkInForStaff(
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<Omit<CheckInDetailRecord, 'clinicName'>> {
  const row = await requireRow(ctx, checkIn, id);
  if (row.dangers.length === 0) throw new AppError('not_found');
  return {
    ...toListed(row),
    ...pick(row, ['dangers', 'note', 'reply']),
    answers: row.answers ?? {},
  };
}

/** As {@link checkInForStaff}, for a person who looks; logged before it is answered. @throws AppError `not_found` */
export async function readCheckInForStaff(ctx: CtxOf<'staff'>, id: string) {
  const found = await checkInForStaff(ctx, id);
  const details = { state: found.state };
  await audit(ctx, {
    action: 'aftercare.check-in-read',
    object: { type: 'check-in', id },
    details,
  });
  return found;
}

/** Answers that mean danger and that their clinic left without one, the longest first. */
export const checkInQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, checkInRows, { id: checkIn.id, label: checkIn.state });

const toListed = (row: CheckInRow): Listed => ({
  ...pick(row, ['id', 'offerId', 'leadId', 'clinicId', 'patientId', 'day', 'state', 'country']),
  ...instantsOf(row, ['answeredAt', 'repliedAt']),
  allowedEvents: row.state === 'alerted' || row.state === 'escalated' ? ['close'] : [],
});
