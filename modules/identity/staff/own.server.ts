import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { StaffRecord } from '../staff-records';
import { passkeysOf, sessionsOf } from './to-record.server';

type Staff = Ctx<ActorOf<'staff'>>;

/** The acting person's live sessions, last used first. */
export const ownStaffSessions = async (ctx: Staff): Promise<StaffRecord['sessions']> =>
  (await sessionsOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];

/** The acting person's passkeys, newest first. */
export const ownPasskeys = async (ctx: Staff): Promise<StaffRecord['passkeys']> =>
  (await passkeysOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];
