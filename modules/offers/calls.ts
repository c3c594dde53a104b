import { z } from 'zod';
import { leadDetailDto } from '#contracts/exchange';
import { defineCall } from '#platform/call';
import { offerDto, templateLineDto } from './dto';
import { acceptSchema, declineSchema, offerFieldsSchema } from './offer-fields';

// Not z.uuid(): an id that cannot exist answers like one that does not.
const byId = z.strictObject({ id: z.string() });
const offerAnswer = z.strictObject({ offer: offerDto });
const decided = ['not_found', 'already_decided', 'offer_expired'];

export const clinicLeadCall = defineCall({
  id: 'offers.read-lead-for-clinic',
  method: 'GET',
  path: '/clinic/leads/{id}',
  summary:
    'A request that matches the clinic or that it has an offer for, and what an offer for it says',
  audience: 'approved-clinic',
  params: byId,
  data: z.strictObject({
    lead: leadDetailDto,
    offerTemplate: z.array(templateLineDto),
    /** The one that stands, else the last one. */
    ownOffer: offerDto.nullable(),
  }),
  failures: ['not_found'],
});

export const sendOfferCall = defineCall({
  id: 'offers.send',
  method: 'POST',
  path: '/clinic/leads/{id}/offers',
  summary: 'Send an offer for a request; one live offer per clinic and request',
  audience: 'approved-clinic',
  params: byId,
  body: offerFieldsSchema,
  data: offerAnswer,
  status: 201,
  failures: [
    'not_found',
    'offer_exists',
    'offers_full',
    'verification_expired',
    'lead_closed',
    'too_many_requests',
    'idempotency_mismatch',
  ],
  idempotent: true,
});

export const reviseOfferCall = defineCall({
  id: 'offers.revise',
  method: 'PUT',
  path: '/clinic/offers/{id}',
  summary:
    'Say something else in a live offer; what it said before is kept, its validity begins anew',
  audience: 'approved-clinic',
  params: byId,
  body: offerFieldsSchema,
  data: offerAnswer,
  failures: decided,
});

export const withdrawOfferCall = defineCall({
  id: 'offers.withdraw',
  method: 'POST',
  path: '/clinic/offers/{id}/withdraw',
  summary: 'Take a live offer back',
  audience: 'approved-clinic',
  params: byId,
  data: offerAnswer,
  failures: decided,
});

export const offersCall = defineCall({
  id: 'offers.list',
  method: 'GET',
  path: '/offers',
  summary: 'The offers for a request of yours: those that stand first, newest first',
  audience: 'patient',
  query: z.strictObject({ lead: z.string().max(60) }),
  data: z.strictObject({ offers: z.array(offerDto) }),
  failures: ['not_found'],
});

export const offerCall = defineCall({
  id: 'offers.read',
  method: 'GET',
  path: '/offers/{id}',
  summary: 'An offer for a request of yours',
  audience: 'patient',
  params: byId,
  data: offerAnswer,
  failures: ['not_found'],
});

export const acceptOfferCall = defineCall({
  id: 'offers.accept',
  method: 'POST',
  path: '/offers/{id}/accept',
  summary:
    'Choose an offer, as the revision that is named said it: its clinic learns your contact data, all other offers are declined',
  audience: 'patient',
  params: byId,
  body: acceptSchema,
  data: offerAnswer,
  failures: [...decided, 'offer_changed'],
});

export const declineOfferCall = defineCall({
  id: 'offers.decline',
  method: 'POST',
  path: '/offers/{id}/decline',
  summary: 'Say no to an offer, with a reason or without; its clinic learns the reason',
  audience: 'patient',
  params: byId,
  body: declineSchema,
  data: offerAnswer,
  failures: decided,
});
