import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createSecureContext } from 'node:tls';
import { faultOfPublicAddress } from '../../base/public-address';
import { seconds } from '../../base/duration';
import type { Reach } from './reach';

/** What is posted to an address that a customer named. */
export interface Parcel {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * How a try ended: with an answer's status, or why there is none. `address`: the name leads to an address that is not
 * public, or the text is none that may be dialled; nothing was sent then.
 */
export type Outcome =
  | { readonly status: number; readonly failure: null }
  | {
      readonly status: null;
      readonly failure: 'address' | 'name' | 'certificate' | 'timeout' | 'connection';
    };

export interface Dialler {
  post(parcel: Parcel): Promise<Outcome>;
  /** Ends what is open. */
  close(): void;
}

/** A connection that was used is kept for the next delivery so long. */
const idle = seconds(4);
/** Of an answer so many bytes are read, for nothing but to keep the connection. */
const mostRead = 4_096;

type Failure = Extract<Outcome, { status: null }>['failure'];
const failed = (failure: Failure): Outcome => ({ status: null, failure });

/**
 * Posts to addresses that customers name. The name is resolved once for each try, every address it has must be allowed, and
 * the socket is given that address: what a name server answers later changes nothing. No redirect is followed, the answer's
 * body is not looked at.
 */
export function createDialler({ resolve, isAllowed, port, ca, patience }: Reach): Dialler {
  const agent = new https.Agent({
    ...{ keepAlive: true, timeout: idle },
    // Many receivers may be one host's; what each of them gets at a time is bounded where it is claimed.
    ...{ maxSockets: 64, maxFreeSockets: 8 },
  });
  // One for all connections: making it costs more than a request.
  const secureContext = createSecureContext({ ca });
  const options = { agent, port, secureContext, method: 'POST', maxHeaderSize: 8_192 };

  async function post({ url, headers, body }: Parcel): Promise<Outcome> {
    if (faultOfPublicAddress(url)) return failed('address');
    const { hostname, pathname, search } = new URL(url);
    const signal = AbortSignal.timeout(patience);
    const addresses = await within(signal, resolve(hostname));
    if (addresses === null) return failed('timeout');
    const [address] = addresses;
    if (address === undefined) return failed('name');
    // One that is not public among others is a trap: which of them is dialled would be chance.
    if (!addresses.every(isAllowed)) return failed('address');
    const target = { host: address, servername: hostname, path: pathname + search };
    const own = { host: hostname, 'content-length': String(Buffer.byteLength(body)) };
    const given = { ...options, ...target, headers: { ...headers, ...own }, signal };
    return send(given, body);
  }
  return { post, close: () => agent.destroy() };
}

/** The answer, or null where none came in time. */
async function within<T>(signal: AbortSignal, answer: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([answer, late]);
}

/** A connection that was kept may have ended meanwhile, unseen: then nothing was taken, and a new one is tried at once. */
async function send(options: https.RequestOptions, body: Parcel['body']): Promise<Outcome> {
  const first = await once(options, body);
  return first.stale ? (await once({ ...options, agent: false }, body)).outcome : first.outcome;
}

function once(
  options: https.RequestOptions,
  body: Parcel['body'],
): Promise<{ outcome: Outcome; stale: boolean }> {
  return new Promise((resolve) => {
    // Once an answer has begun its status counts, however its body ends.
    let outcome: Outcome | null = null;
    const request = https.request(options, (answer) => {
      const taken: Outcome = { status: answer.statusCode!, failure: null };
      outcome = taken;
      skim(answer, () => resolve({ outcome: taken, stale: false }));
    });
    request.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      const stale = request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
      const ended = outcome ?? failed(failureOf(error, options.signal!));
      resolve({ outcome: ended, stale: stale && outcome === null });
    });
    request.end(body);
  });
}

/** Reads a little of an answer, so that its connection can be used again; one with more loses it. */
function skim(answer: IncomingMessage, done: () => void): void {
  let read = 0;
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > mostRead) answer.destroy();
  });
  answer.once('error', () => undefined);
  answer.once('close', done);
}

function failureOf(error: Error, signal: AbortSignal): Failure {
  if (signal.aborted) return 'timeout';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ACCESS_DENIED') return 'address';
  return /CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)
    ? 'certificate'
    : 'connection';
}
