import type { RecipientType } from '#contracts/notifications';
import { activeStaffIds } from '#modules/identity';
import type { Ctx } from '#platform/context';

interface Recipient<K extends RecipientType> {
  readonly type: K;
  readonly id: string;
}

/** Who is notified of an event. */
export interface Recipients<E, K extends RecipientType = RecipientType> {
  /** What they can be, whatever the event says. */
  readonly kinds: readonly K[];
  /** Those of one event, of these kinds only. */
  readonly of: (
    event: E,
    ctx: Ctx,
  ) => ReadonlyArray<Recipient<K>> | Promise<ReadonlyArray<Recipient<K>>>;
}

export const recipients = <E, const K extends RecipientType>(
  kinds: readonly K[],
  of: Recipients<E, K>['of'],
): Recipients<E, K> => ({ kinds, of });

/** The patient that the event names. */
export const itsPatient = recipients(['patient'], ({ patientId: id }: { patientId: string }) => [
  { type: 'patient', id },
]);

/** The clinic that the event names. */
export const itsClinic = recipients(['clinic'], ({ clinicId: id }: { clinicId: string }) => [
  { type: 'clinic', id },
]);

/** The patient or the clinic whose account the event is about. */
export const itsAccount = recipients(
  ['patient', 'clinic'],
  ({ principal: type, accountId: id }: { principal: 'patient' | 'clinic'; accountId: string }) => [
    { type, id },
  ],
);

/** The member of staff that the event names. */
export const itsStaffMember = recipients(['staff'], ({ staffId: id }: { staffId: string }) => [
  { type: 'staff', id },
]);

/** Everybody of staff who may sign in. */
export const allStaff = recipients(['staff'], async (_event: unknown, ctx: Ctx) =>
  (await activeStaffIds(ctx)).map((id) => ({ type: 'staff' as const, id })),
);
