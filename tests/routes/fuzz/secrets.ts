import { signedInClinic } from '../../kit/clinics';
import { agreeToTerms } from '#modules/identity';
import { newId } from '#platform/base/ids';
import { actAs } from '#platform/context';
import type { TestServer } from '../../kit/http';
import { holdCode } from '../../kit/identity';
import { enrolledStaff, staffCode } from '../../../modules/identity/testing';
import { someSubscription } from '../../../modules/webhooks/testing';
import { viewToKeep } from './casework';
import { openedLook, unusedToken } from './companions';
import { answersOfDay } from './deals';
import type { Known } from './examples';
import { photoOfView } from './objects';
import { ownLead } from './paths';
import type { Person } from './people';
import {
  freshCode,
  mailedLink,
  newPasskey,
  linkedAccount,
  ownPasskey,
  passkeyOf,
  providerReturn,
  shownPasskey,
  unlinkedAccount,
  waitingEmail,
} from './proofs';
import { invitation, otherTeam, secondOwner } from './teams';

/** What only somebody in the middle of signing in has: members of the body, and cookies beside the session. */
export interface Held {
  readonly known: Known;
  readonly cookie?: string;
}

export type Hold = (server: TestServer, person: Person) => Promise<Held>;

const code =
  (role: 'patient' | 'clinic'): Hold =>
  async (server, { phone }) => {
    const held = await holdCode(server.ctx(), phone, role);
    const cookie = `${role}-challenge=${held.browserToken}`;
    return { known: { otpCode: held.code }, cookie };
  };

/** A browser that has opened a link. */
const look: Hold = async (server) => ({ known: {}, cookie: (await openedLook(server)).cookie });

const factors: Hold = async (server, person) => {
  const staff = person.staff ?? (await enrolledStaff(server.ctx()));
  // An app's code counts once, and this one person signs in again and again.
  await server.services.database.pool.query('update identity.staff_account set totp_step = null');
  const { email, password, totpSecret } = staff;
  return { known: { email, password, code: await staffCode(server.ctx(), totpSecret) } };
};

/** By call. Everything else is made of what its schema and the record at its address say. */
export const secrets: Readonly<Record<string, Hold>> = {
  'identity.verify-code': code('patient'),
  'identity.resend-code': code('patient'),
  'clinic-onboarding.verify-code': code('clinic'),
  'identity.clinic-resend-code': code('clinic'),
  'identity.step-up': freshCode(''),
  'identity.clinic-step-up': freshCode('/clinic'),
  'identity.agree-to-translation': async (server, { id, phone }) => {
    await agreeToTerms(actAs(server.ctx(), { kind: 'patient', id, phone, sessionId: id }));
    return { known: {} };
  },
  'identity.confirm-email': mailedLink,
  'identity.clinic-confirm-email': mailedLink,
  'identity.cancel-email-change': waitingEmail,
  'identity.clinic-cancel-email-change': waitingEmail,
  'identity.staff-sign-in': factors,
  'identity.staff-step-up': factors,
  'identity.staff-remove-passkey': ownPasskey('/admin'),
  'identity.staff-link-provider': unlinkedAccount,
  'identity.staff-unlink-provider': linkedAccount,
  'identity.staff-try-provider': linkedAccount,
  'identity.remove-passkey': ownPasskey(''),
  'identity.clinic-remove-passkey': ownPasskey('/clinic'),
  'offers.list': async (server, person) => ({ known: { lead: await ownLead(server, person) } }),
  'offers.ask-difference': async () => ({ known: { key: 'procedure' } }),
  'consultation.photo-sight': async (server) => ({
    known: { clinicId: (await signedInClinic(server.ctx())).clinicId },
  }),
  'messaging.add-view': async (server, { cookie }) => ({
    known: { photo: await photoOfView(server, cookie) },
  }),
  'aftercare.agree': async () => ({ known: { country: 'GB' } }),
  'aftercare.answer': async () => ({ known: { country: 'GB', answers: answersOfDay } }),
  'aftercare.add-photo': async (server, { cookie }) => ({
    known: { photoId: await photoOfView(server, cookie, 7_002) },
  }),
  'identity.leave-team': async (server, person) => {
    await secondOwner(server, person);
    return { known: {} };
  },
  'identity.enter-clinic': async (server, person) => ({
    known: { clinicId: await otherTeam(server, person) },
  }),
  'exchange.give-request': async (_server, { id }) => ({ known: { memberId: id } }),
  'webhooks.add': async () => ({
    known: { url: 'https://hooks.clinic.com/', events: ['offer.accepted'] },
  }),
  'webhooks.add-browser': async () => ({ known: someSubscription() }),
  'webhooks.change': async () => ({ known: { events: ['offer.accepted'] } }),
  'casework.save-view': async () => ({ known: viewToKeep }),
  'casework.claims': async () => ({ known: { ids: newId() } }),
  'casework.give-on': async (server) => ({
    known: { staffId: (await enrolledStaff(server.ctx())).id },
  }),
  'companions.read': look,
  'companions.photo': look,
  'companions.write-note': look,
  // About the conversation as a whole: nothing has been said in it.
  'messaging.report': async () => ({ known: { messageId: undefined, attachmentId: undefined } }),
  // Nobody takes care of a new one yet, so that it cannot be given to nobody.
  'admin.tickets.assign': async (server) => ({
    known: { staffId: (await enrolledStaff(server.ctx())).id },
  }),
  'admin.staff.change-role': async () => ({ known: { role: 'admin' } }),
  // The default, which is never the version that is shown.
  'admin.content.restore': async () => ({ known: { version: 0 } }),
};

/** As {@link secrets}, of calls that spend what they are shown before they look at it: good for one case. */
export const spentSecrets: Readonly<Record<string, Hold>> = {
  'companions.open': async (server) => ({ known: { token: await unusedToken(server) } }),
  'identity.join-team': async (server, person) => ({
    known: { token: await invitation(server, person) },
  }),
  'identity.add-passkey': newPasskey(''),
  'identity.clinic-add-passkey': newPasskey('/clinic'),
  'identity.staff-add-passkey': newPasskey('/admin'),
  'identity.step-up-passkey': shownPasskey('', '/auth/step-up/passkey'),
  'identity.clinic-step-up-passkey': shownPasskey('/clinic', '/clinic/auth/step-up/passkey'),
  'identity.staff-passkey-step-up': shownPasskey('/admin', '/admin/step-up/passkey'),
  'identity.passkey-sign-in': passkeyOf('patient', '', '/auth/passkey'),
  'clinic-onboarding.passkey-sign-in': passkeyOf(
    'clinic-approved',
    '/clinic',
    '/clinic/auth/passkey',
  ),
  'identity.staff-provider-return': providerReturn,
  'identity.staff-passkey-sign-in': passkeyOf('reviewer', '/admin', '/admin/login/passkey'),
};
