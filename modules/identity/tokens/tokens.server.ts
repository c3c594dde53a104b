import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import { newId, newToken, sha256 } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { preparedQuery } from '#platform/database/prepared-query';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import { inBackground } from '#platform/process/in-background';
import { sqlNow } from '#platform/time/clock';
import { isDetached } from '../accounts.server';
import { lockTeam } from '../clinics.server';
import { identityEvents } from '../schemas';
import { requireFreshFactor } from '../step-up.server';
import { clinicAccount, clinicToken } from '../tables.server';
import { mostTokens, type TokenDto, type TokenInput } from '../token-schemas';

type TokenRow = typeof clinicToken.$inferSelect;

/** Before the random part, so that scanners for secrets, and people who find one, know what it is. */
const prefix = 'clinic_';

/** Each one made is a mail to the clinic. */
const perDay: Rule = { name: 'identity.tokens', limit: 60, window: days(1) };

const isGood = and(isNull(clinicToken.revokedAt), gt(clinicToken.expiresAt, sql`platform.now()`))!;

const toDto = (row: TokenRow & { isOver: boolean }): TokenDto => ({
  _id: row.id,
  ...pick(row, ['name', 'scopes', 'isOver']),
  madeBy: row.memberId,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  ...instantsOf(row, ['lastUsedAt']),
});

/** Tokens of the acting clinic, the newest first; those that are over for 90 days. */
export async function ownTokens(ctx: CtxOf<'clinic'>): Promise<TokenDto[]> {
  const since = sql`platform.now() - interval '90 days'`;
  const rows = await ctx.db
    .select({ row: clinicToken, isOver: sql<boolean>`not (${isGood})` })
    .from(clinicToken)
    .where(
      and(
        eq(clinicToken.clinicId, ctx.actor.id),
        or(isGood, gt(sql`coalesce(${clinicToken.revokedAt}, ${clinicToken.expiresAt})`, since)),
      ),
    )
    // Those that can be used come first: a page of those that are over must hide none of them.
    .orderBy(sql`not (${isGood})`, desc(clinicToken.createdAt), desc(clinicToken.id))
    .limit(100);
  return rows.map(({ row, isOver }) => toDto({ ...row, isOver }));
}

/**
 * Under the account's lock: of makers at once none is beyond the limit, and none comes after the clinic is shut out or its
 * account has ended.
 *
 * @throws AppError `forbidden`, `too_many_tokens`
 */
async function requireRoom(tx: TxCtxOf<'clinic'>): Promise<void> {
  const clinicId = tx.actor.id;
  const [account] = await tx.db
    .select({ phone: clinicAccount.phone, approval: clinicAccount.approval })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId));
  if (account?.approval !== 'approved' || isDetached(account.phone))
    throw new AppError('forbidden');
  const [good] = await tx.db
    .select({ n: count() })
    .from(clinicToken)
    .where(and(eq(clinicToken.clinicId, clinicId), isGood));
  if (good!.n >= mostTokens) throw new AppError('too_many_tokens');
}

/**
 * The acting owner makes a token. It is in this answer only. Contact data wants a fresh proof of the owner.
 *
 * @throws AppError `too_many_tokens`, `step_up`, `too_many_requests`, `forbidden` for a clinic that is shut out meanwhile
 */
export async function makeToken(
  ctx: CtxOf<'clinic'>,
  { name, scopes, days: life }: TokenInput,
): Promise<TokenDto & { token: string }> {
  if (scopes.includes('contact')) await requireFreshFactor(ctx);
  await requireRateLimit(ctx, perDay, ctx.actor.id);
  const token = `${prefix}${newToken()}`;
  return withTransaction(ctx, async (tx) => {
    await lockTeam(tx);
    await requireRoom(tx);
    const { id: clinicId, member } = tx.actor;
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

/** The acting owner ends a token of the clinic. @throws AppError `not_found` for one of another clinic, and one that is over */
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

/** The clinic for which a token acts, and the token. */
const byHash = preparedQuery((db) =>
  db
    .select({
      ...{ id: clinicToken.id, clinicId: clinicToken.clinicId, scopes: clinicToken.scopes },
      ...{ phone: clinicAccount.phone, approval: clinicAccount.approval },
      rested: sql<boolean>`coalesce(${clinicToken.lastUsedAt} < platform.now() - interval '1 minute', true)`,
    })
    .from(clinicToken)
    .innerJoin(clinicAccount, eq(clinicAccount.id, clinicToken.clinicId))
    .where(and(eq(clinicToken.tokenHash, sql.placeholder('hash')), isGood))
    .prepare('clinic-token'),
);

/**
 * The clinic for which a token acts: in the place of a member stands the token, which may at most what a manager may. Null
 * where it is unknown or over, its clinic is shut out, or the account has ended. One statement; its use is noted to the minute.
 */
export async function resolveToken(
  ctx: Ctx,
  token: string,
): Promise<(ActorOf<'clinic'> & { token: { id: string } }) | null> {
  if (!token.startsWith(prefix)) return null;
  const [found] = await byHash(ctx.db).execute({ hash: sha256(token) });
  if (found?.approval !== 'approved' || isDetached(found.phone)) return null;
  const { id, clinicId, scopes, phone } = found;
  // A use that is not noted now is noted with the next one.
  if (found.rested) inBackground(ctx, touch(ctx, id), 'use of a token not noted');
  return {
    kind: 'clinic',
    id: clinicId,
    phone,
    sessionId: id,
    approved: true,
    member: { id, role: 'manager' },
    token: { id, scopes },
  };
}

/** Waits for no lock: what is being revoked keeps its time. */
async function touch(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.execute(sql`
    update ${clinicToken} set last_used_at = ${sqlNow}
    where id in (
      select t.id from ${clinicToken} t
      where t.id = ${id} and coalesce(t.last_used_at < platform.now() - interval '1 minute', true)
      for no key update skip locked)`);
}
