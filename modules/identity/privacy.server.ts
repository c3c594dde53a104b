import {
  and,
  asc,
  type Column,
  desc,
  eq,
  inArray,
  isNotNull,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { audit, publish } from '#engine';
import { days, type Duration, hours, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx, TxCtxOf } from '#platform/context';
import { purgeRateLimits } from '#platform/limits/rate-limit';
import {
  columnsOf,
  deleteInSteps,
  deleteSome,
  listAs,
  listOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import {
  type Account,
  type AccountKind,
  detached,
  endTokensOf,
  isDetached,
  isOf,
  isSilent,
  lockAccountOf,
} from './accounts.server';
import { identityEvents } from './schemas';
import {
  endSessionsOnNumber,
  exchangeSession,
  type OpenedSession,
  openSession,
} from './sessions.server';
import {
  clinicAccount,
  clinicMember,
  clinicToken,
  consent,
  emailLink,
  knownBrowser,
  memberInvite,
  otpChallenge,
  passkey,
  passkeyChallenge,
  patient,
  profileDraft,
  session,
  waitingListPlace,
  accountRecovery,
} from './tables.server';
import {
  staffChallenge,
  staffInvite,
  staffProviderRound,
  staffSession,
} from './tables/staff.server';

/**
 * Takes an account off its number, within the caller's transaction: from the commit on whoever has this number is new
 * here, and nothing that the number left behind on the way in is theirs. Nobody gets into the account any more, by
 * whatever proof, and no software by a token; its sessions are the caller's to end.
 *
 * @throws AppError `unauthenticated` when it is gone, or off its number already
 */
async function takeOffNumber(ctx: TxCtx, account: Account): Promise<{ phone: string }> {
  const { kind, id } = account;
  await lockAccountOf(ctx, account);
  const table = kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db.select({ phone: table.phone }).from(table).where(eq(table.id, id));
  if (!row || isDetached(row.phone)) throw new AppError('unauthenticated');
  const { phone } = row;
  await ctx.db
    .update(table)
    .set({ phone: detached(id) })
    .where(eq(table.id, id));
  await forgetNumber(ctx, kind, phone);
  if (kind === 'clinic') await endTokensOf(ctx, id);
  return { phone };
}

async function forgetNumber(ctx: TxCtx, role: AccountKind, phone: string): Promise<void> {
  const { db } = ctx;
  const purposes = [role, 'step-up', 'email-proof'] as const;
  await db
    .delete(knownBrowser)
    .where(and(eq(knownBrowser.phone, phone), eq(knownBrowser.role, role)));
  await db
    .delete(otpChallenge)
    .where(and(eq(otpChallenge.phone, phone), inArray(otpChallenge.purpose, [...purposes])));
  await db
    .delete(waitingListPlace)
    .where(and(eq(waitingListPlace.phone, phone), eq(waitingListPlace.role, role)));
  if (role === 'patient') await db.delete(profileDraft).where(eq(profileDraft.phone, phone));
}

/**
 * Closes an account for good, within the caller's transaction: it is taken off its number, every session ends, and what
 * the number left behind on the way in is gone. From the commit on somebody with this number is new here; the account's
 * rows go with the erasure that follows.
 *
 * @throws AppError `unauthenticated` when it is gone, or off its number already
 */
export async function closeAccount(ctx: TxCtx, account: Account): Promise<{ phone: string }> {
  const { kind, id } = account;
  const { phone } = await takeOffNumber(ctx, account);
  await ctx.db
    .delete(session)
    .where(
      and(eq(session.principal, kind), or(eq(session.subjectId, id), eq(session.phone, phone))),
    );
  return { phone };
}

/**
 * Takes an account that was silent for long off the number of the acting session, which owes a second proof of it, and
 * opens a session for somebody new with that number in its place; within the caller's transaction, which has ended what
 * was open. The account keeps all that is in it, and its owner is notified.
 *
 * @throws AppError `forbidden` when its owner has come back meanwhile; `unauthenticated` when it is off its number already
 */
export async function detachSilent(
  ctx: TxCtxOf<'phone-verified'>,
  account: Account,
): Promise<OpenedSession> {
  const { kind: principal, id: accountId } = account;
  // Under the account's lock: whoever proves to be its owner at the same moment comes wholly before or wholly after.
  await requireSilence(ctx, account);
  const { phone } = await takeOffNumber(ctx, account);
  const kept = await exchangeSession(ctx, ctx.actor.sessionId);
  await endSessionsOnNumber(ctx, { principal, subjectId: accountId, phone });
  await publish(ctx, identityEvents['identity.account-detached'], { principal, accountId });
  await audit(ctx, { action: 'identity.began-anew', object: { type: principal, id: accountId } });
  return openSession(ctx, { principal, phase: 'phone-verified', phone, ...kept });
}

async function requireSilence(ctx: TxCtx, account: Account): Promise<void> {
  const table = account.kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db
    .select({ silent: await isSilent(ctx, table.lastSeenAt) })
    .from(table)
    .where(eq(table.id, account.id))
    .for('update');
  if (!row) throw new AppError('unauthenticated');
  if (!row.silent) throw new AppError('forbidden');
}

const sessionsOf = ({ kind, id }: Person) =>
  and(eq(session.subjectId, id), eq(session.principal, kind))!;

const accountOf = (ctx: Ctx, { kind, id }: Person): Promise<Array<{ phone: string }>> =>
  kind === 'patient'
    ? ctx.db.select(patientColumns).from(patient).where(eq(patient.id, id))
    : ctx.db.select(clinicColumns).from(clinicAccount).where(eq(clinicAccount.id, id));

const patientColumns = columnsOf(
  patient,
  ['id', 'phone', 'firstName', 'lastName', 'email', 'emailProvedAt', 'locale', 'currency'],
  ['createdAt', 'updatedAt', 'lastSeenAt'],
);
const clinicColumns = columnsOf(
  clinicAccount,
  ['id', 'phone', 'approval', 'locale'],
  ['createdAt', 'lastSeenAt'],
);

async function browsersOf(ctx: Ctx, person: Person) {
  const [account] = await accountOf(ctx, person);
  if (!account) return [];
  return ctx.db
    .select({ createdAt: knownBrowser.createdAt, expiresAt: knownBrowser.expiresAt })
    .from(knownBrowser)
    .where(and(eq(knownBrowser.phone, account.phone), eq(knownBrowser.role, person.kind)));
}

/** Whatever hangs on the number went when the account was closed (`closeAccount`); passkeys and links go with the row. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield listAs('account', () => accountOf(ctx, person));
    yield listOf(ctx, 'sessions', {
      table: session,
      columns: columnsOf(
        session,
        ['createdAt', 'lastSeenAt', 'provedAt', 'sharedDevice', 'expiresAt'],
        ['endedAt'],
      ),
      which: sessionsOf(person),
      order: desc(session.createdAt),
    });
    yield listAs('known-browsers', () => browsersOf(ctx, person));
    yield listOf(ctx, 'passkeys', {
      table: passkey,
      columns: columnsOf(passkey, ['label', 'createdAt', 'lastUsedAt']),
      which: isOf(passkey, person),
    });
    yield listOf(ctx, 'email-addresses-to-prove', {
      table: emailLink,
      columns: columnsOf(
        emailLink,
        ['kind', 'email', 'previousEmail'],
        ['createdAt', 'usedAt', 'droppedAt'],
      ),
      which: isOf(emailLink, person),
    });
    if (person.kind === 'clinic') {
      yield* teamOf(ctx, person.id);
      return;
    }
    const { kind, version, at: givenAt, withdrawnAt } = consent;
    yield listOf(ctx, 'consents', {
      table: consent,
      columns: { kind, version, givenAt, withdrawnAt },
      which: eq(consent.patientId, person.id),
      order: asc(givenAt),
    });
  },

  erase: (ctx, person) =>
    stepOf(
      () => deleteSome(ctx, session, sessionsOf(person)),
      () =>
        deleteSome(
          ctx,
          accountRecovery,
          and(
            eq(accountRecovery.principal, person.kind),
            eq(accountRecovery.accountId, person.id),
          )!,
        ),
      () =>
        person.kind === 'patient'
          ? erasePatient(ctx, person.id)
          : deleteSome(ctx, clinicAccount, eq(clinicAccount.id, person.id)),
    ),
};

/** Who works for a clinic, who is invited, and the tokens of its software. */
async function* teamOf(ctx: Ctx, clinicId: string) {
  yield listOf(ctx, 'members', {
    table: clinicMember,
    columns: columnsOf(
      clinicMember,
      ['name', 'role', 'phone', 'holdsAccount', 'locale'],
      ['createdAt', 'lastSeenAt', 'removedAt'],
    ),
    which: eq(clinicMember.clinicId, clinicId),
    order: asc(clinicMember.createdAt),
  });
  yield listOf(ctx, 'invitations', {
    table: memberInvite,
    columns: columnsOf(
      memberInvite,
      ['name', 'role', 'phone'],
      ['createdAt', 'expiresAt', 'usedAt', 'droppedAt'],
    ),
    which: eq(memberInvite.clinicId, clinicId),
    order: asc(memberInvite.createdAt),
  });
  yield listOf(ctx, 'tokens', {
    table: clinicToken,
    columns: columnsOf(
      clinicToken,
      ['name', 'scopes'],
      ['createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
    ),
    which: eq(clinicToken.clinicId, clinicId),
    order: asc(clinicToken.createdAt),
  });
}

async function erasePatient(ctx: Ctx, id: string): Promise<number> {
  const [row] = await ctx.db
    .select({ email: patient.email })
    .from(patient)
    .where(eq(patient.id, id));
  if (!row) return 0;
  await ctx.services.ports.mailer.forget?.(row.email);
  return deleteSome(ctx, patient, eq(patient.id, id));
}

/** How long rows of identity are kept, as the privacy page says it (security 81). */
export const keptFor = {
  /** As far back as the budgets look. */
  codes: hours(24),
  waitingListPlaces: hours(1),
  /** After their end. */
  sessions: days(30),
  profileDrafts: days(1),
  passkeyChallenges: days(1),
  emailLinks: days(30),
} as const;

const monthAgo = sql`platform.now() - interval '30 days'`;

/**
 * Removes what staff leave behind: challenges and rounds to the provider after a day, links and sessions thirty days after their end, so
 * that a device that was seen in that time is known. Returns how many rows went.
 */
async function forgetOldOfStaff(ctx: Ctx): Promise<number> {
  const challenges = await ctx.db
    .delete(staffChallenge)
    .where(lt(staffChallenge.createdAt, sql`platform.now() - interval '1 day'`))
    .returning({ id: staffChallenge.id });
  const rounds = await ctx.db
    .delete(staffProviderRound)
    .where(lt(staffProviderRound.createdAt, sql`platform.now() - interval '1 day'`))
    .returning({ at: staffProviderRound.createdAt });
  const invites = await ctx.db
    .delete(staffInvite)
    .where(sql`least(${staffInvite.expiresAt}, ${staffInvite.usedAt}) < ${monthAgo}`)
    .returning({ id: staffInvite.id });
  const sessions = await ctx.db
    .delete(staffSession)
    .where(sql`least(${staffSession.expiresAt}, ${staffSession.endedAt}) < ${monthAgo}`)
    .returning({ id: staffSession.id });
  return challenges.length + rounds.length + invites.length + sessions.length;
}

const isBefore = (column: Column, length: Duration): SQL =>
  lt(column, sql`platform.now() - make_interval(secs => ${inSeconds(length)})`);

/** Sessions end when somebody ends them or when their time is over; each has an index of its own. */
const endedLongAgo = or(
  isBefore(session.expiresAt, keptFor.sessions),
  and(isNotNull(session.endedAt), isBefore(session.endedAt, keptFor.sessions)),
)!;

/**
 * Removes what is not needed any more (`keptFor`): codes, places in the waiting list, sessions after their end, browsers
 * whose time is over, profiles that nobody finished, challenges of passkeys, links of mails, what staff leave behind,
 * spent rate limits. In small steps. Returns how many rows went.
 */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const ours = [
    [otpChallenge, isBefore(otpChallenge.createdAt, keptFor.codes)],
    [waitingListPlace, isBefore(waitingListPlace.seenAt, keptFor.waitingListPlaces)],
    [session, endedLongAgo],
    [knownBrowser, lt(knownBrowser.expiresAt, sql`platform.now()`)],
    [profileDraft, isBefore(profileDraft.savedAt, keptFor.profileDrafts)],
    [passkeyChallenge, isBefore(passkeyChallenge.createdAt, keptFor.passkeyChallenges)],
    [emailLink, isBefore(emailLink.createdAt, keptFor.emailLinks)],
    [accountRecovery, isBefore(accountRecovery.askedAt, keptFor.emailLinks)],
  ] as const;
  let gone = 0;
  for (const [table, which] of ours) gone += await deleteInSteps(ctx, table, which);
  return gone + (await forgetOldOfStaff(ctx)) + (await purgeRateLimits(ctx));
}
