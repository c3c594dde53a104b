import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { withTransaction, send } from '#engine';
import { applicationFlow } from '../application.flow.server';
import type { ClinicDto } from '../dto';
import { ownClinic } from '../queries/own-application';
import { readEvidence } from '../read-evidence.server';

/**
 * The acting clinic hands a rejected application in again.
 *
 * @throws AppError `event_refused` unless it was rejected.
 */
export async function resubmit(ctx: Ctx<ActorOf<'clinic'>>): Promise<ClinicDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = ctx.actor;
    const evidence = await readEvidence(tx, id);
    const event = { type: 'clinic-onboarding.resubmit', ...evidence } as const;
    await send(tx, applicationFlow, { id, event });
    return ownClinic(tx);
  });
}
