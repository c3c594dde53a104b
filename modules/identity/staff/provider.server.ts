import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, publish, withTransaction } from '#engine';
import { anonymous, system } from '#platform/base/actor';
import { after, inSeconds } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { newToken, sha256 } from '#platform/base/ids';
import type { Env } from '#platform/config/env';
import { actAs, type Ctx, type CtxOf, type TxCtx } from '#platform/context';
import {
  ProviderError,
  type ProvedSubject,
  type ProviderReturn,
  type RoundSecrets,
  type SignInProvider,
} from '#platform/ports/sign-in-provider';
import { defineSetting, readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { providerRoundLife } from '../rules';
import { identityEvents } from '../schemas';
import { isActiveAccount, type OpenedSession, resolveSession } from '../sessions.server';
import type { ProviderPurpose, StaffProviderRecord, StaffRole } from '../staff-schemas';
import { requireFreshFactor } from '../step-up.server';
import {
  staffAccount,
  staffProviderLink,
  staffProviderRound,
  staffSession,
} from '../tables/staff.server';
import { takeStaffTry } from './factors.server';
import {
  endAllSessions,
  enter,
  isOnlyAdmin,
  lockAccount,
  type StaffBrowser,
} from './sessions.server';

/**
 * Whether staff sign in with the provider that the settings of the process name. Only an admin switches it on, who has
 * just signed in with it: one that lets no admin in stays off. Passwords, passkeys and authenticators go on.
 */
export const staffProviderSwitch = defineSetting({
  key: 'identity.staff-provider',
  schema: z.enum(['off', 'on']),
  defaults: () => 'off' as const,
  faultsOf: async (ctx, value): Promise<Record<string, string[]>> =>
    value === 'off' || (await switchableUntil(ctx))
      ? {}
      : { value: ['staff.error.provider_first'] },
});

const hostOf = ({ issuer }: SignInProvider): string => new URL(issuer).host;

const isOn = async (ctx: Ctx): Promise<boolean> =>
  (await readSetting(ctx, staffProviderSwitch)) === 'on';

/** Until when the acting person may switch the provider on; null when their session was not just opened with it. */
async function switchableUntil(ctx: Ctx): Promise<Date | null> {
  const { actor, services } = ctx;
  if (actor.kind !== 'staff' || actor.role !== 'admin' || !services.ports.signInProvider)
    return null;
  const since = sql`platform.now() - make_interval(secs => ${inSeconds(providerRoundLife)})`;
  const [row] = await ctx.db
    .select({ createdAt: staffSession.createdAt })
    .from(staffSession)
    .where(
      and(
        eq(staffSession.id, actor.sessionId),
        eq(staffSession.signedInBy, 'provider'),
        gt(staffSession.createdAt, since),
      ),
    );
  return row ? after(row.createdAt, providerRoundLife) : null;
}

/** The provider that the sign-in page offers: its host, or null while it is switched off. */
export async function offeredProvider(ctx: Ctx): Promise<{ host: string | null }> {
  const { signInProvider } = ctx.services.ports;
  return { host: signInProvider && (await isOn(ctx)) ? hostOf(signInProvider) : null };
}

/** The provider as the acting person finds it. */
export async function staffProviderOf(ctx: CtxOf<'staff'>): Promise<StaffProviderRecord> {
  const provider = ctx.services.ports.signInProvider;
  const none = { linkedAt: null, mayLink: false, mayTry: false, switchUntil: null };
  if (!provider) return { host: null, state: 'off', ...none };
  const isAdmin = ctx.actor.role === 'admin';
  const on = await isOn(ctx);
  const link = await linkOf(ctx, provider);
  const until = await switchableUntil(ctx);
  return {
    host: hostOf(provider),
    state: on ? 'on' : (await wasTried(ctx, provider)) ? 'tried' : 'off',
    linkedAt: link?.createdAt.toISOString() ?? null,
    mayLink: !link && (on || isAdmin),
    mayTry: link !== null && isAdmin,
    switchUntil: until?.toISOString() ?? null,
  };
}

async function linkOf(ctx: CtxOf<'staff'>, { issuer }: SignInProvider) {
  const own = and(
    eq(staffProviderLink.staffId, ctx.actor.id),
    eq(staffProviderLink.issuer, issuer),
  );
  const [link] = await ctx.db.select().from(staffProviderLink).where(own);
  return link ?? null;
}

/** Whether an admin has come in with it. */
async function wasTried(ctx: Ctx, { issuer }: SignInProvider): Promise<boolean> {
  const [tried] = await ctx.db
    .select({ id: staffProviderLink.id })
    .from(staffProviderLink)
    .innerJoin(staffAccount, eq(staffAccount.id, staffProviderLink.staffId))
    .where(
      and(
        eq(staffProviderLink.issuer, issuer),
        isNotNull(staffProviderLink.lastUsedAt),
        eq(staffAccount.role, 'admin'),
        isActiveAccount,
      ),
    )
    .orderBy(desc(staffProviderLink.lastUsedAt))
    .limit(1);
  return tried !== undefined;
}

/** What a browser needs to go to the provider: where, and the token of its cookie. */
export interface BegunRound {
  readonly address: string;
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/** Of one token, each by a word of its own, so that none of them leads to another. */
const secretsOf = (token: string): RoundSecrets => {
  const derived = (word: string) => sha256(`${word}:${token}`).toString('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
};

/** The provider of the settings. Throws `provider_off`. */
function requireProvider(ctx: Ctx): SignInProvider {
  const { signInProvider } = ctx.services.ports;
  if (!signInProvider) throw new AppError('provider_off');
  return signInProvider;
}

/** Asks the provider; a failure is logged by its reason. Throws `provider_away`, `provider_refused`. */
async function asked<T>(ctx: Ctx, asking: Promise<T>): Promise<T> {
  return asking.catch((thrown: unknown) => {
    if (!(thrown instanceof ProviderError)) throw thrown;
    const { reason, code } = thrown;
    ctx.log.warn({ reason, code }, 'identity.provider-failed');
    throw new AppError(reason === 'refused' ? 'provider_refused' : 'provider_away');
  });
}

async function begin(
  ctx: Ctx,
  round: { purpose: ProviderPurpose; sessionId: string | null },
): Promise<BegunRound> {
  const token = newToken();
  const address = await asked(ctx, requireProvider(ctx).begin(secretsOf(token)));
  const maxAgeSeconds = inSeconds(providerRoundLife);
  await ctx.db.insert(staffProviderRound).values({
    ...round,
    tokenHash: sha256(token),
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${maxAgeSeconds})`,
  });
  return { address, token, maxAgeSeconds };
}

/** Begins a sign-in with the provider. Throws `provider_off` while it is switched off, `provider_away`. */
export async function beginProviderSignIn(ctx: Ctx): Promise<BegunRound> {
  if (!(await isOn(ctx))) throw new AppError('provider_off');
  return begin(ctx, { purpose: 'sign-in', sessionId: null });
}

/**
 * Begins to link the acting person's account, while the provider is switched on or for an admin, who tries it first. Throws
 * `step_up`, `provider_off`, `provider_away`, `event_refused` when the account is linked already.
 */
export async function beginProviderLink(ctx: CtxOf<'staff'>): Promise<BegunRound> {
  await requireFreshFactor(ctx);
  const provider = requireProvider(ctx);
  if (ctx.actor.role !== 'admin' && !(await isOn(ctx))) throw new AppError('provider_off');
  if (await linkOf(ctx, provider)) throw new AppError('event_refused');
  return begin(ctx, { purpose: 'link', sessionId: ctx.actor.sessionId });
}

/**
 * Begins a sign-in of an admin who is signed in, to see whether the provider would let them in. Throws `forbidden`,
 * `provider_off` without a provider, `provider_away`, `event_refused` when the account is not linked.
 */
export async function beginProviderTrial(ctx: CtxOf<'staff'>): Promise<BegunRound> {
  if (ctx.actor.role !== 'admin') throw new AppError('forbidden');
  if (!(await linkOf(ctx, requireProvider(ctx)))) throw new AppError('event_refused');
  return begin(ctx, { purpose: 'trial', sessionId: ctx.actor.sessionId });
}

/** Removes the link of the acting person's account with this provider. Throws `step_up`, `not_found`. */
export async function unlinkProvider(ctx: CtxOf<'staff'>): Promise<void> {
  await requireFreshFactor(ctx);
  const { id: staffId } = ctx.actor;
  const issuer = ctx.services.ports.signInProvider?.issuer ?? '';
  await withTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(staffProviderLink)
      .where(and(eq(staffProviderLink.staffId, staffId), eq(staffProviderLink.issuer, issuer)))
      .returning({ id: staffProviderLink.id });
    if (removed.length === 0) throw new AppError('not_found');
    const object = { type: 'staff', id: staffId };
    await audit(tx, { action: 'identity.staff-provider-unlinked', object });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

/** What a browser brings back from the provider besides what stood in the address. */
export interface ReturningBrowser extends StaffBrowser {
  /** The token of the round's cookie. */
  readonly roundToken: string | null;
}

/** Where a round led; a session where it was a sign-in or a trial. */
export interface FinishedRound {
  readonly purpose: ProviderPurpose;
  readonly session: OpenedSession | null;
}

type Round = Pick<typeof staffProviderRound.$inferSelect, 'purpose' | 'sessionId'>;

/**
 * Uses a round up, right or wrong, before the provider is asked. Null when the browser has no such round, the state is not
 * its own, or it is used or too old.
 */
async function spendRound(
  ctx: Ctx,
  { token, state }: { token: string | null; state: string },
): Promise<Round | null> {
  if (!token) return null;
  const [own, given] = [sha256(secretsOf(token).state), sha256(state)];
  if (!timingSafeEqual(own, given)) return null;
  const [round] = await ctx.db
    .update(staffProviderRound)
    .set({ usedAt: sqlNow })
    .where(
      and(
        eq(staffProviderRound.tokenHash, sha256(token)),
        isNull(staffProviderRound.usedAt),
        gt(staffProviderRound.expiresAt, sql`platform.now()`),
      ),
    )
    .returning({ purpose: staffProviderRound.purpose, sessionId: staffProviderRound.sessionId });
  return round ?? null;
}

/** The person who began a round in their session, if it is still the browser's. Throws `provider_refused`. */
async function beganBy(
  ctx: Ctx,
  { sessionId }: Round,
  { sessionToken: token }: StaffBrowser,
): Promise<CtxOf<'staff'>> {
  const actor = token && (await resolveSession(ctx, { principal: 'staff', token, renew: true }));
  if (!actor || actor.kind !== 'staff' || actor.sessionId !== sessionId)
    throw new AppError('provider_refused');
  return actAs(ctx, actor);
}

/**
 * Finishes a round: a sign-in, an admin's trial, or the link of an account. What the groups of the provider give is the
 * role from now on, but they take it from no last admin. Throws `too_many_requests`, `provider_off`, `provider_away`,
 * `provider_refused` (no such round, or the provider's word does not hold), `provider_unlinked`, `provider_no_role` and
 * `provider_taken` (another account is linked with this one). Each refusal is in the log.
 */
export async function finishProviderRound(
  ctx: Ctx,
  answer: ProviderReturn,
  browser: ReturningBrowser,
): Promise<FinishedRound> {
  const forgive = await takeStaffTry(ctx, null);
  const token = browser.roundToken;
  const round = await spendRound(ctx, { token, state: answer.state });
  try {
    if (!round || !token) throw new AppError('provider_refused');
    const session = await settleRound(ctx, round, { answer, browser, secrets: secretsOf(token) });
    await forgive();
    return { purpose: round.purpose, session };
  } catch (thrown) {
    await recordRefusal(ctx, round, thrown);
    throw thrown;
  }
}

interface Returned {
  readonly answer: ProviderReturn;
  readonly browser: StaffBrowser;
  readonly secrets: RoundSecrets;
}

async function settleRound(
  ctx: Ctx,
  round: Round,
  { answer, browser, secrets }: Returned,
): Promise<OpenedSession | null> {
  if (round.purpose === 'sign-in' && !(await isOn(ctx))) throw new AppError('provider_off');
  const own = round.purpose === 'sign-in' ? null : await beganBy(ctx, round, browser);
  const who = await asked(ctx, requireProvider(ctx).finish(secrets, answer));
  if (round.purpose !== 'link') return enterAs(ctx, who, { browser, trialOf: own?.actor.id });
  await linkTo(own!, who);
  return null;
}

/** A refusal of an account that is known, which the log names. */
class AccountRefused extends AppError {
  constructor(
    code: string,
    readonly staffId: string,
    reason?: string,
  ) {
    super(code, reason ? { reason } : {});
  }
}

async function recordRefusal(ctx: Ctx, round: Round | null, thrown: unknown): Promise<void> {
  if (!isAppError(thrown)) return;
  const id = thrown instanceof AccountRefused ? thrown.staffId : null;
  await audit(actAs(ctx, anonymous), {
    action: 'identity.staff-provider-round',
    outcome: 'refused',
    ...(id ? { object: { type: 'staff', id } } : {}),
    details: { purpose: round?.purpose ?? 'unknown', why: thrown.code },
  });
}

async function linkTo(ctx: CtxOf<'staff'>, { issuer, subject }: ProvedSubject): Promise<void> {
  const { id: staffId } = ctx.actor;
  await withTransaction(ctx, async (tx) => {
    // Whoever resets the account's factors meanwhile takes this link away as well.
    const { enrolledAt, disabledAt } = await lockAccount(tx, staffId);
    if (!enrolledAt || disabledAt) throw new AppError('provider_refused');
    const linked = await tx.db
      .insert(staffProviderLink)
      .values({ staffId, issuer, subject, createdAt: sqlNow })
      .onConflictDoNothing()
      .returning({ id: staffProviderLink.id });
    if (linked.length === 0) throw new AppError('provider_taken');
    const object = { type: 'staff', id: staffId };
    await audit(tx, { action: 'identity.staff-provider-linked', object });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

/** The highest role that one of the groups gives; null when none gives any. */
function roleOfGroups(
  { OIDC_ADMIN_GROUPS = [], OIDC_REVIEWER_GROUPS = [] }: Env,
  groups: readonly string[],
): StaffRole | null {
  if (groups.some((group) => OIDC_ADMIN_GROUPS.includes(group))) return 'admin';
  return groups.some((group) => OIDC_REVIEWER_GROUPS.includes(group)) ? 'reviewer' : null;
}

interface Entering {
  readonly browser: StaffBrowser;
  /** Of a trial: whose it is. It changes no role. */
  readonly trialOf?: string;
}

/**
 * Lets the linked account in, with the role of its groups. Throws `provider_unlinked`, `provider_no_role`; of a trial also
 * when the groups do not make an admin.
 */
async function enterAs(
  ctx: Ctx,
  { issuer, subject, groups }: ProvedSubject,
  { browser, trialOf }: Entering,
): Promise<OpenedSession> {
  const link = and(eq(staffProviderLink.issuer, issuer), eq(staffProviderLink.subject, subject));
  return withTransaction(ctx, async (tx) => {
    const [found] = await tx.db.select().from(staffProviderLink).where(link);
    const staffId = found?.staffId;
    if (!staffId || (trialOf && trialOf !== staffId)) throw new AppError('provider_unlinked');
    const role = roleOfGroups(ctx.services.env, groups);
    if (!role || (trialOf && role !== 'admin'))
      throw new AccountRefused('provider_no_role', staffId, trialOf && 'trial');
    const account = await giveRole(tx, { staffId, role });
    const used = await tx.db
      .update(staffProviderLink)
      .set({ lastUsedAt: sqlNow })
      .where(link)
      .returning({ id: staffProviderLink.id });
    if (!account || used.length === 0) throw new AccountRefused('provider_unlinked', staffId);
    return enter(tx, account, browser, 'provider');
  });
}

/**
 * Gives an account the role of its groups as it signs in, and ends the sessions that had another one. The only admin who
 * can sign in stays one. Null when the account is switched off or has no factors of its own.
 */
async function giveRole(
  tx: TxCtx,
  { staffId, role: given }: { staffId: string; role: StaffRole },
): Promise<{ id: string; role: StaffRole } | null> {
  const spared = given !== 'admin' && (await isOnlyAdmin(tx, staffId));
  const { role: had, enrolledAt, disabledAt } = await lockAccount(tx, staffId);
  if (!enrolledAt || disabledAt) return null;
  const role = spared ? 'admin' : given;
  await tx.db
    .update(staffAccount)
    .set({ role, lastSignInAt: sqlNow })
    .where(eq(staffAccount.id, staffId));
  const object = { type: 'staff', id: staffId };
  const groups = actAs(tx, system('sign-in-provider'));
  if (spared)
    await audit(groups, {
      ...{ action: 'identity.staff-role-kept', object },
      details: { role, given, source: 'provider' },
    });
  if (role !== had) {
    await endAllSessions(tx, staffId);
    await audit(groups, {
      ...{ action: 'identity.staff-role-changed', object },
      details: { from: had, to: role, source: 'provider' },
    });
  }
  return { id: staffId, role };
}
