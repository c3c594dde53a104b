import { leavingFacts } from '#contracts/leaving';
import type { RecipientType } from '#contracts/notifications';
import { mailOf } from './mail-of';
import { itsAccount, itsClinic } from './readers';

const privacyPage = (_ids: unknown, reader: RecipientType): string =>
  reader === 'clinic' ? '/clinic/profile/privacy' : '/profile/privacy';

const account = {
  about: 'account',
  topic: 'account',
  ids: () => ({}),
  to: itsAccount,
  values: () => Promise.resolve({}),
} as const;

/** What people are told of their data as a whole, and clinics of data that is gone. */
export const leavingMails = {
  'leaving.archive-ready': mailOf({
    ...account,
    by: 'both',
    on: leavingFacts['leaving.archive-ready'],
    page: privacyPage,
  }),
  'leaving.account-closed': mailOf({
    ...account,
    by: 'mail',
    on: leavingFacts['leaving.account-closed'],
    page: () => '/privacy',
  }),
  'leaving.request-erased': mailOf({
    about: 'exchange',
    topic: 'requests',
    by: 'product',
    on: leavingFacts['leaving.request-erased'],
    to: itsClinic,
    ids: ({ leadId }) => ({ leadId }),
    page: () => '/clinic/dashboard',
    values: () => Promise.resolve({}),
  }),
};
