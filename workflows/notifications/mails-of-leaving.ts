import { leavingFacts } from '#contracts/leaving';
import type { RecipientType } from '#contracts/notifications';
import { heldSince } from '#modules/leaving';
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
    ids: ({ principal, accountId }) => ({ principal, accountId }),
    page: () => '/privacy',
    values: async (ctx, { principal, accountId: id = '' }) => {
      const held = await heldSince(ctx, {
        kind: principal === 'clinic' ? 'clinic' : 'patient',
        id,
      });
      return { held: held ? 'yes' : 'no' };
    },
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
