import { parse as parseDisposition } from 'content-disposition';
import { Dicer } from '@fastify/busboy';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { AppError } from '../../base/errors';

/** A part of a multipart body that is a file. */
export interface Part {
  readonly field: string;
  readonly name: string;
  /** As declared; empty when it is not. */
  readonly type: string;
  readonly pieces: AsyncIterable<Buffer>;
}

interface Limits {
  readonly maxParts: number;
  /** Of one part's headers. */
  readonly maxHeaderBytes: number;
}

interface Receivers {
  /** Each piece of text as it comes, by its length; throws where it becomes too much. */
  readonly onText: (bytes: number) => void;
  /** Throws where the field is not to be had. */
  readonly onField: (name: string, value: string) => void;
  /** Called for one file after the other. */
  readonly onFile: (part: Part) => Promise<void>;
}

/** What the parser is given, and may hold of one part, at a time: together they bound the memory of an upload. */
const pieceBytes = 8_192;

/** What is kept while one body is read. */
interface Reading {
  /** Stops everything; the first reason counts. */
  readonly fail: (error: unknown) => void;
  /** Runs what a stream's event causes: an exception there ends the process, so it fails the reading instead. */
  readonly guarded: <T extends unknown[]>(work: (...args: T) => void) => (...args: T) => void;
  readonly failure: () => { readonly error: unknown } | null;
  /** Adds to the work that is done one after the other. */
  readonly afterwards: (work: () => Promise<void>) => void;
  readonly open: Set<Readable>;
}

const malformed = (): AppError => new AppError('malformed_upload');
const tooLarge = (): AppError => new AppError('payload_too_large');

/**
 * Reads a multipart body piece by piece; a receiver that is slow slows the sender down. Ends when all receivers have
 * ended, also when it throws.
 *
 * @throws AppError `unsupported_media_type`, `malformed_upload`, `payload_too_large`; what a receiver or the body throws
 */
export async function readParts(
  request: Request,
  limits: Limits,
  receivers: Receivers,
): Promise<void> {
  const parser = parserFor(request.headers.get('Content-Type') ?? '', limits);
  let failed: { error: unknown } | null = null;
  let work = Promise.resolve();
  const stop = new AbortController();
  const reading: Reading = {
    open: new Set(),
    failure: () => failed,
    fail: (error) => {
      failed ??= { error };
      stop.abort();
      for (const part of reading.open) part.destroy(asError(error));
    },
    guarded:
      (work) =>
      (...args) => {
        try {
          work(...args);
        } catch (error) {
          reading.fail(error);
        }
      },
    afterwards: (next) => {
      work = work.then(() => (failed ? undefined : next())).catch(reading.fail);
    },
  };
  takeParts(parser, limits, { reading, receivers });
  await feed(parser, request, { reading, stop: stop.signal }).catch(reading.fail);
  await work;
  parser.destroy();
  if (failed) throw (failed as { error: unknown }).error;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : malformed());

function parserFor(type: string, { maxHeaderBytes }: Limits): Dicer {
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    throw new AppError('unsupported_media_type');
  const found = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type);
  const boundary = found?.[1] ?? found?.[2];
  if (!boundary) throw malformed();
  const config = { boundary, maxHeaderSize: maxHeaderBytes, partHwm: pieceBytes };
  // Its types do not know all that it takes.
  return new Dicer({ ...config, maxHeaderPairs: 50 });
}

/** Whether the headers of the part that is being read are longer than the parser keeps. */
const isOverlong = (parser: Dicer): boolean =>
  (parser as unknown as { _hparser?: { maxed?: boolean } })._hparser?.maxed === true;

async function feed(
  parser: Dicer,
  request: Request,
  { reading, stop }: { reading: Reading; stop: AbortSignal },
): Promise<void> {
  const stopped = once(stop, 'abort').then(() => undefined);
  let isWhole = false;
  const whole = once(parser, 'finish').then(
    () => void (isWhole = true),
    () => reading.fail(malformed()),
  );
  for await (const chunk of bodyOf(request)) {
    for (let at = 0; at < chunk.length && !isWhole; at += pieceBytes) {
      const bytes = chunk.subarray(at, at + pieceBytes);
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      // The parser forgets the callback of a piece that ends a part it had paused for and the whole body.
      await Promise.race([write(parser, piece), whole, stopped]);
      if (reading.failure()) return;
      if (isOverlong(parser)) throw tooLarge();
    }
  }
  if (!isWhole) parser.end();
  await Promise.race([whole, stopped]);
}

/** Nothing at all is a body without parts. */
const bodyOf = (request: Request): AsyncIterable<Uint8Array> =>
  (request.body ?? new Blob().stream()) as unknown as AsyncIterable<Uint8Array>;

const write = (parser: Dicer, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) =>
    parser.write(piece, (error) => (error ? reject(malformed()) : resolve())),
  );

function takeParts(
  parser: Dicer,
  { maxParts }: Limits,
  to: { reading: Reading; receivers: Receivers },
): void {
  let parts = 0;
  parser.on('error', () => to.reading.fail(malformed()));
  parser.on('part', (part) => {
    parts += 1;
    // Told to nobody twice: the parser's own error is heard above.
    part.on('error', () => undefined);
    if (parts > maxParts) to.reading.fail(tooLarge());
    part.on(
      'header',
      to.reading.guarded((headers: object) => takePart(part, headers as Headers, to)),
    );
  });
}

type Headers = Record<string, readonly string[] | undefined>;

function takePart(
  part: Readable,
  headers: Headers,
  { reading, receivers }: { reading: Reading; receivers: Receivers },
): void {
  const { field, name } = dispositionOf(headers);
  const type = utf8(headers['content-type']?.[0] ?? '');
  if (reading.failure() || field === undefined) {
    part.resume();
    if (field === undefined) reading.fail(malformed());
    return;
  }
  const isFile = name !== undefined || type.toLowerCase() === 'application/octet-stream';
  if (!isFile) return takeText(part, field, { reading, receivers });
  reading.open.add(part);
  part.once('close', () => reading.open.delete(part));
  reading.afterwards(() => receivers.onFile({ field, name: name ?? '', type, pieces: part }));
}

function takeText(
  part: Readable,
  field: string,
  { reading, receivers }: { reading: Reading; receivers: Receivers },
): void {
  const pieces: Buffer[] = [];
  const add = reading.guarded((piece: Buffer) => {
    if (reading.failure()) return;
    receivers.onText(piece.length);
    pieces.push(piece);
  });
  const finish = reading.guarded(() =>
    receivers.onField(field, Buffer.concat(pieces).toString('utf8')),
  );
  part.on('data', add);
  part.once('end', finish);
  // The last field of a body may end after the body itself has.
  const closed = new Promise<void>((resolve) => part.once('close', resolve));
  reading.open.add(part);
  part.once('close', () => reading.open.delete(part));
  reading.afterwards(() => closed);
}

/** Bytes of a header come as one character each. */
const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

function dispositionOf(headers: Headers): { field?: string; name?: string } {
  const header = headers['content-disposition']?.[0];
  if (header === undefined) return {};
  const { type, parameters } = parseDisposition(header, { multipart: true, extended: false });
  if (type !== 'form-data') return {};
  const { name, filename } = parameters;
  return {
    field: name === undefined ? undefined : utf8(name),
    name: filename === undefined ? undefined : utf8(filename),
  };
}
