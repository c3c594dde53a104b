import type { Express } from 'express';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUnreadable } from './edge/answer-unreadable';
import { maxConnections, timeouts } from './edge/limits';

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Takes no new connection, lets answers in flight end, cuts off what has not ended after `timeouts.stop`. */
  stop(): Promise<void>;
}

/** Serves an app with time limits for every slow client (security 66). Port 0 takes a free one. */
export async function listen(app: Express, port: number, host: string): Promise<Listening> {
  const open = new Set<ServerResponse>();
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      // Of the whole request, uploads included; smaller bodies have a limit of their own.
      requestTimeout: timeouts.upload,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: 2_000,
    },
    (req, res) => {
      open.add(res);
      res.once('close', () => open.delete(res));
      app(req, res);
    },
  );
  answerUnreadable(server, (socket) =>
    [...open].some((res) => res.socket === socket && res.headersSent),
  );
  server.maxConnections = maxConnections;
  server.setTimeout(timeouts.idle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  return { server, port: bound, stop: () => stop(server, open) };
}

function stop(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), timeouts.stop).unref();
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    for (const res of open) endOrClose(res);
    server.closeIdleConnections();
  });
}

/** A live stream never ends by itself; everything else ends soon and must not be followed on its connection. */
function endOrClose(res: ServerResponse): void {
  if (String(res.getHeader('Content-Type')).startsWith('text/event-stream')) res.end();
  else if (!res.headersSent) res.setHeader('Connection', 'close');
}
