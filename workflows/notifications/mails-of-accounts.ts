import { identityFacts } from '#contracts/identity';
import type { RecipientType } from '#contracts/notifications';
import { linkForMail, previousEmailOf } from '#modules/identity';
import { linkPage } from './link-page';
import { mailOf, type MailKind } from './mail-of';
import { itsAccount, itsClinic, itsPatient, itsStaffMember } from './readers';

const securityPage = (_ids: unknown, reader: RecipientType): string =>
  reader === 'clinic' ? '/clinic/security' : '/profile/security';

const account = {
  about: 'account',
  topic: 'account',
  by: 'both',
  ids: () => ({}),
  page: securityPage,
  values: () => Promise.resolve({}),
} as const;
const staffAccount = {
  ...account,
  about: 'staff-account',
  by: 'mail',
  to: itsStaffMember,
  page: () => '/admin',
} as const;
const address = {
  ...account,
  to: itsAccount,
  ids: ({ linkId }: { linkId: string }) => ({ linkId }),
} as const;

const toPreviousEmail: MailKind['elsewhere'] = async (ctx, { linkId = '' }) => {
  const to = await previousEmailOf(ctx, { linkId });
  return to === null ? null : { to };
};

/** What people are told of their own accounts: of the ways in, and of their address. */
export const accountMails = {
  'identity.patient-on-new-device': mailOf({
    ...account,
    on: identityFacts['identity.patient-on-new-device'],
    to: itsPatient,
    page: () => '/profile/devices',
  }),
  'identity.clinic-on-new-device': mailOf({
    ...account,
    on: identityFacts['identity.clinic-on-new-device'],
    to: itsClinic,
  }),
  'identity.email-changed': mailOf({
    ...address,
    on: identityFacts['identity.email-changed'],
    elsewhere: toPreviousEmail,
  }),
  'identity.email-change-asked': mailOf({
    ...address,
    on: identityFacts['identity.email-change-asked'],
    elsewhere: toPreviousEmail,
  }),
  'identity.email-link': mailOf({
    ...address,
    by: 'mail',
    first: true,
    on: identityFacts['identity.email-link-asked'],
    elsewhere: async (ctx, { linkId = '' }, reader) => {
      const open = await linkForMail(ctx, { linkId });
      return open && { to: open.email, link: linkPage(reader, open.link) };
    },
  }),
  'identity.email-proof': mailOf({
    ...account,
    by: 'mail',
    first: true,
    on: identityFacts['identity.email-proof-owed'],
    to: itsAccount,
    proves: true,
  }),
  'identity.account-detached': mailOf({
    ...account,
    by: 'mail',
    on: identityFacts['identity.account-detached'],
    to: itsAccount,
    page: () => '/contact',
  }),
  'identity.way-back-opened': mailOf({
    ...account,
    by: 'mail',
    on: identityFacts['identity.way-back-opened'],
    to: itsAccount,
    page: (_ids, reader) => (reader === 'clinic' ? '/clinic-login' : '/login'),
  }),
  'identity.factor-changed': mailOf({
    ...account,
    on: identityFacts['identity.factor-changed'],
    to: itsAccount,
  }),
  'identity.staff-signed-in': mailOf({
    ...staffAccount,
    on: identityFacts['identity.staff-signed-in'],
    ids: ({ newDevice }) => (newDevice ? {} : null),
  }),
  'identity.staff-factor-changed': mailOf({
    ...staffAccount,
    on: identityFacts['identity.staff-factor-changed'],
  }),
};
