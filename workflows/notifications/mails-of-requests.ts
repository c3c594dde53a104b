import { leadFacts } from '#contracts/leads';
import { leadDates } from '#modules/leads';
import type { Ctx } from '#platform/context';
import { mailOf, type Values } from './mail-of';
import { itsPatient } from './readers';
import { dayIn } from './words';

/** When the request was sent and when it closes. */
export async function requestValues(
  ctx: Ctx,
  { leadId = '' }: { leadId?: string },
): Promise<Values> {
  const dates = await leadDates(ctx, { leadId });
  return {
    sent: dates ? dayIn(ctx.locale, dates.sentAt) : 'unknown',
    date: dates?.closesAt ? dayIn(ctx.locale, dates.closesAt) : '',
  };
}

const request = {
  about: 'request',
  topic: 'requests',
  by: 'both',
  to: itsPatient,
  ids: ({ leadId }: { leadId: string }) => ({ leadId }),
  page: ({ leadId }: { leadId?: string }) => `/request-detail/${leadId}`,
  values: requestValues,
} as const;

/** What patients are told of their requests. */
export const requestMails = {
  // Who has just sent it is not told in the product that it was sent.
  'leads.submitted': mailOf({ ...request, by: 'mail', on: leadFacts['leads.submitted'] }),
  'leads.sent-back': mailOf({ ...request, on: leadFacts['leads.sent-back'] }),
  'leads.published': mailOf({ ...request, on: leadFacts['leads.published'] }),
  'leads.widened': mailOf({ ...request, by: 'product', on: leadFacts['leads.widened'] }),
  'leads.no-offers-yet': mailOf({ ...request, on: leadFacts['leads.no-offers-yet'] }),
  'leads.reminder-due': mailOf({
    ...request,
    on: leadFacts['leads.reminder-due'],
    // Closed already: there is nothing left to remind of.
    values: async (ctx, ids) => {
      const known = await requestValues(ctx, ids);
      return known.date ? known : null;
    },
  }),
  'leads.expired': mailOf({ ...request, on: leadFacts['leads.expired'] }),
  'leads.refused': mailOf({
    ...request,
    on: leadFacts['leads.cancelled'],
    // Who cancels knows it; who is refused by the team does not.
    ids: ({ leadId, by }) => (by === 'team' ? { leadId } : null),
  }),
};
