import type { AccountWays } from '#contracts/identity';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import type { OfferDetailRecord, OfferRecord, offerList } from '#contracts/offers';
import { clinicForStaff, clinicNames, readClinicForStaff } from '#modules/clinic-onboarding';
import {
  countLiveOffersOf,
  listOffersForStaff,
  offerForStaff,
  readOfferWords,
} from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import { asAccount } from './as-account';

type Staff = Ctx<ActorOf<'staff'>>;

/** Records with what their clinics are called. */
export async function withClinicNames<R extends { readonly clinicId: string }>(
  ctx: Staff,
  records: readonly R[],
): Promise<Array<R & { clinicName: string }>> {
  const names = await clinicNames(ctx, [...new Set(records.map(({ clinicId }) => clinicId))]);
  return records.map((record) => ({ ...record, clinicName: names.get(record.clinicId) ?? '' }));
}

/** A page of offers with what their clinics are called. */
export async function listOffers(
  ctx: Staff,
  request: RequestOf<typeof offerList>,
): Promise<Page<OfferRecord>> {
  const { rows, total } = await listOffersForStaff(ctx, request);
  return { rows: await withClinicNames(ctx, rows), total };
}

/** @throws AppError `not_found` */
export const readOfferForStaff = async (ctx: Staff, id: string): Promise<OfferDetailRecord> =>
  (await withClinicNames(ctx, [await offerForStaff(ctx, id)]))[0]!;

/** With the clinic's words, for a typed reason; logged. @throws AppError `not_found` */
export const readOfferWordsForStaff = async (
  ctx: Staff,
  input: { offerId: string; reason: string },
): Promise<OfferDetailRecord> =>
  (await withClinicNames(ctx, [await readOfferWords(ctx, input)]))[0]!;

type ClinicWithOffers = ClinicDetailRecord & {
  liveOffers: number;
  heldSince: string | null;
  ways: AccountWays;
};

const withLiveOffers = async (
  ctx: Staff,
  record: ClinicDetailRecord,
): Promise<ClinicWithOffers> => ({
  ...(await asAccount(ctx, 'clinic', record)),
  liveOffers: await countLiveOffersOf(ctx, { clinicId: record.id }),
});

/** One clinic, and how many live offers it would lose if it were shut out. @throws AppError `not_found` */
export const clinicWithOffers = async (ctx: Staff, id: string): Promise<ClinicWithOffers> =>
  withLiveOffers(ctx, await clinicForStaff(ctx, id));

/** As {@link clinicWithOffers}, for somebody who looks; logged. @throws AppError `not_found` */
export const readClinicWithOffers = async (ctx: Staff, id: string): Promise<ClinicWithOffers> =>
  withLiveOffers(ctx, await readClinicForStaff(ctx, id));
