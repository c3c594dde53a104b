import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import type { FormTurn } from '#platform/text/form-turn';
import type { ProfileDraft } from '../profile-draft';
import { profileDraft } from '../tables.server';

/**
 * Keeps what the acting phone has typed of its profile so far, finished or not; not when the same form has sent
 * something later that arrived first.
 */
export async function keepProfile(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  { typed, turn }: { typed: ProfileDraft; turn: FormTurn | null },
): Promise<void> {
  const row = {
    ...typed,
    writer: turn?.writer ?? null,
    turn: turn?.turn ?? 0,
    savedAt: sqlNow,
  };
  await ctx.db
    .insert(profileDraft)
    .values({ phone: ctx.actor.phone, ...row })
    .onConflictDoUpdate({
      target: profileDraft.phone,
      set: row,
      setWhere: sql`${profileDraft.writer} is distinct from excluded.writer
        or excluded.writer is null or ${profileDraft.turn} < excluded.turn`,
    });
}
