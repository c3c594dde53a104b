import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { defaultLocale } from '#platform/base/locale';
import { refusal } from '../refusal.server';

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
