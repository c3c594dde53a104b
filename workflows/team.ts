import { withTransaction } from '#engine';
import { giveRequest as assign, takeBackRequests } from '#modules/exchange';
import { leaveTeam as leave, removeMember as remove, requireMember } from '#modules/identity';
import { forgetPerson } from '#modules/notifications';
import type { CtxOf } from '#platform/context';
import { readRequest } from './offers/offers';

/**
 * Says who of the acting clinic's team looks after a request that the clinic may see; null for no member. The clinic gets a mail.
 *
 * @throws AppError `not_found` for the request and for the member
 */
export const giveRequest = (
  ctx: CtxOf<'clinic'>,
  { leadId, memberId }: { leadId: string; memberId: string | null },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await readRequest(tx, { leadId });
    // Held until the end: whoever removes the member meanwhile takes this back, too.
    if (memberId !== null) await requireMember(tx, { memberId });
    await assign(tx, { leadId, memberId });
  });

/** The acting owner removes a member, who looks after nothing from then on. @throws AppError `not_found`, `last_owner` */
export const removeMember = (
  ctx: CtxOf<'clinic'>,
  { memberId }: { memberId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await remove(tx, { memberId });
    await takeBackRequests(tx, { memberId });
    await forgetPerson(tx, { readerId: ctx.actor.id, personId: memberId });
  });

/** The acting member leaves the team, and looks after nothing from then on. @throws AppError `last_owner` */
export const leaveTeam = (ctx: CtxOf<'clinic'>): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await leave(tx);
    const { id: readerId, member } = ctx.actor;
    await takeBackRequests(tx, { memberId: member.id });
    await forgetPerson(tx, { readerId, personId: member.id });
  });
