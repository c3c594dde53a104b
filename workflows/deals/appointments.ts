import { clinicReach, type ClinicReach } from '#modules/clinic-onboarding';
import { agreedDate, proposeTime as propose } from '#modules/deals';
import { personOf } from '#modules/identity';
import { closedAmong } from '#modules/offers';
import type { Side } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';

export interface Appointment {
  readonly dealId: string;
  readonly startsAt: Date;
  readonly sequence: number;
  readonly changedAt: Date;
  readonly cancelled: boolean;
  /** Whom one meets; null where the account is gone, and for a clinic whose deal was cancelled or is closed. */
  readonly withWhom: string | null;
  /** Where the clinic is, as it is stored. */
  readonly place: Pick<ClinicReach, 'address' | 'city' | 'country'> | null;
  /** Whom the patient calls: E.164; null for the clinic, for a date that was called off, and where there is no number. */
  readonly phoneNumber: string | null;
}

const placeOf = ({ address, city, country }: ClinicReach) => ({ address, city, country });

/**
 * What both sides of a deal have agreed on, as the acting side puts it into a calendar.
 *
 * @throws AppError `not_found`, `not_scheduled`
 */
export async function appointmentOf(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<Appointment> {
  const { patientId, clinicId, ...date } = await agreedDate(ctx, { offerId });
  const clinic = await clinicReach(ctx, { clinicId });
  const asPatient = ctx.actor.kind === 'patient';
  const closed = !asPatient && (await closedAmong(ctx, [offerId])).has(offerId);
  const person = asPatient || date.cancelled || closed ? null : await personOf(ctx, { patientId });
  return {
    ...date,
    withWhom: (asPatient ? clinic : person)?.name ?? null,
    place: clinic && placeOf(clinic),
    phoneNumber: asPatient && !date.cancelled ? (clinic?.phoneNumber ?? null) : null,
  };
}

/**
 * As `deals` proposes a time; words beside it are writing, which a closed deal has none of.
 *
 * @throws AppError as there; `validation_failed` for a note once the deal is closed
 */
export const proposeTime: typeof propose = (ctx, wish) =>
  withTransaction(ctx, async (tx) => {
    await propose(tx, wish);
    // After it: of a deal of others nothing is said.
    if (wish.note === null || !(await closedAmong(tx, [wish.offerId])).has(wish.offerId)) return;
    throw new AppError('validation_failed', { fields: { note: ['deals.error.note_closed'] } });
  });
