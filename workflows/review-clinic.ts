import { withTransaction } from '#engine';
import {
  approveApplication,
  reinstateClinic as reinstateApplication,
  rejectApplication,
  resubmit,
  suspendClinic,
} from '#modules/clinic-onboarding';
import { endSessionsOfClinic, setClinicApproval } from '#modules/identity';
import { requireExplained } from '#modules/twins';
import type { ClinicDto } from '#contracts/clinic-onboarding';
import type { CtxOf } from '#platform/context';

type Reviewer = CtxOf<'staff' | 'system'>;
interface Decided {
  readonly clinicId: string;
}
interface LookedUpon extends Decided {
  /** Of the record that was looked at; what this person was last shown when absent. */
  readonly version?: string;
}
interface Reasoned extends Decided {
  readonly reason: string;
}

/** Each decision and what the clinic's account may by it stand or fall together. Approving and rejecting leave sessions alone. */

/** @throws AppError `not_found`; `event_refused`, for the reason `twins` while a finding has no reason; `version_conflict` */
export const approveClinic = (ctx: Reviewer, { clinicId, version }: LookedUpon): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await approveApplication(tx, { clinicId, version });
    // Under the lock of the application, so that a decision at the same time is seen.
    await requireExplained(tx, { clinicId });
    await setClinicApproval(tx, { clinicId, approval: 'approved' });
  });

/** @throws AppError `not_found`, `event_refused`, `version_conflict` */
export const rejectClinic = (
  ctx: Reviewer,
  { clinicId, reason, version }: Reasoned & LookedUpon,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await rejectApplication(tx, { clinicId, reason, version });
    await setClinicApproval(tx, { clinicId, approval: 'rejected' });
  });

/** Shuts the clinic out at once, also where it is signed in. @throws AppError `not_found`, `event_refused` */
export const suspendClinicAndEndSessions = (
  ctx: Reviewer,
  { clinicId, reason }: Reasoned,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await suspendClinic(tx, { clinicId, reason });
    await setClinicApproval(tx, { clinicId, approval: 'suspended' });
    await endSessionsOfClinic(tx, { clinicId });
  });

/** @throws AppError `not_found`, `event_refused` */
export const reinstateClinic = (ctx: Reviewer, { clinicId }: Decided): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await reinstateApplication(tx, { clinicId });
    await setClinicApproval(tx, { clinicId, approval: 'approved' });
  });

/** The acting clinic hands a rejected application in again. @throws AppError `event_refused` */
export const resubmitApplication = (ctx: CtxOf<'clinic'>): Promise<ClinicDto> =>
  withTransaction(ctx, async (tx) => {
    const clinic = await resubmit(tx);
    await setClinicApproval(tx, { clinicId: ctx.actor.id, approval: 'pending' });
    return clinic;
  });
