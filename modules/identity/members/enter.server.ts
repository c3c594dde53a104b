import { and, eq, isNull, not } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { CtxOf, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import { detached, isSilent, saidLocale } from '../accounts.server';
import { clinicActor, type KnownClinic, seeClinicOf, wakeClinicOf } from '../clinics.server';
import { useGivenProof } from '../recovery.server';
import type { KnownToken } from '../browsers.server';
import type { OwnTeam } from '../member-schemas';
import {
  enterBrowser,
  exchangeSession,
  type NewSession,
  type OpenedSession,
  openSession,
} from '../sessions.server';
import { clinicAccount, clinicMember } from '../tables.server';
import { teamsOf } from './members.server';

/** Where a number of clinics gets in: to the one clinic that it works for, or to none before it has chosen. */
interface ClinicEntry {
  readonly clinic: KnownClinic | null;
  /** The owner of this account was silent for long. */
  readonly dormant: string | null;
  /** Of several clinics the person chooses one; the browser becomes known with that choice. */
  readonly chooses?: true;
  readonly to: Pick<NewSession, 'phase' | 'subjectId' | 'memberId'>;
}

const undecided: ClinicEntry = { clinic: null, dormant: null, to: { phase: 'phone-verified' } };

/** As {@link entryOf}; whose account was silent for long owes a second proof, unless the team gave one. */
export async function openingOfClinic(
  ctx: TxCtx,
  phone: string,
): Promise<Omit<ClinicEntry, 'dormant'>> {
  const { dormant, ...entry } = await entryOf(ctx, phone);
  if (!dormant) return entry;
  if (!(await useGivenProof(ctx, { kind: 'clinic', id: dormant })))
    return { clinic: null, to: { phase: 'email-proof', subjectId: dormant } };
  await wakeClinicOf(ctx, phone);
  return entry;
}

/** Whoever shows a passkey of a clinic: who holds its account, or another member. Null where it opens nothing any more. */
export async function seenByPasskey(
  tx: TxCtx,
  { clinicId, memberId }: { clinicId: string; memberId: string | null },
): Promise<{ phone: string; clinic: KnownClinic; memberId?: string } | null> {
  const [account] = await tx.db
    .select({ phone: clinicAccount.phone })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId));
  if (!account) return null;
  if (memberId === null) {
    if (account.phone === detached(clinicId)) return null;
    const clinic = await wakeClinicOf(tx, account.phone);
    return clinic && { phone: account.phone, clinic };
  }
  const [member] = await tx.db
    .select({ phone: clinicMember.phone })
    .from(clinicMember)
    .where(eq(clinicMember.id, memberId));
  if (!member?.phone) return null;
  const { clinic } = await entryOfMember(tx, { phone: member.phone, clinicId });
  return clinic && { phone: member.phone, clinic, memberId };
}

/** What a sign-in with a number of clinics leads to; of several clinics the person chooses one. Notes that they were seen. */
async function entryOf(ctx: TxCtx, phone: string): Promise<ClinicEntry> {
  const teams = await teamsOf(ctx, phone);
  const several = { ...undecided, chooses: true } as const;
  if (teams.length > 1) return several;
  const [team] = teams;
  if (!team) return entryOfHolder(ctx, phone);
  const [held] = await ctx.db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(eq(clinicAccount.phone, phone));
  return held ? several : entryOfMember(ctx, { phone, clinicId: team._id });
}

async function entryOfHolder(ctx: TxCtx, phone: string): Promise<ClinicEntry> {
  const found = await seeClinicOf(ctx, phone);
  if (!found) return undecided;
  const { id, approved, dormant, member } = found;
  const clinic = { id, approved, member };
  return { clinic, dormant: dormant ? id : null, to: { phase: 'full', subjectId: id } };
}

/** A member who was silent for long is let in no more: an owner invites them again. */
async function entryOfMember(
  ctx: TxCtx,
  { phone, clinicId }: { phone: string; clinicId: string },
): Promise<ClinicEntry> {
  const [member] = await ctx.db
    .update(clinicMember)
    .set({ lastSeenAt: sqlNow, ...saidLocale(ctx) })
    .where(
      and(
        eq(clinicMember.phone, phone),
        eq(clinicMember.clinicId, clinicId),
        isNull(clinicMember.removedAt),
        not(await isSilent(ctx, clinicMember.lastSeenAt)),
      ),
    )
    .returning({ id: clinicMember.id, role: clinicMember.role });
  if (!member) return undecided;
  const [account] = await ctx.db
    .select({ approval: clinicAccount.approval })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId));
  if (!account) return undecided;
  return {
    clinic: { id: clinicId, approved: account.approval === 'approved', member },
    dormant: null,
    to: { phase: 'full', memberId: member.id },
  };
}

/** The clinics among which the acting number chooses; empty for a number that works for none or one. */
export async function clinicsToChoose(ctx: CtxOf<'phone-verified' | 'clinic'>): Promise<OwnTeam[]> {
  const { phone } = ctx.actor;
  const teams = await teamsOf(ctx, phone);
  const [held] = await ctx.db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(eq(clinicAccount.phone, phone));
  return held ? [{ _id: held.id, role: 'owner' }, ...teams] : teams;
}

export interface EnteredClinic {
  readonly session: OpenedSession;
  /** Null where its owner owes a second proof first. */
  readonly clinic: ActorOf<'clinic'> | null;
  readonly known: KnownToken;
}

/**
 * Of several clinics that the acting number works for, signs in to one; from there to another one as well.
 *
 * @throws AppError `not_found` for one that it does not work for, and where it was silent for long
 */
export const enterClinic = (
  ctx: CtxOf<'phone-verified' | 'clinic'>,
  { clinicId, known = null }: { clinicId: string; known?: string | null },
): Promise<EnteredClinic> =>
  withTransaction(ctx, async (tx) => {
    const { phone, sessionId } = ctx.actor;
    const entry = await entryAt(tx, { phone, clinicId });
    if (!entry.clinic) throw new AppError('not_found');
    const { sharedDevice } = await exchangeSession(tx, sessionId);
    const opening = entry.dormant
      ? ({ phase: 'email-proof', subjectId: entry.dormant } as const)
      : entry.to;
    const session = await openSession(tx, { principal: 'clinic', phone, sharedDevice, ...opening });
    await audit(tx, {
      action: 'identity.signed-in',
      object: { type: 'session', id: session.id },
      details: { principal: 'clinic', phase: opening.phase, subject: clinicId },
    });
    if (entry.dormant) return { session, clinic: null, known: null };
    const browser = { role: 'clinic', phone, token: known, sharedDevice } as const;
    return {
      session,
      clinic: clinicActor(entry.clinic, { phone, sessionId: session.id }),
      known: await enterBrowser(tx, { ...browser, accountId: clinicId }),
    };
  });

async function entryAt(
  tx: TxCtx,
  { phone, clinicId }: { phone: string; clinicId: string },
): Promise<ClinicEntry> {
  const [held] = await tx.db
    .select({ id: clinicAccount.id })
    .from(clinicAccount)
    .where(and(eq(clinicAccount.phone, phone), eq(clinicAccount.id, clinicId)));
  return held ? entryOfHolder(tx, phone) : entryOfMember(tx, { phone, clinicId });
}
