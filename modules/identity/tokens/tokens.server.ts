import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import { newId, newToken, sha256 } from '#platform/base/ids';
import type { Ctx, CtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import { lockTeam } from '../clinics.server';
import { identityEvents } from '../schemas';
import { requireFreshFactor } from '../step-up.server';
import { clinicAccount, clinicMember, clinicToken } from '../tables.server';
import { mostTokens, type TokenDto, type TokenInput } from '../token-schemas';

type TokenRow = typeof clinicToken.$inferSelect;

/** Before the random part, so that whoever finds one, and what looks for secrets in code, knows what it is. */
const prefix = 'clinic_';

const isGood = and(
  isNull(clinicToken.revokedAt),
  gt(clinicToken.expiresAt, sql`platform.now()`),
)!;

const toDto = (row: TokenRow & { isOver: boolean }): TokenDto => ({
  _id: row.id,
  ...pick(row, ['name', 'scopes', 'memberId', 'isOver']),
  ...instantsOf(row, ['createdAt', 'expiresAt', 'lastUsedAt']),
});

const withState = { row: clinicToken, isOver: sql<boolean>`not (${isGood})` };

/** Tokens of the acting clinic, the newest first; those that are over for 90 days. */
export async function ownTokens(ctx: CtxOf<'clinic'>): Promise<TokenDto[]> {
  const since = sql`platform.now() - make_interval(days => 90)`;
  const rows = await ctx.db
    .select(withState)
    .from(clinicToken)
    .where(
      and(
        eq(clinicToken.clinicId, ctx.actor.id),
        or(isGood, gt(sql`coalesce(${clinicToken.revokedAt}, ${clinicToken.expiresAt})`, since)),
      ),
    )
    .orderBy(desc(clinicToken.createdAt), desc(clinicToken.id))
    .limit(100);
  return rows.map(({ row, isOver }) => toDto({ ...row, isOver }));
}

/**
 * The acting owner makes a token. It is in this answer only. Contact data wants a fresh proof of the owner.
 *
 * @throws AppError `too_many_tokens`, `step_up`
 */
export async function makeToken(
  ctx: CtxOf<'clinic'>,
  { name, scopes, days: life }: TokenInput,
): Promise<TokenDto & { token: string }> {
  if (scopes.includes('contact')) await requireFreshFactor(ctx);
  const token = `${prefix}${newToken()}`;
  return withTransaction(ctx, async (tx) => {
    await lockTeam(tx);
    const { id: clinicId, member } = tx.actor;
    const [good] = await tx.db
      .select({ n: count() })
      .from(clinicToken)
      .where(and(eq(clinicToken.clinicId, clinicId), isGood));
    if (good!.n >= mostTokens) throw new AppError('too_many_tokens');
    const [row] = await tx.db
      .insert(clinicToken)
      .values({
        ...{ id: newId(), clinicId, memberId: member.id, name, scopes, tokenHash: sha256(token) },
        createdAt: sqlNow,
        expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(days(life))})`,
      })
      .returning();
    const object = { type: 'token', id: row!.id };
    const details = { scopes: scopes.join(' '), days: life };
    await audit(tx, { action: 'identity.token-made', object, details });
    await publish(tx, identityEvents['identity.clinic-token-made'], { clinicId });
    return { ...toDto({ ...row!, isOver: false }), token };
  });
}

/** The acting owner ends a token of the clinic. @throws AppError `not_found` */
export const revokeToken = (ctx: CtxOf<'clinic'>, { id }: { id: string }): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const own = and(eq(clinicToken.id, id), eq(clinicToken.clinicId, tx.actor.id), isGood);
    const [revoked] = await tx.db
      .update(clinicToken)
      .set({ revokedAt: sqlNow })
      .where(own)
      .returning({ id: clinicToken.id });
    if (!revoked) throw new AppError('not_found');
    await audit(tx, { action: 'identity.token-revoked', object: { type: 'token', id } });
  });

/**
 * The clinic for which a token acts, in the name of the member who made it; null where it is unknown, over, or its member
 * is gone. It may at most what a manager may. One statement; its use is noted to the minute.
 */
export async function resolveToken(ctx: Ctx, token: string): Promise<ActorOf<'clinic'> | null> {
  if (!token.startsWith(prefix)) return null;
  const [found] = await ctx.db
    .select({
      row: clinicToken,
      approval: clinicAccount.approval,
      accountPhone: clinicAccount.phone,
      phone: clinicMember.phone,
      rested: sql<boolean>`coalesce(${clinicToken.lastUsedAt} < platform.now() - interval '1 minute', true)`,
    })
    .from(clinicToken)
    .innerJoin(clinicAccount, eq(clinicAccount.id, clinicToken.clinicId))
    .innerJoin(
      clinicMember,
      and(eq(clinicMember.id, clinicToken.memberId), isNull(clinicMember.removedAt)),
    )
    .where(and(eq(clinicToken.tokenHash, sha256(token)), isGood));
  if (!found) return null;
  const { id, clinicId, memberId, scopes } = found.row;
  if (found.rested)
    await ctx.db.update(clinicToken).set({ lastUsedAt: sqlNow }).where(eq(clinicToken.id, id));
  return {
    kind: 'clinic',
    id: clinicId,
    phone: found.phone ?? found.accountPhone,
    sessionId: id,
    approved: found.approval === 'approved',
    member: { id: memberId, role: 'manager' },
    token: { id, scopes },
  };
}
