import net from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and takes no new one, as a stopped server does. */
  cut(): Promise<void>;
  /** Keeps connections open and holds what comes, as a lost network does: it goes on its way once that is back. */
  hush(): void;
  /** From now on each answer of the server comes this much later, as over a long wire. */
  slow(milliseconds: number): void;
  /** Works again as at the start. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes that are on their way, and from when on they may arrive. */
interface Held {
  readonly bytes: Buffer;
  readonly due: number;
}

/** A wire between a client and a server that can be cut. No byte is lost on a connection that stays, or overtakes another. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<net.Socket>();
  const ways = new Set<() => void>();
  let silent = false;
  let late = 0;
  const join = (from: net.Socket, to: net.Socket, lateBy: () => number) => {
    const held: Held[] = [];
    const forward = () => {
      for (let [first] = held; first && !silent; [first] = held) {
        const wait = first.due - performance.now();
        if (wait > 0) return void setTimeout(forward, Math.ceil(wait));
        held.shift();
        if (to.writable) to.write(first.bytes);
      }
    };
    sockets.add(from);
    ways.add(forward);
    from.on('data', (bytes: Buffer) => {
      const due = Math.max(performance.now() + lateBy(), held.at(-1)?.due ?? 0);
      held.push({ bytes, due });
      if (held.length === 1) forward();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      ways.delete(forward);
      to.destroy();
    });
  };
  const server = net.createServer((inner) => {
    const outer = net.connect(target.port, target.host);
    join(inner, outer, () => 0);
    join(outer, inner, () => late);
  });
  const open = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open(0);
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    cut,
    hush: () => void (silent = true),
    slow: (milliseconds) => void (late = milliseconds),
    restore: async () => {
      silent = false;
      late = 0;
      for (const forward of ways) forward();
      if (!server.listening) await open(port);
    },
    close: cut,
  };
}
