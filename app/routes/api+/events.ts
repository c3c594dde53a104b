import { resolveSession } from '#modules/identity';
import { openLiveStream } from '#platform/live';
import { api, endpoint } from '#app/http/api.server';
import { eventsCall } from '#app/http/platform-calls';
import { readCookie } from '#app/http/session.server';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The session's own events as they come. Listening renews no session, and ends with it. */
export const { loader, action } = api(
  endpoint(
    eventsCall,
    async (ctx, _input, { request }) => {
      // A stream nobody reads would hold its connection, and the next request on it would wait behind it.
      if (request.method === 'HEAD') return new Response(null, { headers });
      const token = readCookie(ctx.services.env, request, 'patient') ?? '';
      const session = { principal: 'patient', token, renew: false } as const;
      const body = await openLiveStream(ctx, {
        principal: `patient:${ctx.actor.id}`,
        lastEventId: request.headers.get('Last-Event-ID'),
        stillAllowed: async () => (await resolveSession(ctx, session))?.kind === 'patient',
        signal: request.signal,
      });
      return new Response(body, { headers });
    },
    { quiet: true },
  ),
);
