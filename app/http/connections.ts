import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#platform/rate-limit';
import { places } from './edge/under-way';

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

/** The connections of a server, with at most `perAddress` for one address where that is given. */
export function connectionsOf(server: Server, perAddress?: number): Connections {
  const states = new Map<Socket, State>();
  const take = perAddress === undefined ? () => () => undefined : places(perAddress);
  server.on('connection', (socket: Socket) => {
    const leave = take(addressBlock(socket.remoteAddress));
    if (!leave) return void socket.destroy();
    states.set(socket, { open: 0, read: 0, since: Date.now() });
    socket.once('close', () => {
      states.delete(socket);
      leave();
    });
  });
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
