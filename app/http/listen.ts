import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Express } from 'express';
import { addressBlock } from '#platform/limits/rate-limit';
import { answerUnreadable } from './edge/answer-failures';
import { boundTime } from './edge/bound-body';
import { mostConnections, type MostConnections, timeouts } from './edge/limits';
import { countIn, places } from './edge/under-way';

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
  await nextTurn();
  const from = Date.now();
  const closeSilent = () => connections.closeSilent(timeouts.linger, from);
  const silent = setInterval(closeSilent, 50);
  const cut = setTimeout(() => connections.cutAll(), timeouts.stop);
  // HTTP's own way to close ends idle connections at once, on which the next request may be under way already.
  const closed = new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
  // Only now: whoever hears that its connection ends comes back on a new one, which must be refused, not reset.
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

interface State {
  /** Requests whose answers have not ended. */
  open: number;
  /** Bytes read when it last fell silent: more than these are the next request arriving. */
  read: number;
  since: number;
}

interface Connections {
  /** To be called for each request. */
  note(req: IncomingMessage, res: ServerResponse): void;
  /** Closes in order those on which nothing was under way for `ms`, counted from `from` at the earliest. */
  closeSilent(ms: number, from: number): void;
  cutAll(): void;
}

interface Limits {
  /** Connections that carry no live stream. */
  readonly ordinary: number;
  /** Connections of one address; all there are when not given. */
  readonly perAddress?: number;
}

/** The connections of a server within its limits; what comes beyond is closed. */
function connectionsOf(server: Server, { ordinary, perAddress }: Limits): Connections {
  const states = new Map<Socket, State>();
  const count = { ordinary: 0 };
  const take = perAddress === undefined ? () => () => undefined : places(perAddress);
  server.on('connection', (socket: Socket) => {
    const leave = count.ordinary < ordinary ? take(addressBlock(socket.remoteAddress)) : null;
    if (!leave) return void socket.destroy();
    count.ordinary += 1;
    countIn(socket, count);
    states.set(socket, { open: 0, read: 0, since: Date.now() });
    socket.once('close', () => {
      states.delete(socket);
      count.ordinary -= 1;
      leave();
    });
  });
  server.on('timeout', closeUnlessAsked);
  return {
    note: ({ socket }, res) => {
      const state = states.get(socket);
      if (!state) return;
      state.open += 1;
      res.once('close', () => {
        state.open -= 1;
        state.read = socket.bytesRead;
        state.since = Date.now();
      });
    },
    closeSilent: (ms, from) => {
      const now = Date.now();
      for (const [socket, { open, read, since }] of states)
        if (open === 0 && socket.bytesRead === read && now - Math.max(since, from) >= ms)
          socket.destroySoon();
    },
    cutAll: () => states.forEach((_state, socket) => socket.destroy()),
  };
}

/**
 * In place of Node, which destroys a connection as soon as it was silent for long enough. After the thread stood still,
 * what is due comes before what arrived, so a request that came in time would be answered with a reset: it is read first.
 */
function closeUnlessAsked(socket: Socket): void {
  const read = socket.bytesRead;
  setImmediate(() => {
    if (socket.bytesRead === read) socket.destroy();
  });
}
