import { eq, sql } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { publish, publishLive } from '#engine';
import { verificationEvents } from './events';
import { applicationChanged } from './status';
import { clinic } from './tables.server';

/**
 * Writes since when something of an approved clinic waits for a check, after what the transaction has changed, and tells
 * the open pages. Staff are told when it is the first thing that waits. Takes the lock of the clinic's row.
 */
export async function noteChecks(ctx: TxCtx, clinicId: string): Promise<void> {
  const [before] = await ctx.db
    .select({ status: clinic.status, since: clinic.checksSince })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('no key update');
  if (!before) throw new Error(`no clinic ${clinicId}`);
  const [after] = await ctx.db
    .update(clinic)
    .set({
      checksSince: sql`case when status in ('approved', 'suspended') then ${oldest(clinicId)} end`,
    })
    .where(eq(clinic.id, clinicId))
    .returning({ since: clinic.checksSince });
  if (!before.since && after?.since)
    await publish(ctx, verificationEvents['clinic-onboarding.check-asked'], { clinicId });
  const { status } = before;
  await publishLive(ctx, `clinic:${clinicId}`, {
    type: applicationChanged,
    data: { clinicId, status },
  });
  await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'clinics' } });
}

const oldest = (clinicId: string) => sql`(
  select min(waiting.at) from (
    select created_at as at from clinic_onboarding.document
      where clinic_id = ${clinicId} and review = 'waiting' and removed_at is null and scan <> 'infected'
    union all
    select asked_at from clinic_onboarding.point_change where clinic_id = ${clinicId} and state = 'waiting'
    union all
    select created_at from clinic_onboarding.picture
      where clinic_id = ${clinicId} and review = 'waiting' and removed_at is null
  ) waiting)`;
