import { z } from 'zod';
import { defineCall } from '#platform/call';
import { multilineText } from '#platform/text-schemas';
import { draftDto, leadFieldsSchema } from '#contracts/consultation';
import { leadDto } from './dto';
import { maxCancelReason } from './limits';

/** An empty reason counts as none. */
export const cancelSchema = z.strictObject({
  reason: multilineText(maxCancelReason)
    .nullish()
    .transform((text) => text || null),
});

/** Whether another request that was begun may be thrown away. */
export const changeSchema = z.strictObject({ replaceDraft: z.boolean().optional() });

const leadAnswer = z.strictObject({ lead: leadDto });
const listAnswer = z.strictObject({
  leads: z.array(leadDto),
  /** The same list under the name that the profile page reads. */
  requests: z.array(leadDto),
  nextCursor: z.string().nullable(),
});
const listQuery = z.strictObject({ cursor: z.string().max(200).optional() });
// Not z.uuid(): an id that cannot exist answers like one that does not.
const leadParams = z.strictObject({ leadId: z.string() });

export const submitLeadCall = defineCall({
  id: 'leads.submit',
  method: 'POST',
  path: '/leads',
  summary: 'Send a treatment request',
  audience: 'patient',
  body: leadFieldsSchema.safeExtend({ phoneNumber: z.string() }),
  data: leadDto,
  status: 201,
  failures: ['consent_required', 'too_many_requests', 'idempotency_mismatch'],
  idempotent: true,
});

export const ownLeadsCall = defineCall({
  id: 'leads.list-own',
  method: 'GET',
  path: '/leads/me',
  summary: 'Your treatment requests, newest first, 20 a page',
  audience: 'patient',
  query: listQuery,
  data: listAnswer,
  failures: ['invalid_cursor'],
});

export const leadsOfPhoneCall = defineCall({
  id: 'leads.list-by-phone',
  method: 'GET',
  path: '/leads/{phoneNumber}',
  summary: 'Your treatment requests by your own number, newest first, 20 a page',
  audience: 'patient',
  params: z.strictObject({ phoneNumber: z.string() }),
  query: listQuery,
  data: listAnswer,
  failures: ['invalid_cursor'],
});

export const cancelLeadCall = defineCall({
  id: 'leads.cancel',
  method: 'POST',
  path: '/leads/{leadId}/cancel',
  summary: 'Cancel a treatment request of your own',
  audience: 'patient',
  params: leadParams,
  body: cancelSchema,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});

export const changeLeadCall = defineCall({
  id: 'leads.change',
  method: 'POST',
  path: '/leads/{leadId}/change',
  summary: 'Cancel a treatment request and open a draft that is filled in from it, photos included',
  audience: 'patient',
  params: leadParams,
  body: changeSchema,
  data: z.strictObject({ draft: draftDto }),
  failures: ['not_found', 'event_refused', 'draft_exists'],
});

export const openCitiesCall = defineCall({
  id: 'leads.open-cities',
  method: 'POST',
  path: '/leads/{leadId}/all-cities',
  summary: 'Answer the question about missing offers: any city would do',
  audience: 'patient',
  params: leadParams,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});

export const keepWaitingCall = defineCall({
  id: 'leads.keep-waiting',
  method: 'POST',
  path: '/leads/{leadId}/keep-waiting',
  summary: 'Answer the question about missing offers: leave the request open',
  audience: 'patient',
  params: leadParams,
  data: leadAnswer,
  failures: ['not_found', 'event_refused'],
});
