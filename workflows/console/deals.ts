import type {
  DealDetailRecord,
  dealList,
  DealRecord,
  ReviewDetailRecord,
  reviewList,
  ReviewRecord,
} from '#contracts/deals';
import { clinicTowns } from '#modules/clinic-onboarding';
import {
  cancelDealAsStaff,
  dealForStaff,
  listDealsForStaff,
  listReviewsForStaff,
  readDealForStaff,
  reviewForStaff,
  upholdTreatment,
} from '#modules/deals';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import { withClinicNames } from './offers';

type Staff = Ctx<ActorOf<'staff'>>;

/** Records with what their clinics are called, and where they are. */
async function withTowns<R extends { readonly clinicId: string }>(
  ctx: Staff,
  records: readonly R[],
): Promise<Array<R & { clinicName: string; clinicCity: string | null }>> {
  const towns = await clinicTowns(ctx, [...new Set(records.map(({ clinicId }) => clinicId))]);
  return records.map((record) => {
    const { name: clinicName = '', city: clinicCity = null } = towns.get(record.clinicId) ?? {};
    return { ...record, clinicName, clinicCity };
  });
}

/** A page of deals with what their clinics are called, and where they are. */
export async function listDealsOfAll(
  ctx: Staff,
  request: RequestOf<typeof dealList>,
): Promise<Page<DealRecord>> {
  const { rows, total } = await listDealsForStaff(ctx, request);
  return { rows: await withTowns(ctx, rows), total };
}

/** @throws AppError `not_found` */
export const dealWithClinic = async (ctx: Staff, id: string): Promise<DealDetailRecord> =>
  (await withTowns(ctx, [await dealForStaff(ctx, id)]))[0]!;

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readDealWithClinic = async (ctx: Staff, id: string): Promise<DealDetailRecord> =>
  (await withTowns(ctx, [await readDealForStaff(ctx, id)]))[0]!;

interface Decided {
  readonly id: string;
  readonly reason: string;
}

/** Staff end a deal; both sides read the reason. @throws AppError `not_found`, `event_refused` */
export async function cancelDealById(ctx: Staff, { id, reason }: Decided): Promise<void> {
  const { offerId } = await dealForStaff(ctx, id);
  await cancelDealAsStaff(ctx, { offerId, code: 'other', reason });
}

/** Staff decide that what one side has confirmed counts. @throws AppError `not_found`, `event_refused` */
export async function upholdDealById(ctx: Staff, { id, reason }: Decided): Promise<void> {
  const { offerId } = await dealForStaff(ctx, id);
  await upholdTreatment(ctx, { offerId, reason });
}

/** A page of reviews with what their clinics are called. */
export async function listReviewsOfAll(
  ctx: Staff,
  request: RequestOf<typeof reviewList>,
): Promise<Page<ReviewRecord>> {
  const { rows, total } = await listReviewsForStaff(ctx, request);
  return { rows: await withClinicNames(ctx, rows), total };
}

/** @throws AppError `not_found` */
export const reviewWithClinic = async (ctx: Staff, id: string): Promise<ReviewDetailRecord> =>
  (await withClinicNames(ctx, [await reviewForStaff(ctx, id)]))[0]!;
