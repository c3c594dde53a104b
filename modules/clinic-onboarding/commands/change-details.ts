import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import { applicationFlow } from '../application.flow.server';
import type { ClinicDetails } from '../details';
import type { ClinicDto } from '../dto';
import { ownClinic } from '../queries/own-application';
import { clinic } from '../tables.server';

/**
 * The acting clinic mends what it said of itself, while its application is pending or rejected.
 *
 * @throws AppError `event_refused` once it is decided otherwise.
 */
export async function changeDetails(
  ctx: Ctx<ActorOf<'clinic'>>,
  { details }: { details: ClinicDetails },
): Promise<ClinicDto> {
  return transaction(ctx, async (tx) => {
    const { id } = ctx.actor;
    const event = { type: 'clinic-onboarding.change-details' } as const;
    await dispatch(tx, applicationFlow, { id, event });
    await tx.db.update(clinic).set(details).where(eq(clinic.id, id));
    await audit(tx, {
      action: 'clinic-onboarding.change-details',
      object: { type: 'clinic', id },
    });
    return ownClinic(tx);
  });
}
