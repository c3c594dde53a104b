import { resolveSession } from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import { openLiveStream } from '#platform/live';
import { endpoint } from '#app/http/api.server';
import { eventsCall, listenerSchema } from '#app/http/platform-calls';
import { readCookie } from '#app/http/session.server';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

type Listener = ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'staff'>;

const topicsOf = ({ kind, id }: Listener): readonly [string, ...string[]] =>
  kind === 'staff' ? [`staff:${id}`, 'staff'] : [`${kind}:${id}`];

/** The session's own events as they come. Listening renews no session, and ends with it. */
export const eventsEndpoint = endpoint(
  eventsCall,
  async (ctx, _input, { request, outlet }) => {
    // A stream nobody reads would hold its connection, and the next request on it would wait behind it.
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { kind, id } = ctx.actor;
    const token = readCookie(ctx.services.env, request, kind) ?? '';
    const session = { principal: kind, token, renew: false } as const;
    const body = await openLiveStream(ctx, {
      topics: topicsOf(ctx.actor),
      lastEventId: request.headers.get('Last-Event-ID'),
      stillAllowed: async () => {
        const actor = await resolveSession(ctx, session);
        return actor?.kind === kind && actor.id === id;
      },
      signal: outlet.disconnected,
    });
    return new Response(body, { headers });
  },
  {
    quiet: true,
    principal: (request) =>
      listenerSchema.safeParse(new URL(request.url).searchParams.get('as')).data,
  },
);
