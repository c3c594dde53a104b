import { z } from 'zod';
import { defineEvents } from '#engine/contract';
import { defineCall, partySchema } from '#platform/base/call';
import { faultOfPublicAddress } from '#platform/base/public-address';
import { pushMakerOf } from './rules';
import {
  deliveryStates,
  endpointStates,
  maxAddress,
  offReasons,
  publicEventNames,
  pushMakers,
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

const keyFault = 'push.error.browser';

/** What a browser says of its subscription to a push service, in base64url: a point of P-256, and 16 random bytes. */
export const browserSchema = z.strictObject({
  endpoint: z
    .string('push.error.browser')
    .max(maxAddress, keyFault)
    .refine((address) => pushMakerOf(address) !== null, 'push.error.service'),
  p256dh: z.string(keyFault).regex(/^B[A-Za-z0-9_-]{86}$/, keyFault),
  auth: z.string(keyFault).regex(/^[A-Za-z0-9_-]{22}$/, keyFault),
});
export type BrowserInput = z.output<typeof browserSchema>;

/** A browser of the acting person; where it is stays sealed. */
const browserDto = z.strictObject({
  _id: z.uuid(),
  maker: z.enum(pushMakers),
  createdAt: instant,
  /** This session's own. */
  isThis: z.boolean(),
});
export type BrowserDto = z.output<typeof browserDto>;

/** The browsers of a person, and what a browser has to know before it can be one of them. */
const browsersDto = z.strictObject({
  /** The key by which a push service knows this installation; null where push is not set up. */
  key: z.string().nullable(),
  /** Another person may sit before it next. */
  sharedDevice: z.boolean(),
  browsers: z.array(browserDto),
});
export type BrowsersDto = z.output<typeof browsersDto>;

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

const asWhom = z.strictObject({ as: partySchema.optional() });

export const browsersCall = defineCall({
  id: 'webhooks.browsers',
  route: 'GET /notification-browsers',
  summary:
    'Browsers that show your news while no page is open, and the key that a push service asks for',
  audience: 'party',
  query: asWhom,
  data: browsersDto,
  failures: ['which_session'],
});

export const addBrowserCall = defineCall({
  id: 'webhooks.add-browser',
  route: 'POST /notification-browsers',
  summary:
    'Have the browser that asks show your news until you sign out there: what it says of its subscription to a push service. Five at most',
  audience: 'party',
  query: asWhom,
  body: browserSchema,
  data: browsersDto,
  status: 201,
  failures: [
    'which_session',
    'shared_device',
    'push_full',
    'push_unavailable',
    'too_many_requests',
  ],
});

export const removeBrowserCall = defineCall({
  id: 'webhooks.remove-browser',
  route: 'DELETE /notification-browsers/{id}',
  summary: 'Have a browser of yours show no more news',
  audience: 'party',
  params: id,
  query: asWhom,
  failures: ['which_session', 'not_found'],
});
