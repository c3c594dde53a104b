import { and, eq, gt, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { newToken, sha256 } from '#platform/base/ids';
import { knownBrowserLife } from '../settings';
import { knownBrowser as table } from '../tables.server';

interface Number {
  readonly role: 'patient' | 'clinic';
  /** E.164. */
  readonly phone: string;
}

/** A browser in which a number has signed in before. */
export interface KnownBrowser {
  readonly id: string;
}

const alive = gt(table.expiresAt, sql`platform.now()`);
const lifeEnd = sql`platform.now() + make_interval(secs => ${inSeconds(knownBrowserLife)})`;

/** The browser of a `known` cookie, if this very number has signed in with it in this role; else null. */
export async function knownBrowser(
  ctx: Ctx,
  { role, phone, token }: Number & { token: string | null },
): Promise<KnownBrowser | null> {
  if (!token) return null;
  const [row] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(eq(table.tokenHash, sha256(token)), eq(table.role, role), eq(table.phone, phone), alive),
    );
  return row ?? null;
}

export interface SignedInBrowser extends Number {
  /** The `known` cookie that came along. */
  readonly token: string | null;
  readonly sharedDevice: boolean;
}

/** What a browser gets to be known by, and for how long; null where it is not to be remembered. */
export type KnownToken = { readonly token: string; readonly maxAgeSeconds: number } | null;

/**
 * Remembers the browser in which a number has just signed in, under a new token: one that somebody planted is
 * never adopted, and what it knew goes on under the new one. A shared device is not remembered, and forgotten
 * when it was.
 */
export async function rememberBrowser(
  ctx: TxCtx,
  { role, phone, token, sharedDevice }: SignedInBrowser,
): Promise<KnownToken> {
  const held = token === null ? null : sha256(token);
  if (sharedDevice) {
    if (held)
      await ctx.db
        .delete(table)
        .where(and(eq(table.tokenHash, held), eq(table.role, role), eq(table.phone, phone)));
    return null;
  }
  const fresh = newToken();
  const tokenHash = sha256(fresh);
  if (held)
    await ctx.db
      .update(table)
      .set({ tokenHash })
      .where(and(eq(table.tokenHash, held), alive));
  await ctx.db
    .insert(table)
    .values({ tokenHash, role, phone, createdAt: sqlNow, expiresAt: lifeEnd })
    .onConflictDoUpdate({
      target: [table.tokenHash, table.role, table.phone],
      set: { expiresAt: lifeEnd },
    });
  return { token: fresh, maxAgeSeconds: inSeconds(knownBrowserLife) };
}

/** Forgets every browser of a number in one role; with signing out everywhere, and with erasure. */
export async function forgetBrowsers(ctx: Ctx, { role, phone }: Number): Promise<void> {
  await ctx.db.delete(table).where(and(eq(table.role, role), eq(table.phone, phone)));
}
