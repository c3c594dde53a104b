import { z } from 'zod';
import { defineCall } from '#platform/base/call';

/** Whose events, where one browser holds several sessions. */
export const listenerSchema = z.enum(['patient', 'clinic', 'staff']);

/** The calls that belong to no module: the API about itself. */
export const openapiCall = defineCall({
  id: 'http.openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  audience: 'public',
});

export const eventsCall = defineCall({
  id: 'live.events',
  method: 'GET',
  path: '/events',
  summary: 'Server-sent events of the session: hints that something shown has changed',
  audience: 'session',
  query: z.strictObject({
    as: listenerSchema.optional(),
    /** The page that listens; a demo is lively while a dashboard is open. */
    page: z.literal('dashboard').optional(),
    /** Milliseconds since the page began to load: what was said meanwhile is heard too. */
    age: z.coerce.number().int().min(0).max(600_000).optional(),
  }),
  failures: ['too_many_requests'],
});
