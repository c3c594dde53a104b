import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { seconds } from '../../base/duration';
import type { Mailer } from '../mailer';
import type { Sender } from '../../config/mail-sender';
import { mailIdOf, messageIdOf, refuseUnfit } from './headers';
import { MailError } from './mail-error';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: refused when the server does not offer it. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly password?: string;
  readonly from: Sender;
  /** The header by which the provider knows a message that it has taken already; it sends such a one once. */
  readonly idempotencyHeader?: string;
  /** Certificates to trust besides the system's, PEM. */
  readonly ca?: string;
  /** Limits of each wait; the defaults are the product's. */
  readonly waits?: { readonly connection: number; readonly socket: number; readonly whole: number };
}

const usualWaits = { connection: seconds(10), socket: seconds(20), whole: seconds(75) };

/**
 * Hands mail to an SMTP server, over a few connections that are kept. The server's certificate is checked.
 * Where nobody reads its yes, the message goes to it once more: under the same Message-ID and idempotency key, and with
 * the same body to the byte, because providers refuse a known key with another body. Those that know no such key send
 * it twice.
 */
export function smtpMailer(options: SmtpOptions): Mailer {
  const { from, user, password: pass, waits = usualWaits, idempotencyHeader: header } = options;
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    // Our own queue repeats, with its record of what happened.
    maxRequeues: 0,
    host: options.host,
    port: options.port,
    secure: options.security === 'tls',
    requireTLS: options.security === 'starttls',
    ignoreTLS: options.security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: pass ?? '' } }),
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(options.ca ? { ca: options.ca } : {}),
    },
    connectionTimeout: waits.connection,
    greetingTimeout: waits.connection,
    socketTimeout: waits.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_: unknown, done: GotSocket) =>
      void dial(options, waits.connection).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      ),
  });
  // An idle connection that ends is no failure; whoever sends hears of their own.
  transport.on('error', () => undefined);
  return {
    async send({ to, subject, text, html, key, unsubscribe }, signal) {
      refuseUnfit({ to, subject });
      await transport
        .sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: messageIdOf(key, from),
          baseBoundary: mailIdOf(key),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...endedBy(unsubscribe),
            ...(header === undefined ? {} : { [header]: mailIdOf(key) }),
          },
          signal: AbortSignal.any([AbortSignal.timeout(waits.whole), ...(signal ? [signal] : [])]),
        })
        .catch((error: unknown) => {
          throw mailErrorOf(error);
        });
    },
    close: async () => transport.close(),
  };
}

type GotSocket = (error: Error | null, got?: { readonly connection: Socket }) => void;

/** By name: the library would dial an address that it looked up itself, which nobody can compare with the settings. */
function dial({ host, port }: SmtpOptions, patience: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const late = setTimeout(
      () => socket.destroy(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })),
      patience,
    );
    socket.once('close', () => clearTimeout(late));
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** What mail programs show their own button for, and how they press it. */
const endedBy = (address: string | undefined): Record<string, string> =>
  address === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${address}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

interface SmtpFailure {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

/** A 5xx about this address or this message is for good; one about the connection, the login or the sender is not. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode, command } = (error ?? {}) as SmtpFailure;
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const final = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return new MailError(`smtp_${responseCode}`, final);
  }
  const word = typeof code === 'string' ? (words[code] ?? 'unreachable') : 'failed';
  return new MailError(`smtp_${word}`);
}

const words: Record<string, string> = {
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'login',
  EPROTOCOL: 'protocol',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
};
