import { openLiveStream } from '#engine/operations';
import type { Call } from '#platform/base/call';
import { milliseconds } from '#platform/base/duration';
import { sha256 } from '#platform/base/ids';
import { defaultLocale } from '#platform/base/locale';
import { accessOf } from '#workflows';
import { homeEndpoints, resourceEndpoints } from '#app/admin-api/resources/index.server';
import { accountEndpoints, leavingEndpoints } from './accounts.server';
import { caseworkEndpoints } from './casework.server';
import { clinicEndpoints } from './clinics.server';
import { companionEndpoints } from './companions.server';
import { conversationEndpoints, noticeEndpoints, supportEndpoints } from './conversations.server';
import { dealEndpoints } from './deals.server';
import { offerEndpoints, requestEndpoints } from './requests.server';
import { staffEndpoints } from './staff.server';
import { teamEndpoints } from './team.server';
import { browserEndpoints, webhookEndpoints } from './webhooks.server';
import { endpoint, type Endpoint } from '#app/http/api.server';
import { eventsCall, listenerSchema, openapiCall, openapiDocument } from '#app/http/openapi.server';
import { readCookie } from '#app/http/session.server';
import { textIn } from '#app/i18n/server';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The session's own events as they come. Listening renews no session, and ends with it. */
export const eventsEndpoint = endpoint(
  eventsCall,
  async (ctx, { query: { page, age } }, { request, outlet }) => {
    // A stream nobody reads would hold its connection, and the next request on it would wait behind it.
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { kind, id, sessionId } = ctx.actor;
    const tokenHash = sha256(readCookie(ctx.services.env, request, kind) ?? '');
    const body = await openLiveStream(ctx, {
      listener: { own: `${kind}:${id}`, sessionId, tokenHash, page },
      lastEventId: request.headers.get('Last-Event-ID'),
      pageAge: age === undefined ? null : milliseconds(age),
      outlet,
      accessOf,
    });
    return new Response(body, { headers });
  },
  {
    quiet: true,
    live: true,
    principal: (request) =>
      listenerSchema.safeParse(new URL(request.url).searchParams.get('as')).data,
  },
);

let described: string | undefined;
/** The document as it is sent. Made once: it takes a tenth of a second, and everybody may ask for it. */
const description = endpoint(openapiCall, async () => {
  described ??= JSON.stringify(
    openapiDocument(calls, { title: textIn(defaultLocale)('common.brand') }),
  );
  return new Response(described, {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
});

/**
 * Every call of the API with what answers it: one Remix route answers from it, and the methods of an address, the
 * limits of its edge, `/api/openapi.json`, the page about the calls and the access matrix are read off it.
 */
export const table: readonly Endpoint[] = [
  description,
  eventsEndpoint,
  ...accountEndpoints,
  ...requestEndpoints,
  ...clinicEndpoints,
  ...webhookEndpoints,
  ...teamEndpoints,
  ...dealEndpoints,
  ...companionEndpoints,
  ...conversationEndpoints,
  ...offerEndpoints,
  ...noticeEndpoints,
  ...browserEndpoints,
  ...supportEndpoints,
  ...leavingEndpoints,
  ...staffEndpoints,
  ...caseworkEndpoints,
  ...homeEndpoints,
  ...resourceEndpoints,
];

export const calls: readonly Call[] = table.map(({ call }) => call);
