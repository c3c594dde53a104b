import type { ActorOf, ClinicRole } from '#platform/base/actor';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import type { ApprovalStatus, ClinicDetails } from '#contracts/clinic-onboarding';
import { acceptDocument } from '../../modules/clinic-onboarding/reviews.server';
import { allDocuments, someDetails } from '../../modules/clinic-onboarding/testing';
import { inviteMember, joinTeam } from '../../modules/identity/members/invites.server';
import { openSession, resolveSession } from '../../modules/identity/sessions.server';
import { elsewhere, newPhone } from '../../modules/identity/testing';
import { registerClinic } from '../../workflows/register-clinic';
import {
  approveClinic,
  rejectClinic,
  suspendClinicAndEndSessions,
} from '../../workflows/review-clinic';
import { holdCode, tryCode } from './identity';

/** Somebody of the review team, without an account or a session behind them. */
export const someReviewer = (role: 'reviewer' | 'admin' = 'reviewer'): ActorOf<'staff'> => ({
  kind: 'staff',
  id: newId(),
  role,
  sessionId: newId(),
});

/** `documents`: registered without any; `pending`: every required one lies there; the rest by decisions. */
export type ClinicState = 'documents' | ApprovalStatus;

export interface SignedInClinic {
  readonly ctx: CtxOf<'clinic'>;
  /** Value of the cookie `clinic`. */
  readonly token: string;
  readonly phone: string;
  readonly clinicId: string;
  /** Ids of its documents, in the order of `requiredKinds`; no bytes lie behind them. */
  readonly documents: readonly string[];
}

/** The pre-session of a clinic's verified phone. */
export async function verifiedClinicPhone(base: Ctx, phone = newPhone()) {
  const ctx: Ctx = { ...base, ip: elsewhere() };
  const held = await holdCode(ctx, phone, 'clinic');
  const { session, clinic } = await tryCode(ctx, held, held.code, { role: 'clinic' });
  const { token } = session;
  const actor = clinic ?? (await resolveSession(ctx, { principal: 'clinic', token, renew: false }));
  if (actor?.kind !== 'phone-verified' && actor?.kind !== 'clinic')
    throw new Error('the session is not there');
  return { ctx: actAs(ctx, actor as ActorOf<'phone-verified'> | ActorOf<'clinic'>), token, phone };
}

/** What no two clinics have in common unless a test asks for it. */
export const ownOf = (phone: string): Pick<ClinicDetails, 'licenseNumber' | 'website'> => ({
  licenseNumber: `TR-${phone.slice(-9)}`,
  website: `https://clinic-${phone.slice(-9)}.example.com/`,
});

/** A registered clinic with a session, in the state asked for, by the real commands. */
export async function signedInClinic(
  base: Ctx,
  { state = 'approved' as ClinicState, details = {} as Partial<ClinicDetails> } = {},
): Promise<SignedInClinic> {
  const verified = await verifiedClinicPhone(base);
  const { phone } = verified;
  const clinicId = newId();
  const registered = await registerClinic(verified.ctx, {
    clinicId,
    details: someDetails({ ...ownOf(phone), ...details }),
  });
  const documents = state === 'documents' ? [] : await allDocuments(base, { phone, clinicId });
  await decide(actAs(base, someReviewer()), clinicId, documents, state);
  // Suspension has ended the session; a later sign-in is one without what a fresh code would cost.
  const again = { principal: 'clinic', phase: 'full', subjectId: clinicId, phone } as const;
  const { token } = state === 'suspended' ? await openSession(base, again) : registered.session;
  const actor = await resolveSession(base, { principal: 'clinic', token, renew: false });
  if (actor?.kind !== 'clinic') throw new Error('the registration did not end in a session');
  return { ctx: actAs(verified.ctx, actor), token, phone, clinicId, documents };
}

async function decide(
  ctx: CtxOf<'staff'>,
  clinicId: string,
  documents: readonly string[],
  state: ClinicState,
): Promise<void> {
  const reason = 'The license could not be verified.';
  if (state === 'rejected') await rejectClinic(ctx, { clinicId, reason });
  if (state !== 'approved' && state !== 'suspended') return;
  for (const documentId of documents) await acceptDocument(ctx, { documentId });
  await approveClinic(ctx, { clinicId });
  if (state === 'suspended') await suspendClinicAndEndSessions(ctx, { clinicId, reason });
}

export interface TeamMember {
  readonly ctx: CtxOf<'clinic'>;
  /** Value of the cookie `clinic`. */
  readonly token: string;
  readonly phone: string;
}

/** A person who joined the team of the acting owner's clinic, by the real commands. */
export async function teamMember(owner: CtxOf<'clinic'>, role: ClinicRole): Promise<TeamMember> {
  const phone = newPhone();
  const { token: invitation } = await inviteMember(owner, { phone, name: `A ${role}`, role });
  const { ctx } = await verifiedClinicPhone(owner, phone);
  const { session } = await joinTeam(ctx, { token: invitation });
  const { token } = session;
  const actor = await resolveSession(owner, { principal: 'clinic', token, renew: false });
  if (actor?.kind !== 'clinic') throw new Error('the invitation did not end in a session');
  return { ctx: actAs(ctx, actor), token, phone };
}
