import { create } from 'content-disposition';

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
export function fileHeaders({ type, bytes, name, inline }: ServedFile): Headers {
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
