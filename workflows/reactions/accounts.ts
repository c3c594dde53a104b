import { identityEvents } from '#contracts/identity';
import { leavingEvents } from '#contracts/leaving';
import type { RecipientType } from '#contracts/notifications';
import { linkForMail, previousEmailOf } from '#modules/identity';
import { heldSince } from '#modules/leaving';
import type { Ctx } from '#platform/context';
import { linkPage } from '../notifications/mail-links';
import type { MailKind } from '../notifications/notification';
import { withdrawWithClinic } from '../offers/withdraw-with-clinic';
import { applicationValues } from './clinics';
import {
  allStaff,
  eventPage,
  itsAccount,
  itsClinic,
  itsPatient,
  itsStaffMember,
  recipients,
} from './event-page';

interface OfAccount {
  readonly principal: 'patient' | 'clinic';
  readonly accountId: string;
}

const account = {
  about: 'account',
  topic: 'account',
  by: 'both',
  to: itsAccount,
  ids: () => ({}),
  page: (_ids: unknown, reader: RecipientType): string =>
    reader === 'clinic' ? '/clinic/security' : '/profile/security',
  values: () => Promise.resolve({}),
} as const;

const staffAccount = {
  ...account,
  about: 'staff-account',
  by: 'mail',
  to: itsStaffMember,
  page: () => '/admin',
} as const;

const address = { ...account, ids: ({ linkId }: { linkId: string }) => ({ linkId }) } as const;

const toPreviousEmail: MailKind['elsewhere'] = async (ctx, { linkId = '' }) => {
  const to = await previousEmailOf(ctx, { linkId });
  return to === null ? null : { to };
};

/** A clinic whose account ended has no offers: they are withdrawn after the transaction that shuts it. */
const withdrawWithAccount = async (
  ctx: Ctx,
  { principal, accountId: clinicId }: OfAccount,
): Promise<void> => {
  if (principal === 'clinic') await withdrawWithClinic(ctx, { clinicId, by: 'clinic' });
};

export const accountPages = [
  eventPage(identityEvents['identity.patient-on-new-device'], {
    when: 'A patient signs in from a browser that their number has not signed in with before.',
    causedBy: ['identity.verify-code', 'identity.passkey-sign-in'],
    rows: {
      'identity.otp_challenge': 'code_cipher, consumed_at, status',
      'identity.passkey': 'counter, last_used_at',
      'identity.patient': 'last_seen_at',
      'identity.session': 'new',
      'identity.known_browser': 'new',
    },
    audit: ['identity.signed-in'],
    notify: {
      'identity.patient-on-new-device': {
        ...account,
        to: itsPatient,
        page: () => '/profile/devices',
      },
    },
  }),

  eventPage(identityEvents['identity.clinic-on-new-device'], {
    when: 'One of a clinic signs in from a browser that their number has not signed in with before.',
    causedBy: [
      'clinic-onboarding.verify-code',
      'clinic-onboarding.passkey-sign-in',
      'identity.enter-clinic',
    ],
    rows: {
      'identity.otp_challenge': 'code_cipher, consumed_at, status',
      'identity.passkey': 'counter, last_used_at',
      'identity.clinic_account': 'last_seen_at',
      'identity.session': 'new, ended_at',
      'identity.known_browser': 'new',
    },
    audit: ['identity.signed-in'],
    notify: { 'identity.clinic-on-new-device': { ...account, to: itsClinic } },
  }),

  eventPage(identityEvents['identity.clinic-token-made'], {
    when: 'An owner makes a token by which software of the clinic acts for it.',
    causedBy: ['identity.make-token', '/clinic/tokens'],
    rows: { 'identity.clinic_token': 'new' },
    audit: ['identity.token-made'],
    notify: {
      'identity.clinic-token-made': { ...account, to: itsClinic, page: () => '/clinic/tokens' },
    },
  }),

  eventPage(identityEvents['identity.factor-changed'], {
    when: 'A passkey was added to an account, or removed.',
    causedBy: [
      'identity.add-passkey',
      'identity.remove-passkey',
      'identity.clinic-add-passkey',
      'identity.clinic-remove-passkey',
    ],
    rows: { 'identity.passkey': 'new, gone' },
    audit: ['identity.passkey-added', 'identity.passkey-removed'],
    notify: { 'identity.factor-changed': account },
  }),

  eventPage(identityEvents['identity.email-proof-owed'], {
    when: 'An account was made with an address that is not proved yet.',
    causedBy: ['identity.complete-registration'],
    rows: {
      'identity.patient': 'new',
      'identity.session': 'new, ended_at',
      'identity.consent': 'new',
    },
    audit: ['identity.registered'],
    notify: {
      'identity.email-proof': {
        ...account,
        by: 'mail',
        // A clinic's address is proved by a link of its own.
        to: recipients(['patient'], ({ principal: type, accountId: id }) =>
          type === 'patient' ? [{ type, id }] : [],
        ),
        first: true,
        proves: true,
      },
    },
  }),

  eventPage(identityEvents['identity.account-detached'], {
    when: 'Who has the number of an account now began anew with it.',
    causedBy: ['/login', '/clinic-login'],
    rows: {
      'identity.patient': 'phone',
      'identity.known_browser': 'gone',
      'identity.otp_challenge': 'gone',
      'identity.session': 'new, ended_at',
      'clinic_onboarding.clinic': 'listed, phone',
      'clinic_onboarding.document': 'phone',
      'identity.clinic_account': 'phone',
    },
    audit: ['identity.began-anew'],
    jobs: { 'offers.withdraw-with-number': withdrawWithAccount },
    notify: {
      'identity.clinic-detached': {
        about: 'application',
        topic: 'application',
        by: 'mail',
        to: recipients(['staff'], (event, ctx) =>
          event.principal === 'clinic' ? allStaff.of(event, ctx) : [],
        ),
        ids: ({ accountId: clinicId }) => ({ clinicId }),
        page: ({ clinicId }) => `/admin/clinics/${clinicId}/show`,
        values: applicationValues,
      },
      'identity.account-detached': { ...account, by: 'mail', page: () => '/contact' },
    },
  }),

  eventPage(identityEvents['identity.way-back-opened'], {
    when: 'Two of the team gave an account another number, or a second proof.',
    causedBy: ['admin.patients.confirm-way-back', 'admin.clinics.confirm-way-back'],
    rows: { 'identity.way_back': 'confirmed_at, confirmed_by, expires_at' },
    audit: ['identity.way-back-confirmed'],
    notify: {
      'identity.way-back-opened': {
        ...account,
        by: 'mail',
        page: (_ids, reader) => (reader === 'clinic' ? '/clinic-login' : '/login'),
      },
    },
  }),

  eventPage(identityEvents['identity.email-link-asked'], {
    when: 'A link that proves an address is asked for.',
    causedBy: [
      'identity.send-email-link',
      'identity.clinic-send-email-link',
      'identity.email-change-asked',
    ],
    rows: { 'identity.email_link': 'new' },
    audit: ['identity.email-link-asked'],
    notify: {
      'identity.email-link': {
        ...address,
        by: 'mail',
        first: true,
        elsewhere: async (ctx, { linkId = '' }, reader) => {
          const open = await linkForMail(ctx, { linkId });
          return open && { to: open.email, link: linkPage(reader, open.link) };
        },
      },
    },
  }),

  eventPage(identityEvents['identity.email-change-asked'], {
    when: 'An account is to have another address; the previous one gets a notice.',
    causedBy: ['identity.update-profile', 'identity.clinic-change-email'],
    rows: { 'identity.email_link': 'new', 'identity.patient': 'updated_at' },
    audit: ['identity.email-change-asked', 'identity.profile-updated'],
    notify: { 'identity.email-change-asked': { ...address, elsewhere: toPreviousEmail } },
  }),

  eventPage(identityEvents['identity.email-changed'], {
    when: 'The new address of an account is proved; the previous one gets a notice.',
    causedBy: ['identity.confirm-email', 'identity.clinic-confirm-email'],
    rows: {
      'identity.email_link': 'used_at',
      'identity.patient': 'email, email_proved_at, updated_at',
      'clinic_onboarding.clinic': 'email, email_proved_at',
    },
    audit: ['identity.email-changed'],
    notify: { 'identity.email-changed': { ...address, elsewhere: toPreviousEmail } },
  }),

  eventPage(identityEvents['identity.staff-signed-in'], {
    when: 'A member of staff signs in.',
    causedBy: [
      'identity.staff-sign-in',
      'identity.staff-passkey-sign-in',
      'identity.staff-provider-return',
    ],
    rows: {
      'identity.staff_passkey': 'counter, last_used_at',
      'identity.staff_provider_link': 'last_used_at',
      'identity.staff_account': 'last_sign_in_at, totp_step',
      'identity.staff_session': 'new',
    },
    audit: ['identity.staff-sign-in'],
    notify: {
      'identity.staff-signed-in': {
        ...staffAccount,
        ids: ({ newDevice }) => (newDevice ? {} : null),
      },
    },
  }),

  eventPage(identityEvents['identity.staff-factor-changed'], {
    when: 'A way for a member of staff to sign in was added, removed or reset.',
    causedBy: [
      'identity.staff-add-passkey',
      'identity.staff-remove-passkey',
      'identity.staff-provider-return',
      'identity.staff-unlink-provider',
      'admin.staff.reset-factors',
    ],
    rows: {
      'identity.staff_passkey': 'new, gone',
      'identity.staff_provider_link': 'new, gone',
      'identity.staff_account': 'enrolled_at, password_hash, totp_cipher, totp_step',
      'identity.staff_session': 'ended_at',
      'identity.staff_invite': 'new',
    },
    audit: [
      'identity.staff-passkey-added',
      'identity.staff-passkey-removed',
      'identity.staff-provider-linked',
      'identity.staff-provider-unlinked',
      'identity.staff-factors-reset',
    ],
    notify: { 'identity.staff-factor-changed': staffAccount },
  }),

  eventPage(leavingEvents['leaving.archive-ready'], {
    when: 'The archive of a person’s data is made; its owner may download it once.',
    causedBy: ['leaving.make-archive'],
    rows: { 'leaving.archive': 'bytes, ready_at, status' },
    notify: {
      'leaving.archive-ready': {
        ...account,
        page: (_ids, reader) =>
          reader === 'clinic' ? '/clinic/profile/privacy' : '/profile/privacy',
      },
    },
  }),

  eventPage(leavingEvents['leaving.account-closed'], {
    when: 'An account is closed; its address is known for a moment longer.',
    causedBy: ['leaving.delete-account', 'leaving.clinic-delete-account'],
    rows: {
      'clinic_onboarding.clinic': 'listed, phone',
      'clinic_onboarding.document': 'phone',
      'identity.clinic_account': 'phone',
      'identity.known_browser': 'gone',
      'identity.otp_challenge': 'gone',
      'identity.session': 'gone',
      'leaving.erasure': 'new',
      'identity.patient': 'phone',
    },
    audit: ['leaving.close-account'],
    jobs: { 'offers.withdraw-with-account': withdrawWithAccount },
    notify: {
      'leaving.account-closed': {
        ...account,
        by: 'mail',
        ids: ({ principal, accountId }) => ({ principal, accountId }),
        page: () => '/privacy',
        values: async (ctx, { principal, accountId: id = '' }) => {
          const kind = principal === 'clinic' ? 'clinic' : 'patient';
          return { held: (await heldSince(ctx, { kind, id })) ? 'yes' : 'no' };
        },
      },
    },
  }),

  eventPage(leavingEvents['leaving.request-erased'], {
    when: 'The patient of a request that a clinic had is gone, and so is what the request said.',
    causedBy: ['leaving.delete-account'],
    notify: {
      'leaving.request-erased': {
        about: 'exchange',
        topic: 'requests',
        by: 'product',
        to: itsClinic,
        ids: ({ leadId }) => ({ leadId }),
        page: () => '/clinic/dashboard',
        values: () => Promise.resolve({}),
      },
    },
  }),
];
