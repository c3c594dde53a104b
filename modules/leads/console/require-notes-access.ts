import type { ActorOf } from '#platform/actor';
import { actedLately } from '#platform/audit-recent';
import type { Ctx } from '#platform/context';
import { hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { leadForStaff } from './read-lead-for-staff';

/** How long a typed reason opens the photos of a request. */
const openFor = hours(1);

/**
 * Photos are read like notes: while a request is being screened, or by somebody who has typed a reason within
 * the hour.
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function requireNotesAccess(
  ctx: Ctx<ActorOf<'staff'>>,
  { leadId }: { leadId: string },
): Promise<void> {
  const { id, status } = await leadForStaff(ctx, leadId);
  if (status === 'pending') return;
  const broken = { action: 'leads.notes-read', object: { type: 'lead', id } };
  if (await actedLately(ctx, { ...broken, facts: { breakGlass: true } }, openFor)) return;
  throw new AppError('forbidden');
}
