import { channel } from 'node:diagnostics_channel';
import dgram from 'node:dgram';
import net from 'node:net';
import { addressOf } from './address';
import { rangeOf, type Range } from './range';

/** Of a connection that was not made. Whom it was for is in no log: a stranger may have written it. */
export interface Refusal {
  readonly to: Range | 'socket-file' | 'datagram';
  readonly port: number | null;
  /** What its asker gets, with the frames that led there. */
  readonly error: Error;
}

const refusals = channel('clinic.egress-refused');

/** Hears of each refusal of this process. */
export const onRefusal = (listener: (refusal: Refusal) => void): void =>
  refusals.subscribe((message) => listener(message as Refusal));

/** Node's own code for what its permissions forbid. */
class Refused extends Error {
  readonly code = 'ERR_ACCESS_DENIED';

  constructor(asked: CallableFunction) {
    super('no setting names this address');
    Error.captureStackTrace(this, asked);
  }
}

/**
 * From now on this process connects to `allowed` alone: addresses of {@link addressOf} and paths of socket files.
 * Whatever else is asked for, and every datagram, fails as a lost connection does, before any name is looked up. It
 * stands below everything of Node that dials (fetch, http, tls), so that no redirect and no library gets past it.
 * A second call can only take away. Looking up names, child processes and native code are not its business.
 * The courier alone dials others as well: `also` says which, by what the socket is given (an address that was looked up).
 */
export function guardEgress(
  allowed: Iterable<string>,
  also: (host: string, port: number) => boolean = () => false,
): void {
  const known = new Set(allowed);
  guardSockets(
    ({ host, port, target }) =>
      known.has(target) || (host !== null && port !== null && also(host, port)),
  );
  guardDatagrams();
}

type Method<T> = (this: T, ...given: unknown[]) => unknown;
type Dialling = { connecting: boolean } & Pick<net.Socket, 'destroy'>;

function guardSockets(isAllowed: (target: Target) => boolean): void {
  const sockets = net.Socket.prototype as unknown as { connect: Method<Dialling> };
  const { connect } = sockets;
  sockets.connect = function guarded(this: Dialling, ...given) {
    const target = targetOf(given);
    if (isAllowed(target)) return connect.apply(this, given);
    const error = refuse(guarded, target);
    // As one that is being made: what is written meanwhile waits for the error.
    this.connecting = true;
    process.nextTick(() => this.destroy(error));
    return this;
  };
}

function guardDatagrams(): void {
  const sockets = dgram.Socket.prototype as unknown as Record<string, Method<dgram.Socket>>;
  for (const name of ['send', 'connect'] as const)
    sockets[name] = function guarded(this: dgram.Socket, ...given) {
      const error = refuse(guarded, { host: null, port: null, target: 'datagram' });
      const done = given.at(-1);
      process.nextTick(() =>
        typeof done === 'function'
          ? (done as (error: Error) => void)(error)
          : this.emit('error', error),
      );
    };
}

interface Target {
  /** Null for a socket file. */
  readonly host: string | null;
  readonly port: number | null;
  readonly target: string;
}

function refuse(asked: CallableFunction, { host, port, target }: Target): Error {
  const error = new Refused(asked);
  const to = target === 'datagram' ? target : host === null ? 'socket-file' : rangeOf(host);
  refusals.publish({ to, port, error, target } satisfies Refusal & { target: string });
  return error;
}

interface Named {
  readonly path?: string;
  readonly host?: string;
  readonly port?: number | string;
}

/** Node takes an object, a port and perhaps a host, a path, or one of these with a callback in an array. */
function targetOf(given: readonly unknown[]): Target {
  const [first, second] = (Array.isArray(given[0]) ? given[0] : given) as unknown[];
  if (typeof first === 'object' && first !== null) return targetNamed(first);
  if (typeof first === 'string' && Number.isNaN(Number(first))) return targetNamed({ path: first });
  return targetNamed({
    port: first as number,
    host: typeof second === 'string' ? second : undefined,
  });
}

function targetNamed({ path, host, port = '' }: Named): Target {
  if (path) return { host: null, port: null, target: path };
  const name = host || 'localhost';
  return { host: name, port: Number(port), target: addressOf(name, port) };
}
