import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { defaultLocale } from '#platform/base/locale';
import { attributesOf, isApi } from './locals';
import { logFailure } from '../errors';
import { isOwnLocation } from '../redirect';
import { refusal } from '../refusal.server';

/** Last layer: what a layer of ours refused, or what broke, in the envelope below `/api` and as a page elsewhere. */
export const answerFailures: ErrorRequestHandler = (thrown: unknown, req, res, _next) => {
  const { log, requestId, locale } = attributesOf(res);
  const failure = isUnreadable(thrown) ? new AppError('malformed_request') : thrown;
  if (!req.destroyed) logFailure(log, failure);
  // Half an answer is out: only cutting it off shows the client that it is not whole.
  if (res.headersSent) return void res.destroy();
  const { status, headers, body } = refusal(
    failure,
    { requestId, locale },
    isApi(req) ? 'json' : 'html',
  );
  for (const [name, value] of headers) res.setHeader(name, value);
  res.status(status).end(req.method === 'HEAD' ? undefined : body);
};

/** Express and its static files throw errors with a 4xx status for paths that cannot be decoded. */
const isUnreadable = (thrown: unknown): boolean => {
  const status = (thrown as { status?: number } | null)?.status ?? 500;
  return status >= 400 && status < 500;
};

/** Node's words for what its parser gave up on; the rest is malformed. */
const codes: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers in the envelope what Node could not read as a request, so that it met no layer of ours; the
 * connection ends. Where an answer has begun already, a second one must not follow it.
 */
export function answerUnreadable(server: Server, hasBegun: (socket: Duplex) => boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || hasBegun(socket)) return void socket.destroy(error);
    const failure = new AppError(codes[error.code ?? ''] ?? 'malformed_request');
    // Nothing of it could be read, so it says no language.
    const asked = { requestId: newId(), locale: defaultLocale };
    const { status, headers, body } = refusal(failure, asked, 'json');
    headers.set('Cache-Control', 'no-store');
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Content-Length', String(Buffer.byteLength(body)));
    headers.set('Connection', 'close');
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    socket.end(`${statusLine}${lines}\r\n${body}`, () => socket.destroy());
  });
}

/**
 * The last look at an answer: one whose `Location` is no path of ours leaves as an empty 500, whoever made it. The value
 * may hold what a stranger typed, so it is not logged.
 */
export const ownLocations: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  res.writeHead = ((...args: unknown[]) => {
    const given = Object(args.at(-1)) as Record<string, unknown>;
    const inCall = Object.keys(given).find((name) => name.toLowerCase() === 'location');
    const location = inCall === undefined ? res.getHeader('Location') : given[inCall];
    if (location === undefined || (typeof location === 'string' && isOwnLocation(location)))
      return writeHead(...args);
    attributesOf(res).log.error('http.foreign-location');
    res.removeHeader('Location');
    res.statusCode = 500;
    return writeHead(500);
  }) as typeof res.writeHead;
  next();
};
