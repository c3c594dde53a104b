import { lt, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { days, inSeconds } from '#platform/base/duration';
import { deleteInSteps } from '#platform/privacy/person-data';
import { registrationDraft } from '../tables.server';

/** How long somebody may take to come back to a registration. */
export const registrationKept = days(7);

/** Forgets registrations that were never finished, some at a time; returns how many. */
export const forgetDrafts = (ctx: Ctx<ActorOf<'system'>>): Promise<number> =>
  deleteInSteps(
    ctx,
    registrationDraft,
    lt(
      registrationDraft.savedAt,
      sql`platform.now() - make_interval(secs => ${inSeconds(registrationKept)})`,
    ),
  );
