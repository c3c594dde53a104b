import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { clinicForStaff, readClinicForStaff } from '#modules/clinic-onboarding';
import {
  countLiveOffersOf,
  listOffersForStaff,
  offerForStaff,
  readOfferWords,
} from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { asAccount, listWith, recordWith, withClinicNames } from './records';

/** A page of offers with what their clinics are called. */
export const listOffers = listWith(listOffersForStaff, withClinicNames);

/** @throws AppError `not_found` */
export const readOfferForStaff = recordWith(offerForStaff, withClinicNames);

/** With the clinic's words, for a typed reason; logged. @throws AppError `not_found` */
export const readOfferWordsForStaff = recordWith(readOfferWords, withClinicNames);

const withLiveOffers = (ctx: CtxOf<'staff'>, records: readonly ClinicDetailRecord[]) =>
  Promise.all(
    records.map(async (record) => ({
      ...(await asAccount(ctx, 'clinic', record)),
      liveOffers: await countLiveOffersOf(ctx, { clinicId: record.id }),
    })),
  );

/** One clinic, and how many live offers it would lose if it were shut out. @throws AppError `not_found` */
export const clinicWithOffers = recordWith(clinicForStaff, withLiveOffers);

/** As {@link clinicWithOffers}, for somebody who looks; logged. @throws AppError `not_found` */
export const readClinicWithOffers = recordWith(readClinicForStaff, withLiveOffers);
