import { sql, type Column, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { readSetting } from '#platform/settings/settings';
import { recycledNumberAfter } from './rules';

/** Whether an account was last seen so long ago that its number may be somebody else's by now (security 17). */
export async function isSilent(ctx: Ctx, lastSeenAt: Column): Promise<SQL<boolean>> {
  const silence = inSeconds(await readSetting(ctx, recycledNumberAfter));
  return sql<boolean>`${lastSeenAt} < platform.now() - make_interval(secs => ${silence})`;
}
