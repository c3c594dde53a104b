import { accessOf } from '#workflows';
import { milliseconds } from '#platform/base/duration';
import { sha256 } from '#platform/base/ids';
import { openLiveStream } from '#engine/operations';
import { endpoint } from '#app/http/api.server';
import { eventsCall, listenerSchema } from '#app/http/platform-calls';
import { readCookie } from '#app/http/session.server';

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
