import { z } from 'zod';
import { defineEvents } from '../../events/declare';
import { defineMachine } from '../define-flow';
import { offerMachine } from './offer.machine';
import { requestMachine } from './request.machine';

const requestId = z.uuid();
const ids = { offerId: z.uuid(), requestId };
const ofOffer = z.strictObject(ids);

export const requestEvents = defineEvents('sample', {
  'request-over': z.strictObject({ requestId }),
});
export const offerEvents = defineEvents('sample', {
  'offer-made': ofOffer,
  'offer-accepted': ofOffer,
  'offer-gone': ofOffer,
});

/** What the sample publishes of a request, as a module does of its own rows. */
export const shownRequests = `
  create table shown_request (id uuid primary key, status text not null, offers int not null)`;

export const requestFlow = defineMachine({
  name: 'sample.request',
  version: 1,
  machine: requestMachine,
  context: z.strictObject({
    requestId,
    expiry: z.number(),
    offers: z.array(z.uuid()),
    chosen: z.uuid().nullable(),
  }),
  events: requestEvents,
  project: async ({ tx }, { id, value, context }) => {
    await tx.query(
      `insert into shown_request values ($1, $2, $3)
       on conflict (id) do update set status = excluded.status, offers = excluded.offers`,
      [id, value, context.offers.length],
    );
  },
});

export const offerFlow = defineMachine({
  name: 'sample.offer',
  version: 1,
  machine: offerMachine,
  root: 'sample.request',
  context: z.strictObject({ ...ids, validity: z.number() }),
  events: offerEvents,
});
