import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import { days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Env } from '#platform/config/env';
import { readSignedId, signId } from '#platform/config/signed-id';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import { hasContactInName } from '#platform/text/contact-in-name';
import type { FormTurn } from '#platform/text/form-turn';
import { sqlNow } from '#platform/time/clock';
import {
  type Account,
  type AccountActor,
  isOf,
  lockAccountOf,
  ownerOf,
  toUser,
} from './accounts.server';
import { emailLinkLife } from './rules';
import { identityEvents, nameContactMessage, type ProfileDraft, type User } from './schemas';
import { type Registration, requireOwnPhone } from './sign-in.server';
import { requireFreshFactor } from './step-up.server';
import { emailLink, patient, profileDraft } from './tables.server';

/**
 * Keeps what the acting phone has typed of its profile so far, finished or not; not when the same form has sent
 * something later that arrived first.
 */
export async function keepProfile(
  ctx: CtxOf<'phone-verified'>,
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
export async function keptProfile(ctx: CtxOf<'phone-verified'>): Promise<ProfileDraft | null> {
  const { firstName, lastName, email } = profileDraft;
  const [row] = await ctx.db
    .select({ firstName, lastName, email })
    .from(profileDraft)
    .where(eq(profileDraft.phone, ctx.actor.phone));
  return row ?? null;
}

interface UpdatedProfile {
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
  ctx: CtxOf<'patient'>,
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
async function requireFitNames(tx: TxCtxOf<'patient'>, names: Names): Promise<void> {
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

type Keys = Pick<Env, 'OTP_HMAC_KEYS'>;
const purpose = 'email-link';

/** What a mail carries of a link: its row, signed. */
const linkTokenOf = (keys: Keys, id: string): string => signId(keys, purpose, id);

/** The row of a link; null when none of our keys signed it. */
const readLinkToken = (keys: Keys, token: string): string | null =>
  readSignedId(keys, purpose, token);

const perAccount: Rule = { name: 'identity.email-links-per-account', limit: 10, window: days(1) };
const perMailbox: Rule = { name: 'identity.email-links-per-mailbox', limit: 5, window: days(1) };

/** Bounds what one account, or all of them together, can have sent to a mailbox. Throws `too_many_requests`. */
async function takeLinkPoints(tx: TxCtx, account: Account, email: string): Promise<void> {
  for (const [rule, subject] of [
    [perAccount, account.id],
    [perMailbox, email.toLowerCase()],
  ] as const) {
    await requireRateLimit(tx, rule, subject);
  }
}

type EmailLinkRow = typeof emailLink.$inferSelect;
type LinkKind = EmailLinkRow['kind'];

const untouched = and(isNull(emailLink.usedAt), isNull(emailLink.droppedAt))!;

/** Neither used nor dropped nor too old, by the database's clock. */
const isOpen: SQL = and(untouched, gt(emailLink.expiresAt, sql`platform.now()`))!;

const openOf = (account: Account, kind: LinkKind): SQL =>
  and(isOf(emailLink, account), eq(emailLink.kind, kind), isOpen)!;

/** The open link of a kind that an account has; null without one. */
async function findOpenLink(
  ctx: Ctx,
  account: Account,
  kind: LinkKind,
): Promise<EmailLinkRow | null> {
  const [row] = await ctx.db.select().from(emailLink).where(openOf(account, kind));
  return row ?? null;
}

/** An open link by its id; null otherwise. */
async function readOpenLink(ctx: Ctx, id: string): Promise<EmailLinkRow | null> {
  const [row] = await ctx.db
    .select()
    .from(emailLink)
    .where(and(eq(emailLink.id, id), isOpen));
  return row ?? null;
}

/** Takes back what is open of a kind; false when nothing was. */
async function dropLinks(tx: TxCtx, account: Account, kind: LinkKind): Promise<boolean> {
  const dropped = await tx.db
    .update(emailLink)
    .set({ droppedAt: sqlNow })
    .where(and(isOf(emailLink, account), eq(emailLink.kind, kind), untouched))
    .returning({ expired: sql<boolean>`${emailLink.expiresAt} <= platform.now()` });
  return dropped.some(({ expired }) => !expired);
}

/** Opens a link in place of the one of its kind that was open. Of several at once, the last one stays. */
async function openLink(
  tx: TxCtx,
  account: Account,
  {
    kind,
    email,
    previousEmail = null,
  }: {
    kind: LinkKind;
    email: string;
    previousEmail?: string | null;
  },
): Promise<string> {
  await lockAccountOf(tx, account);
  await dropLinks(tx, account, kind);
  const id = newId();
  await tx.db.insert(emailLink).values({
    id,
    ...ownerOf(account),
    kind,
    email,
    previousEmail,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(emailLinkLife)})`,
  });
  return id;
}

/** Uses an own open link up: of any number that arrive at once, one. Null for everybody else's and for a spent one. */
async function spendLink(tx: TxCtx, account: Account, id: string): Promise<EmailLinkRow | null> {
  const [row] = await tx.db
    .update(emailLink)
    .set({ usedAt: sqlNow })
    .where(and(eq(emailLink.id, id), isOf(emailLink, account), isOpen))
    .returning();
  return row ?? null;
}

/**
 * Another address for the acting person's account: it waits until the link in the mail to it is confirmed, and
 * the address until then is notified at once. Asking for the one that waits already changes nothing. Throws
 * `too_many_requests`.
 */
export async function askEmailChange(
  tx: TxCtx<AccountActor>,
  { email, current }: { email: string; current: string },
): Promise<void> {
  const { actor } = tx;
  const waiting = await findOpenLink(tx, actor, 'change');
  if (email === current || email === waiting?.email) return;
  await takeLinkPoints(tx, actor, email);
  const linkId = await openLink(tx, actor, { kind: 'change', email, previousEmail: current });
  await audit(tx, {
    action: 'identity.email-change-asked',
    object: { type: 'email-link', id: linkId },
  });
  const whose = { principal: actor.kind, accountId: actor.id, linkId };
  await publish(tx, identityEvents['identity.email-change-asked'], whose);
  await publish(tx, identityEvents['identity.email-link-asked'], whose);
}

type Acting = Ctx<AccountActor>;

/** Takes back the change of address that waits. Throws `not_found` when none does. */
export async function cancelEmailChange(ctx: Acting): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (!(await dropLinks(tx, tx.actor, 'change'))) throw new AppError('not_found');
    const object = { type: tx.actor.kind, id: tx.actor.id };
    await audit(tx, { action: 'identity.email-change-cancelled', object });
  });
}

/**
 * Sends another link: to the address that waits, else to the own one (`email`) while nobody has proved to read
 * there. The link before it is dead. Throws `not_found` when there is nothing to prove, `too_many_requests`.
 */
export async function sendEmailLinkAgain(
  ctx: Acting,
  { email, proved }: { email: string; proved: boolean },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const { actor } = tx;
    const waiting = await findOpenLink(tx, actor, 'change');
    if (!waiting && proved) throw new AppError('not_found');
    const to = waiting?.email ?? email;
    await takeLinkPoints(tx, actor, to);
    const linkId = waiting
      ? await openLink(tx, actor, waiting)
      : await openLink(tx, actor, { kind: 'prove', email });
    await audit(tx, {
      action: 'identity.email-link-asked',
      object: { type: 'email-link', id: linkId },
    });
    const whose = { principal: actor.kind, accountId: actor.id, linkId };
    await publish(tx, identityEvents['identity.email-link-asked'], whose);
  });
}

/** The address that waits for its proof; null without one. */
export async function pendingEmailOf(ctx: Acting): Promise<string | null> {
  return (await findOpenLink(ctx, ctx.actor, 'change'))?.email ?? null;
}

/** The address that the acting patient has proved, in the transaction that uses the proof up. */
export async function setPatientEmail(
  tx: TxCtxOf<'patient'>,
  { email }: { email: string },
): Promise<void> {
  await tx.db
    .update(patient)
    .set({ email, emailProvedAt: sqlNow, updatedAt: sqlNow })
    .where(eq(patient.id, tx.actor.id));
}

/** What an own link that is still open would do; it does nothing by being looked at. */
export interface OfferedLink {
  readonly kind: 'prove' | 'change';
  readonly email: string;
}

/** What the link of a mail offers the acting person; null when it is spent, too old or somebody else's. */
export async function offeredLink(
  ctx: Ctx<AccountActor>,
  { link }: { link: string },
): Promise<OfferedLink | null> {
  const { kind, id } = ctx.actor;
  const linkId = readLinkToken(ctx.services.env, link);
  const row = linkId && (await readOpenLink(ctx, linkId));
  if (!row || (kind === 'patient' ? row.patientId : row.clinicId) !== id) return null;
  return { kind: row.kind, email: row.email };
}

/**
 * Uses the link of a mail up for the acting person, in the transaction that gives the address its effect; a
 * change wants a fresh proof. Throws `invalid_link`, `step_up`.
 */
export async function confirmLink(
  tx: TxCtx<AccountActor>,
  { link, current }: { link: string; current: string },
): Promise<OfferedLink> {
  const { actor } = tx;
  const linkId = readLinkToken(tx.services.env, link);
  const row = linkId && (await spendLink(tx, actor, linkId));
  // Since a link was sent to the own address, that may have become another one.
  if (!row || (row.kind === 'prove' && row.email !== current)) throw new AppError('invalid_link');
  if (row.kind === 'change') await requireFreshFactor(tx);
  await audit(tx, {
    action: row.kind === 'change' ? 'identity.email-changed' : 'identity.email-proved',
    object: { type: actor.kind, id: actor.id },
  });
  if (row.kind === 'change')
    await publish(tx, identityEvents['identity.email-changed'], {
      principal: actor.kind,
      accountId: actor.id,
      linkId: row.id,
    });
  return { kind: row.kind, email: row.email };
}

/** For the worker: where a link's mail goes and what it carries; null when the link is of no use any more. */
export async function linkForMail(
  ctx: Ctx,
  { linkId }: { linkId: string },
): Promise<{ kind: 'prove' | 'change'; email: string; link: string } | null> {
  const row = await readOpenLink(ctx, linkId);
  return row && { kind: row.kind, email: row.email, link: linkTokenOf(ctx.services.env, row.id) };
}

/** For the worker: the address that was to be replaced, whatever became of it; null when that is forgotten. */
export async function previousEmailOf(
  ctx: Ctx,
  { linkId }: { linkId: string },
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ email: emailLink.previousEmail })
    .from(emailLink)
    .where(eq(emailLink.id, linkId));
  return row?.email ?? null;
}

/** For the worker: a link that proves an account's own address, which nobody has proved; the open one, or a new one. */
export const proofLinkOf = (
  ctx: Ctx,
  { account, email }: { account: Account; email: string },
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const open = await findOpenLink(tx, account, 'prove');
    const id =
      open?.email === email ? open.id : await openLink(tx, account, { kind: 'prove', email });
    return linkTokenOf(tx.services.env, id);
  });
