import type { Express } from 'express';
import { createServer, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connectionsOf, type Connections } from './connections';
import { answerUnreadable } from './edge/answer-unreadable';
import { mostConnections, timeouts, type MostConnections } from './edge/limits';
import { boundTime } from './edge/request-time';

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Takes no new connection, lets answers in flight end, cuts off what has not ended after `timeouts.stop`. */
  stop(): Promise<void>;
}

interface Options {
  /** Connections that one address may hold; all there are when not given. */
  readonly socketsPerAddress?: number;
  readonly most?: MostConnections;
  /** Until the body of a request is whole, uploads that keep their floor apart; `timeouts.request` when not given. */
  readonly requestTime?: number;
}

interface Serving {
  readonly server: Server;
  readonly connections: Connections;
  readonly open: ReadonlySet<ServerResponse>;
  /** From now on every answer is the last of its connection. */
  readonly lastAnswers: () => void;
}

/** Serves an app with time limits for every slow client (security 66). Port 0 takes a free one. */
export async function listen(
  app: Express,
  port: number,
  host: string,
  {
    socketsPerAddress: perAddress,
    most = mostConnections,
    requestTime = timeouts.request,
  }: Options = {},
): Promise<Listening> {
  const open = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      // Of the whole request, uploads included; all others are bounded below.
      requestTimeout: timeouts.upload,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: 2_000,
    },
    (req, res) => {
      open.add(res);
      res.once('close', () => open.delete(res));
      connections.note(req, res);
      boundTime(req, requestTime);
      if (stopping) res.setHeader('Connection', 'close');
      app(req, res);
    },
  );
  const connections = connectionsOf(server, { ordinary: most.ordinary, perAddress });
  answerUnreadable(server, (socket) =>
    [...open].some((res) => res.socket === socket && res.headersSent),
  );
  server.maxConnections = most.ordinary + most.streams;
  server.setTimeout(timeouts.idle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  const lastAnswers = () => {
    stopping = true;
  };
  const serving = { server, connections, open, lastAnswers };
  return { server, port: bound, stop: () => stop(serving) };
}

async function stop({ server, connections, open, lastAnswers }: Serving): Promise<void> {
  // Who is already waiting to be let in would be reset.
  await setImmediate();
  const from = Date.now();
  const closeSilent = () => connections.closeSilent(timeouts.linger, from);
  const silent = setInterval(closeSilent, 50);
  const cut = setTimeout(() => connections.cutAll(), timeouts.stop);
  // HTTP's own way to close ends idle connections at once, on which the next request may be under way already.
  const closed = new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
  // Only now: whoever is told that its connection ends comes back on a new one, which must be refused, not reset.
  lastAnswers();
  for (const res of open) endOrClose(res);
  await closed;
  clearInterval(silent);
  clearTimeout(cut);
}

/** A live stream never ends by itself; everything else ends soon and must not be followed on its connection. */
function endOrClose(res: ServerResponse): void {
  if (String(res.getHeader('Content-Type')).startsWith('text/event-stream')) res.end();
  else if (!res.headersSent) res.setHeader('Connection', 'close');
}
