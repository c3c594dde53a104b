import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import type { Http } from './api.server';
import type { Outlet } from './edge/outlet';
import { fileHeaders } from './file-headers.server';

interface OpenedFile {
  readonly body: Readable;
  readonly bytes: number;
  readonly type: string;
  readonly name: string;
  readonly inline: boolean;
}

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
