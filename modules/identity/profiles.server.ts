import { eq, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx } from '#platform/context';
import { hasContactInName } from '#platform/text/contact-in-name';
import type { FormTurn } from '#platform/text/form-turn';
import { sqlNow } from '#platform/time/clock';
import { toUser } from './accounts.server';
import { askEmailChange, pendingEmailOf } from './emails.server';
import { nameContactMessage, type ProfileDraft, type User } from './schemas';
import { type Registration, requireOwnPhone } from './sign-in.server';
import { patient, profileDraft } from './tables.server';

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

/** What the acting phone has typed of its profile so far; null when it has not begun. */
export async function keptProfile(
  ctx: Ctx<ActorOf<'phone-verified'>>,
): Promise<ProfileDraft | null> {
  const { firstName, lastName, email } = profileDraft;
  const [row] = await ctx.db
    .select({ firstName, lastName, email })
    .from(profileDraft)
    .where(eq(profileDraft.phone, ctx.actor.phone));
  return row ?? null;
}

export interface UpdatedProfile {
  readonly user: User;
  /** The address that waits for its proof; null when none does. */
  readonly pendingEmail: string | null;
}

/**
 * Changes the names of the acting patient, and asks for another e-mail address where it differs: that one
 * counts once its link is confirmed. The phone is immutable: another one throws `forbidden`. Throws
 * `validation_failed` for another name than before with contact data in it, `too_many_requests` for too many addresses.
 */
export async function updateProfile(
  ctx: Ctx<ActorOf<'patient'>>,
  { phoneNumber, firstName, lastName, email }: Registration,
): Promise<UpdatedProfile> {
  await requireOwnPhone(ctx, phoneNumber);
  return withTransaction(ctx, async (tx) => {
    await requireFitNames(tx, { firstName, lastName });
    const [row] = await tx.db
      .update(patient)
      .set({ firstName, lastName, updatedAt: sqlNow })
      .where(eq(patient.id, ctx.actor.id))
      .returning();
    if (!row) throw new AppError('unauthenticated');
    await askEmailChange(tx, { email, current: row.email });
    await audit(tx, {
      action: 'identity.profile-updated',
      object: { type: 'patient', id: row.id },
    });
    return { user: toUser(row), pendingEmail: await pendingEmailOf(tx) };
  });
}

type Names = Pick<Registration, 'firstName' | 'lastName'>;

/** A name with contact data may stay where it is older than the check; others read it masked. */
async function requireFitNames(tx: TxCtx<ActorOf<'patient'>>, names: Names): Promise<void> {
  const unfit = (['firstName', 'lastName'] as const).filter((one) => hasContactInName(names[one]));
  if (unfit.length === 0) return;
  const { firstName, lastName } = patient;
  const [stored] = await tx.db
    .select({ firstName, lastName })
    .from(patient)
    .where(eq(patient.id, tx.actor.id))
    .for('update');
  const refused = unfit.filter((one) => stored?.[one] !== names[one]);
  if (refused.length === 0) return;
  const fields = Object.fromEntries(refused.map((one) => [one, [nameContactMessage]]));
  throw new AppError('validation_failed', { fields });
}
