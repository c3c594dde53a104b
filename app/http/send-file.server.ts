import { createReadableStreamFromReadable } from '@remix-run/node';
import type { Readable } from 'node:stream';
import { fileHeaders } from './file-headers.server';

interface OpenedFile {
  readonly body: Readable;
  readonly bytes: number;
  readonly type: string;
  readonly name: string;
  readonly inline: boolean;
}

/** A file of ours as an answer; HEAD gets its headers alone. */
export function sendFile(request: Request, file: OpenedFile): Response {
  const headers = fileHeaders(file);
  if (request.method !== 'HEAD')
    return new Response(createReadableStreamFromReadable(file.body), { headers });
  file.body.destroy();
  return new Response(null, { headers });
}
