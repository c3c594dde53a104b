import { and, eq, isNotNull, not, sql } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActingMember, ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { pick } from '#platform/base/fields';
import type { TxCtx, TxCtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import { endTokensOf, isSilent, lockAccountOf, saidLocale } from './accounts.server';
import { forgetBrowsers } from './browsers.server';
import { endSessionsOf, exchangeSession, type OpenedSession, openSession } from './sessions.server';
import { clinicAccount, clinicMember } from './tables.server';
import { consentVersions } from './values';

/** What a session needs to know of its clinic. */
export interface KnownClinic {
  readonly id: string;
  readonly approved: boolean;
  readonly member: ActingMember;
}

/** The clinic of a verified phone, and whether it was silent so long that the number may be recycled. */
interface FoundClinic extends KnownClinic {
  readonly dormant: boolean;
}

/** Who acts in a session of a clinic. */
export const clinicActor = (
  { id, approved, member }: KnownClinic,
  session: { phone: string; sessionId: string },
): ActorOf<'clinic'> => ({ kind: 'clinic', id, approved, member, ...session });

/** Of an account that a build before teams has just made, who holds it is in no list yet. */
export const holderOf = (account: typeof clinicAccount.$inferSelect) => ({
  ...pick(account, ['id', 'locale', 'createdAt', 'lastSeenAt']),
  phone: null,
  role: 'owner' as const,
  holdsAccount: true,
});

/** Holds the account of the acting clinic, and makes sure that who holds it is in its list. */
export async function lockTeam(tx: TxCtxOf<'clinic'>): Promise<void> {
  await lockAccountOf(tx, tx.actor);
  const [account] = await tx.db
    .select()
    .from(clinicAccount)
    .where(eq(clinicAccount.id, tx.actor.id));
  if (!account) throw new AppError('not_found');
  const missing = { ...holderOf(account), clinicId: account.id, name: '' };
  await tx.db.insert(clinicMember).values(missing).onConflictDoNothing();
}

const known = {
  id: clinicAccount.id,
  approval: clinicAccount.approval,
  // Of an account that a build before teams has just made, who holds it is in no list yet.
  holder: sql<string>`coalesce((select m.id from identity.clinic_member m
    where m.clinic_id = identity.clinic_account.id and m.holds_account), identity.clinic_account.id)`,
};
type Row = Pick<typeof clinicAccount.$inferSelect, 'id' | 'approval'> & { holder: string };

const toKnown = ({ id, approval, holder }: Row): KnownClinic => ({
  id,
  approved: approval === 'approved',
  member: { id: holder, role: 'owner' },
});

const toFound = (row: Row, dormant: boolean): FoundClinic => ({ ...toKnown(row), dormant });

/**
 * Notes that the clinic of a verified phone signs in, and holds its row; one that was silent for long is only looked
 * at. Null when the phone has registered none.
 */
export async function seeClinicOf(ctx: TxCtx, phone: string): Promise<FoundClinic | null> {
  const ofPhone = eq(clinicAccount.phone, phone);
  const [awake] = await ctx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(and(ofPhone, not(await isSilent(ctx, clinicAccount.lastSeenAt))))
    .returning(known);
  if (awake) return toFound(awake, false);
  const [dormant] = await ctx.db.select(known).from(clinicAccount).where(ofPhone);
  return dormant ? toFound(dormant, true) : null;
}

/** Notes that the owner of a clinic's account is back, by a second proof. Null when the number is not its own any more. */
export async function wakeClinicOf(ctx: TxCtx, phone: string): Promise<KnownClinic | null> {
  const [row] = await ctx.db
    .update(clinicAccount)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(eq(clinicAccount.phone, phone))
    .returning(known);
  return row ? toKnown(row) : null;
}

/**
 * Makes an account, pending, of a verified phone and exchanges its pre-session for a full one under a new
 * token, within the caller's transaction. `clinicId` is the clinic's in `clinic-onboarding`. Whoever registers is its first owner, under `name`.
 *
 * @throws AppError `already_registered`; `unauthenticated` when the pre-session ended meanwhile.
 */
export async function createClinicAccount(
  ctx: TxCtxOf<'phone-verified'>,
  { clinicId, name }: { clinicId: string; name: string },
): Promise<{ session: OpenedSession; clinic: ActorOf<'clinic'> }> {
  const { phone, sessionId, role } = ctx.actor;
  if (role !== 'clinic') throw new AppError('forbidden');
  const [created] = await ctx.db
    .insert(clinicAccount)
    .values({
      id: clinicId,
      phone,
      approval: 'pending',
      locale: ctx.locale,
      createdAt: sqlNow,
      lastSeenAt: sqlNow,
    })
    .onConflictDoNothing({ target: clinicAccount.phone })
    .returning({ id: clinicAccount.id });
  if (!created) throw new AppError('already_registered');
  await ctx.db.insert(clinicMember).values({
    ...{ id: clinicId, clinicId, name, locale: ctx.locale, role: 'owner', holdsAccount: true },
    ...{ createdAt: sqlNow, lastSeenAt: sqlNow },
  });
  const kept = await exchangeSession(ctx, sessionId);
  const session = await openSession(ctx, {
    principal: 'clinic',
    phase: 'full',
    subjectId: clinicId,
    phone,
    ...kept,
  });
  await audit(ctx, {
    action: 'identity.clinic-registered',
    object: { type: 'clinic', id: clinicId },
    // What a clinic agreed to stands in the log: its registration is its agreement.
    details: { terms: consentVersions.terms, privacy: consentVersions.privacy },
  });
  const member = { id: clinicId, role: 'owner' } as const;
  const clinic = clinicActor(
    { id: clinicId, approved: false, member },
    { phone, sessionId: session.id },
  );
  return { session, clinic };
}

type Reviewer = ActorOf<'staff'> | ActorOf<'system'>;
type Approval = (typeof clinicAccount.$inferSelect)['approval'];

/**
 * What a clinic may from its next request on; in the transaction of the decision, which is audited there.
 * Sessions live on.
 *
 * @throws AppError `not_found`
 */
export async function setClinicApproval(
  ctx: TxCtx<Reviewer> | TxCtxOf<'clinic'>,
  { clinicId, approval }: { clinicId: string; approval: Approval },
): Promise<void> {
  const [row] = await ctx.db
    .update(clinicAccount)
    .set({ approval })
    .where(eq(clinicAccount.id, clinicId))
    .returning({ id: clinicAccount.id });
  if (!row) throw new AppError('not_found');
}

/**
 * That the acting clinic is approved, to the end of the transaction: a suspension that comes meanwhile waits for it.
 *
 * @throws AppError `forbidden`
 */
export async function holdApproval({ db, actor }: TxCtxOf<'clinic'>): Promise<void> {
  const [row] = await db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(and(eq(clinicAccount.id, actor.id), eq(clinicAccount.approval, 'approved')))
    .for('share');
  if (!row) throw new AppError('forbidden');
}

/**
 * Ends every session and token of a clinic: no request gets in with one once this has committed, and no browser is known
 * after it. Returns how many sessions.
 */
export async function endSessionsOfClinic(
  ctx: TxCtx<Reviewer>,
  { clinicId }: { clinicId: string },
): Promise<number> {
  const numbers = await ctx.db
    .select({ phone: clinicAccount.phone })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId))
    .unionAll(
      ctx.db
        .select({ phone: sql<string>`${clinicMember.phone}` })
        .from(clinicMember)
        .where(and(eq(clinicMember.clinicId, clinicId), isNotNull(clinicMember.phone))),
    );
  for (const { phone } of numbers) await forgetBrowsers(ctx, { role: 'clinic', phone });
  await endTokensOf(ctx, clinicId);
  return endSessionsOf(ctx, { principal: 'clinic', subjectId: clinicId });
}
