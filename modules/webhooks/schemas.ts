import { z } from 'zod';
import { defineEvents } from '#engine/contract';
import { defineCall } from '#platform/base/call';
import { faultOfPublicAddress } from '#platform/base/public-address';
import {
  deliveryStates,
  endpointStates,
  maxAddress,
  offReasons,
  publicEventNames,
  tryFailures,
} from './values';

/** What can happen to an endpoint of which its clinic is notified. */
export const webhookEvents = defineEvents('webhooks', {
  'switched-off': z.strictObject({ endpointId: z.uuid(), clinicId: z.uuid() }),
});

const instant = z.iso.datetime();
const eventName = z.enum(publicEventNames as [string, ...string[]], 'webhooks.error.event');

/** Chosen events; the lists of two forms are one. */
const events = z
  .array(eventName, 'webhooks.error.events')
  .min(1, 'webhooks.error.events')
  .max(publicEventNames.length, 'webhooks.error.events')
  .transform((names) => publicEventNames.filter((name) => names.includes(name)));

/** Names of the public internet over https; numbers, other ports and users are refused, each in its own words. */
const url = z
  .string('webhooks.error.address')
  .max(maxAddress, 'webhooks.error.address')
  .transform((typed) => typed.trim())
  .superRefine((text, issues) => {
    const fault = faultOfPublicAddress(text);
    if (fault) issues.addIssue({ code: 'custom', message: `webhooks.error.${fault}` });
  });

export const endpointSchema = z.strictObject({ url, events });
export type EndpointInput = z.output<typeof endpointSchema>;

export const changeSchema = z.strictObject({
  events,
  state: z.enum(endpointStates, 'webhooks.error.state'),
});
export type ChangeInput = z.output<typeof changeSchema>;

export const endpointDto = z.strictObject({
  _id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(endpointStates),
  offBecause: z.enum(offReasons).nullable(),
  createdAt: instant,
  /** Until then the secret before signs too. */
  previousUntil: instant.nullable(),
  /** Deliveries that are still to be made. */
  waiting: z.int(),
});
export type EndpointDto = z.output<typeof endpointDto>;

export const tryDto = z.strictObject({
  at: instant,
  deliveryId: z.uuid(),
  endpointId: z.uuid(),
  type: z.string(),
  status: z.int().nullable(),
  failure: z.enum(tryFailures).nullable(),
  /** Milliseconds. */
  took: z.int(),
  /** Of the delivery, as it is now. */
  state: z.enum(deliveryStates),
});
export type TryDto = z.output<typeof tryDto>;

export const webhooksDto = z.strictObject({
  /** Whether this installation delivers webhooks at all. */
  available: z.boolean(),
  endpoints: z.array(endpointDto),
  /** The last hundred, newest first. */
  tries: z.array(tryDto),
});
export type WebhooksDto = z.output<typeof webhooksDto>;

const id = z.strictObject({ id: z.uuid() });
const withSecret = z.strictObject({
  endpoint: endpointDto,
  /** `whsec_…`. Shown this once. */
  secret: z.string(),
});

export const webhooksCall = defineCall({
  id: 'webhooks.list',
  route: 'GET /clinic/webhooks',
  summary: 'Endpoints of the clinic, and the last hundred tries to deliver to them',
  audience: 'approved-owner',
  data: webhooksDto,
});

export const addEndpointCall = defineCall({
  id: 'webhooks.add',
  route: 'POST /clinic/webhooks',
  summary:
    'Add an endpoint that hears of chosen events (Standard Webhooks); five at most. The secret is in this answer only',
  audience: 'approved-owner',
  body: endpointSchema,
  data: withSecret,
  status: 201,
  failures: ['step_up', 'webhooks_full', 'webhooks_unavailable', 'too_many_requests'],
});

export const changeEndpointCall = defineCall({
  id: 'webhooks.change',
  route: 'PUT /clinic/webhooks/{id}',
  summary: 'Choose other events, or switch an endpoint off and on',
  audience: 'approved-owner',
  params: id,
  body: changeSchema,
  data: z.strictObject({ endpoint: endpointDto }),
  failures: ['not_found'],
});

export const rotateSecretCall = defineCall({
  id: 'webhooks.rotate',
  route: 'POST /clinic/webhooks/{id}/secret',
  summary: 'Make a new secret; for 24 hours the one before signs too. It is in this answer only',
  audience: 'approved-owner',
  params: id,
  data: withSecret,
  status: 201,
  failures: ['step_up', 'not_found', 'webhooks_unavailable', 'too_many_requests'],
});

export const removeEndpointCall = defineCall({
  id: 'webhooks.remove',
  route: 'DELETE /clinic/webhooks/{id}',
  summary: 'Remove an endpoint with all that waits for it',
  audience: 'approved-owner',
  params: id,
  failures: ['not_found'],
});

export const sendAgainCall = defineCall({
  id: 'webhooks.send-again',
  route: 'POST /clinic/webhooks/deliveries/{id}/send',
  summary: 'Deliver again, at once, under the same webhook-id',
  audience: 'approved-owner',
  params: id,
  failures: ['not_found', 'webhook_off', 'too_many_requests'],
});
