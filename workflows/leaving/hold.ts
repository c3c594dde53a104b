import { clinicForStaff } from '#modules/clinic-onboarding';
import { readPatient } from '#modules/identity';
import { liftHold, placeHold, type HoldAct } from '#modules/leaving';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';

/**
 * Keeps all that belongs to an account from being erased, for a claim or by a law, until the hold is lifted: its erasure
 * waits, and what is forgotten with time is not. Also of an account that is closed, as long as it is not erased yet.
 *
 * @throws AppError `not_found`, `event_refused` when one stands
 */
export async function placeLegalHold(ctx: CtxOf<'staff'>, act: HoldAct): Promise<void> {
  const { kind, id } = act.person;
  await (kind === 'patient' ? readPatient(ctx, id) : clinicForStaff(ctx, id));
  await placeHold(ctx, act);
}

/** Ends a hold; an erasure that waited for it goes on. @throws AppError `not_found`; `event_refused` when none stands */
export async function liftLegalHold(ctx: CtxOf<'staff'>, act: HoldAct): Promise<void> {
  if (!isId(act.person.id)) throw new AppError('not_found');
  await liftHold(ctx, act);
}
