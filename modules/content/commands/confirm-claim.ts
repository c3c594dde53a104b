import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { changeEntry, publishValue } from '../entries.server';
import { claimsOf } from '../parts';

/**
 * A member of staff vouches for one claim as the site shows it. `version` is the one that was looked at.
 *
 * @throws AppError `not_found`; `event_refused` when there is no such claim or it is confirmed;
 *   `version_conflict` when something else was published meanwhile
 */
export const confirmClaim = (
  ctx: Ctx<ActorOf<'staff'>>,
  { key, index, version }: { key: string; index: number; version?: number },
) =>
  changeEntry(ctx, { key, action: 'content.confirmed', seen: { version } }, async (tx, entry) => {
    const claims = claimsOf(entry.value);
    if (!claims[index] || claims[index].confirmed) throw new AppError('event_refused');
    const value = claims.map((claim, at) => (at === index ? { ...claim, confirmed: true } : claim));
    return publishValue(tx, entry, { value, draft: entry.draft });
  });
