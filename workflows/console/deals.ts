import { checkInForStaff, listCheckInsForStaff, readCheckInForStaff } from '#modules/aftercare';
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
import { answerForStaff, listAnswersForStaff } from '#modules/outcomes';
import type { CtxOf } from '#platform/context';
import { listWith, recordWith, withClinicNames } from './records';

/** Records with what their clinics are called, and where they are. */
async function withTowns<R extends { readonly clinicId: string }>(
  ctx: CtxOf<'staff'>,
  records: readonly R[],
): Promise<Array<R & { clinicName: string; clinicCity: string | null }>> {
  const towns = await clinicTowns(ctx, [...new Set(records.map(({ clinicId }) => clinicId))]);
  return records.map((record) => {
    const { name: clinicName = '', city: clinicCity = null } = towns.get(record.clinicId) ?? {};
    return { ...record, clinicName, clinicCity };
  });
}

/** A page of deals with what their clinics are called, and where they are. */
export const listDealsOfAll = listWith(listDealsForStaff, withTowns);

/** @throws AppError `not_found` */
export const dealWithClinic = recordWith(dealForStaff, withTowns);

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readDealWithClinic = recordWith(readDealForStaff, withTowns);

interface Decided {
  readonly id: string;
  readonly reason: string;
}

/** Staff end a deal; both sides read the reason. @throws AppError `not_found`, `event_refused` */
export async function cancelDealById(ctx: CtxOf<'staff'>, { id, reason }: Decided): Promise<void> {
  const { offerId } = await dealForStaff(ctx, id);
  await cancelDealAsStaff(ctx, { offerId, code: 'other', reason });
}

/** Staff decide that what one side has confirmed counts. @throws AppError `not_found`, `event_refused` */
export async function upholdDealById(ctx: CtxOf<'staff'>, { id, reason }: Decided): Promise<void> {
  const { offerId } = await dealForStaff(ctx, id);
  await upholdTreatment(ctx, { offerId, reason });
}

/** A page of reviews with what their clinics are called. */
export const listReviewsOfAll = listWith(listReviewsForStaff, withClinicNames);

/** @throws AppError `not_found` */
export const reviewWithClinic = recordWith(reviewForStaff, withClinicNames);

/** A page of answers that mean danger, with what their clinics are called. */
export const listCheckInsOfAll = listWith(listCheckInsForStaff, withClinicNames);

/** @throws AppError `not_found` */
export const checkInWithClinic = recordWith(checkInForStaff, withClinicNames);

/** For a person who looks; logged. @throws AppError `not_found` */
export const readCheckInWithClinic = recordWith(readCheckInForStaff, withClinicNames);
/** A page of later reviews with what their clinics are called. */
export const listLaterReviewsOfAll = listWith(listAnswersForStaff, withClinicNames);

/** @throws AppError `not_found` */
export const laterReviewWithClinic = recordWith(answerForStaff, withClinicNames);
