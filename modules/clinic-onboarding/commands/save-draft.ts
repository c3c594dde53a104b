import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import type { FormTurn } from '#platform/text/form-turn';
import type { RegistrationDraft } from '../registration-draft';
import { phoneOf } from '../owner';
import { registrationDraft } from '../tables.server';

/**
 * Keeps what the acting phone has typed about its clinic so far, in place of what was kept before; not when the
 * same form has sent something later that arrived first.
 */
export async function saveDraft(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  { fields, turn }: { fields: RegistrationDraft; turn?: FormTurn | null },
): Promise<void> {
  const phone = phoneOf(ctx);
  const row = { fields, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, savedAt: sqlNow };
  await ctx.db
    .insert(registrationDraft)
    .values({ phone, ...row })
    .onConflictDoUpdate({
      target: registrationDraft.phone,
      set: row,
      setWhere: sql`${registrationDraft.writer} is distinct from excluded.writer
        or excluded.writer is null or ${registrationDraft.turn} < excluded.turn`,
    });
}
