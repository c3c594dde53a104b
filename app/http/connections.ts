import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#platform/limits/rate-limit';
import { countIn, places } from './edge/under-way';

interface State {
  /** Requests whose answers have not ended. */
  open: number;
  /** Bytes read when it last fell silent: more than these are the next request arriving. */
  read: number;
  since: number;
}

export interface Connections {
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
export function connectionsOf(server: Server, { ordinary, perAddress }: Limits): Connections {
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
