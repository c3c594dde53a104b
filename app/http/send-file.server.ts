import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { create } from 'content-disposition';
import type { OpenedFile } from '#platform/files/stored';
import type { Http } from './api.server';
import type { Outlet } from './edge/outlet';

/** A file of ours as an answer, read no faster than it leaves; HEAD gets its headers alone. */
export function sendFile({ request, outlet }: Http, file: OpenedFile): Response {
  const headers = fileHeaders(file);
  if (request.method !== 'HEAD') {
    const body = Readable.from(paced(file.body, outlet), { objectMode: false });
    return new Response(createReadableStreamFromReadable(body), { headers });
  }
  file.body.destroy();
  return new Response(null, { headers });
}

async function* paced(body: Readable, { drained, disconnected }: Outlet): AsyncGenerator<Buffer> {
  for await (const part of body as AsyncIterable<Buffer>) {
    if (disconnected.aborted) return;
    yield part;
    await drained();
  }
}

interface ServedFile {
  /** From our own row, never from the upload. */
  type: string;
  bytes: number;
  /** The owner's name for it; encoded as RFC 6266 asks. */
  name: string;
  /** Pictures that we encoded ourselves show in the page; all else is saved. */
  inline?: boolean;
}

/** Headers under which somebody's file leaves: not sniffed, not cached, not a document, not for other sites (security 56). */
function fileHeaders({ type, bytes, name, inline }: ServedFile): Headers {
  return new Headers({
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': create(name || 'file', {
      type: inline ? 'inline' : 'attachment',
    }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
}
