import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import { identityEvents } from '../schemas';
import {
  type Challenged,
  counterShown,
  makeOptions,
  type NewPasskey,
  type PasskeyAnswer,
  passkeyMade,
  showOptions,
  type StoredPasskey,
} from '../passkeys.server';
import { deviceOf } from '../browsers.server';
import { isActiveAccount, type OpenedSession } from '../sessions.server';
import { challengeLife } from '../rules';
import { takeStaffTry } from './factors.server';
import {
  enter,
  lockAccount,
  refuseStepUp,
  type RenewedSession,
  renewProof,
  type StaffBrowser,
} from './sessions.server';
import { requireFreshFactor } from '../step-up.server';
import { staffAccount, staffChallenge, staffPasskey } from '../tables/staff.server';

type Purpose = (typeof staffChallenge.$inferSelect)['purpose'];

/** Remembers a challenge that goes to a browser. `staffId` is null while nobody is signed in. */
async function openPasskeyChallenge(
  ctx: Ctx,
  { purpose, staffId, challenge }: { purpose: Purpose; staffId: string | null; challenge: string },
): Promise<string> {
  const id = newId();
  await ctx.db.insert(staffChallenge).values({
    id,
    purpose,
    staffId,
    challenge,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(challengeLife)})`,
  });
  return id;
}

/**
 * Uses a challenge up before anything is compared with it, so that it is good once, right or wrong. Null when
 * it is unknown, used, too old, somebody else's, or was given for something else.
 */
async function spendPasskeyChallenge(
  ctx: Ctx,
  { id, purpose, staffId }: { id: string; purpose: Purpose; staffId: string | null },
): Promise<string | null> {
  if (!isId(id)) return null;
  const whose = staffId ? eq(staffChallenge.staffId, staffId) : isNull(staffChallenge.staffId);
  const [row] = await ctx.db
    .update(staffChallenge)
    .set({ usedAt: sqlNow })
    .where(
      and(
        eq(staffChallenge.id, id),
        eq(staffChallenge.purpose, purpose),
        whose,
        isNull(staffChallenge.usedAt),
        gt(staffChallenge.expiresAt, sql`platform.now()`),
      ),
    )
    .returning({ challenge: staffChallenge.challenge });
  return row?.challenge ?? null;
}

type PasskeyRow = typeof staffPasskey.$inferSelect;
type CheckPurpose = 'sign-in' | 'step-up';

/** What a browser needs to show a passkey: any of ours at a sign-in, one of the person's own at a step-up. */
async function passkeyOptions(
  ctx: Ctx,
  { purpose, staffId }: { purpose: CheckPurpose; staffId: string | null },
): Promise<Challenged> {
  const own = staffId
    ? await ctx.db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId))
    : [];
  const options = await showOptions(ctx.services.env, own);
  const opened = { purpose, staffId, challenge: options.challenge };
  const challengeId = await openPasskeyChallenge(ctx, opened);
  return { challengeId, options: { ...options } };
}

export interface CheckedPasskey {
  readonly row: PasskeyRow;
  readonly newCounter: number;
}

/**
 * Whether an answer was signed by a passkey of ours for the challenge it names, with the person verified by
 * their device. The challenge is spent either way. Null when anything does not fit.
 */
export async function checkPasskey(
  ctx: Ctx,
  { challengeId, response }: PasskeyAnswer,
  { purpose, staffId }: { purpose: CheckPurpose; staffId: string | null },
): Promise<CheckedPasskey | null> {
  const expectedChallenge = await spendPasskeyChallenge(ctx, { id: challengeId, purpose, staffId });
  const [row] = await ctx.db
    .select()
    .from(staffPasskey)
    .where(
      and(
        eq(staffPasskey.credentialId, response.id),
        staffId ? eq(staffPasskey.staffId, staffId) : undefined,
      ),
    );
  if (!expectedChallenge || !row) return null;
  const newCounter = await counterShown(ctx.services.env, { expectedChallenge, row, response });
  return newCounter === null ? null : { row, newCounter };
}

/** Notes the use of a passkey; false when it was removed or used elsewhere since it was read. */
export async function usePasskey(tx: TxCtx, { row, newCounter }: CheckedPasskey): Promise<boolean> {
  const used = await tx.db
    .update(staffPasskey)
    .set({ counter: newCounter, lastUsedAt: sqlNow })
    .where(and(eq(staffPasskey.id, row.id), eq(staffPasskey.counter, row.counter)))
    .returning({ id: staffPasskey.id });
  return used.length === 1;
}

/** What a browser needs to make a passkey for the acting person. Throws `step_up`. */
export async function passkeyRegistrationOptions(
  ctx: CtxOf<'staff'>,
  rpName: string,
): Promise<Challenged> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const [account] = await ctx.db.select().from(staffAccount).where(eq(staffAccount.id, staffId));
  const known = await ctx.db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId));
  const owner = { id: staffId, name: account!.email, displayName: account!.name };
  const options = await makeOptions(ctx.services.env, { rpName, owner, known });
  const opened = { purpose: 'register', staffId, challenge: options.challenge } as const;
  const challengeId = await openPasskeyChallenge(ctx, opened);
  return { challengeId, options: { ...options } };
}

/** Adds a passkey to the acting person's account. Throws `step_up`, `invalid_passkey`, `unauthenticated`. */
export async function addPasskey(ctx: CtxOf<'staff'>, input: NewPasskey): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const credential = await verified(ctx, input);
  await withTransaction(ctx, async (tx) => {
    // A reset or a switched off account takes every factor away: none may slip in behind it.
    await lockAccount(tx, staffId);
    await requireFreshFactor(tx);
    const id = newId();
    const added = await tx.db
      .insert(staffPasskey)
      .values({
        id,
        staffId,
        ...credential,
        label: input.label || deviceOf(input.userAgent),
        createdAt: sqlNow,
      })
      .onConflictDoNothing()
      .returning({ id: staffPasskey.id });
    if (added.length === 0) throw new AppError('invalid_passkey');
    const object = { type: 'staff-passkey', id };
    await audit(tx, { action: 'identity.staff-passkey-added', object, details: { staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

async function verified(
  ctx: CtxOf<'staff'>,
  { challengeId, response }: NewPasskey,
): Promise<StoredPasskey> {
  const spent = { id: challengeId, purpose: 'register', staffId: ctx.actor.id } as const;
  const expectedChallenge = await spendPasskeyChallenge(ctx, spent);
  const made =
    expectedChallenge && (await passkeyMade(ctx.services.env, { expectedChallenge, response }));
  if (!made) throw new AppError('invalid_passkey');
  return made;
}

/** Removes one of the acting person's passkeys. Throws `step_up`, `not_found`. */
export async function removePasskey(ctx: CtxOf<'staff'>, { id }: { id: string }): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  await withTransaction(ctx, async (tx) => {
    const own = and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId));
    const removed = isId(id)
      ? await tx.db.delete(staffPasskey).where(own).returning({ id: staffPasskey.id })
      : [];
    if (removed.length === 0) throw new AppError('not_found');
    const object = { type: 'staff-passkey', id };
    await audit(tx, { action: 'identity.staff-passkey-removed', object, details: { staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

/** What a browser needs to sign in with a passkey; the browser knows which accounts it has. */
export const passkeySignInOptions = (ctx: Ctx): Promise<Challenged> =>
  passkeyOptions(ctx, { purpose: 'sign-in', staffId: null });

/**
 * Signs staff in with a passkey, which is both factors: a thing they have, opened by what they know or are.
 * Everything that does not fit answers `invalid_credentials`; too many tries `too_many_requests`.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  answer: PasskeyAnswer,
  browser: StaffBrowser,
): Promise<OpenedSession> {
  const forgive = await takeStaffTry(ctx, null);
  const checked = await checkPasskey(ctx, answer, { purpose: 'sign-in', staffId: null });
  const session =
    checked &&
    (await withTransaction(ctx, async (tx) => {
      const [account] = await tx.db
        .update(staffAccount)
        .set({ lastSignInAt: sqlNow })
        .where(and(eq(staffAccount.id, checked.row.staffId), isActiveAccount))
        .returning();
      if (!account || !(await usePasskey(tx, checked))) return null;
      return enter(tx, account, browser, 'passkey');
    }));
  if (!session) {
    await audit(ctx, {
      action: 'identity.staff-sign-in',
      outcome: 'refused',
      ...(checked ? { object: { type: 'staff', id: checked.row.staffId } } : {}),
      details: { by: 'passkey' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgive();
  return session;
}

/** What a browser needs to show one of the acting person's own passkeys again. */
export const passkeyStepUpOptions = (ctx: CtxOf<'staff'>): Promise<Challenged> =>
  passkeyOptions(ctx, { purpose: 'step-up', staffId: ctx.actor.id });

/** As {@link stepUpWithCode}, with a passkey. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`. */
export async function stepUpWithPasskey(
  ctx: CtxOf<'staff'>,
  answer: PasskeyAnswer,
): Promise<RenewedSession> {
  const forgive = await takeStaffTry(ctx, null);
  const whose = { purpose: 'step-up', staffId: ctx.actor.id } as const;
  const checked = await checkPasskey(ctx, answer, whose);
  const renewed =
    checked &&
    (await withTransaction(ctx, async (tx) =>
      (await usePasskey(tx, checked)) ? renewProof(tx, 'passkey') : null,
    ));
  if (!renewed) return refuseStepUp(ctx);
  await forgive();
  return renewed;
}
