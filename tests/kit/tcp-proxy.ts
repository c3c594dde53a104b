import net from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and takes no new one, as a stopped server does. */
  cut(): Promise<void>;
  /** Keeps connections open and forwards nothing, as a lost network does. */
  hush(): void;
  /** From now on each answer of the server comes this much later, as over a long wire. */
  slow(milliseconds: number): void;
  /** Works again as at the start. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** A wire between a client and a server that can be cut. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<net.Socket>();
  let silent = false;
  let late = 0;
  const join = (from: net.Socket, to: net.Socket, lateBy: () => number) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (silent) return;
      // Timers of one length fire in their order.
      if (lateBy() > 0) setTimeout(() => to.writable && to.write(bytes), lateBy());
      else to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
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
      if (!server.listening) await open(port);
    },
    close: cut,
  };
}
