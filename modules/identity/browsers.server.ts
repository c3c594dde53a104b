import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { inSeconds } from '#platform/base/duration';
import { newToken, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import { knownBrowserLife } from './rules';
import { knownBrowser as table } from './tables.server';

const browsers: ReadonlyArray<[RegExp, string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: ReadonlyArray<[RegExp, string]> = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (names: ReadonlyArray<[RegExp, string]>, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Browser and system of a User-Agent in words a person knows; nothing of the header itself is kept. */
export function deviceOf(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 500);
  const browser = first(browsers, text) ?? 'Unknown browser';
  const system = first(systems, text);
  return system ? `${browser} on ${system}` : browser;
}

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

/** What a browser gets to be known by, and for how long; null where it is not to be stored. */
export type KnownToken = { readonly token: string; readonly maxAgeSeconds: number } | null;

/**
 * Remembers the browser in which a number has just signed in, under a new token: one that somebody planted is
 * never adopted, and what it knew goes on under the new one. A shared device is not stored, and forgotten
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

/** Who asks for a code of which number: what work and a place in the waiting list are good for, and for no other number. */
export interface Asking {
  readonly role: 'patient' | 'clinic';
  /** E.164. */
  readonly phone: string;
  /** The challenge cookie. */
  readonly browserToken: string;
}

const mark = (key: string, word: string, { role, phone, browserToken }: Asking): Buffer =>
  createHmac('sha256', key).update([word, role, phone, browserToken].join('\n')).digest();

/** A keyed hash that says nothing about the number or the browser, and fits this word of this one only. */
export const markOf = (ctx: Ctx, word: string, asking: Asking): string =>
  mark(ctx.services.env.OTP_HMAC_KEYS[0]!, word, asking).toString('base64url');

/** Compares in constant time, under every key that may have been the newest when the mark was made. */
export function markFits(ctx: Ctx, word: string, asking: Asking, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  return ctx.services.env.OTP_HMAC_KEYS.some((key) => {
    const expected = mark(key, word, asking);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/**
 * Who asks for a code of a number, for its budgets. Strangers are distinguished by the challenge cookie that we
 * gave, or by their address when they bring none, so that nobody can use up the side of another one. A code
 * counts on both, and the side that asks must have something left: cookies that are dropped buy nothing.
 */
export type AskingSide =
  | { readonly kind: 'known'; readonly known: KnownBrowser }
  | {
      readonly kind: 'stranger';
      /** The challenge cookie that the code will belong to. */
      readonly browserToken: string;
      /** Whether it was that one's before: it then stands for itself, else its address stands for it. */
      readonly held: boolean;
    };
