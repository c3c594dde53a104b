import { exchangeFacts } from '#contracts/exchange';
import { filterForMail } from '#modules/exchange';
import type { Ctx } from '#platform/context';
import { mailOf } from './mail-of';
import { itsClinic } from './readers';

interface Ids {
  readonly filterId?: string;
  readonly clinicId?: string;
}

const filterOf = (ctx: Ctx, { filterId = '', clinicId = '' }: Ids) =>
  filterForMail(ctx, { filterId, clinicId });

/** What clinics are told of requests that their saved filters find. */
export const exchangeMails = {
  'exchange.filter-matched': mailOf({
    about: 'exchange',
    topic: 'requests',
    by: 'mail',
    on: exchangeFacts['exchange.filter-matched'],
    to: itsClinic,
    ids: ({ filterId, clinicId }) => ({ filterId, clinicId }),
    page: ({ filterId }) => `/clinic/dashboard?filter=${filterId}`,
    ends: async (ctx, ids) => {
      const filter = await filterOf(ctx, ids);
      return filter && `/saved-filter/${filter.endToken}`;
    },
    // Null once its mails have ended: nothing is sent.
    values: async (ctx, ids) => {
      const filter = await filterOf(ctx, ids);
      return filter && { filter: filter.name };
    },
  }),
};
