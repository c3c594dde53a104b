import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#platform/base/errors';
import { bodyLimits, timeouts, uploadFloor } from './limits';
import { changesState, isApi, mediaTypeOf } from './locals';

/** How often the floor of an upload is looked at. */
const floorTick = uploadFloor.window / 20;

const tooLarge = () => new AppError('payload_too_large');

/** The body as the routes may read it: measured while it arrives, whatever Content-Length claims. */
export const boundedBodyOf = (res: Response): Readable => res.locals.body as Readable;

/** The same in one piece; undefined for an upload, which comes in as many as it likes. */
export const wholeBodyOf = (res: Response): Buffer | undefined =>
  res.locals.wholeBody as Buffer | undefined;

/** Small bodies are read here, with a time limit; uploads pass through and fail where they grow too large. */
export const boundBody: RequestHandler = (req, res, next) => {
  if (!changesState(req)) {
    res.locals.body = Readable.from([]);
    return next();
  }
  const upload = mediaTypeOf(req) === 'multipart/form-data';
  const limit = limitFor(req, upload);
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    drain(req);
    return next(tooLarge());
  }
  if (upload) {
    res.locals.body = measured(req, res, limit);
    return next();
  }
  readWhole(req, limit).then((body) => {
    res.locals.wholeBody = body;
    res.locals.body = Readable.from(body.length > 0 ? [body] : []);
    next();
  }, next);
};

function limitFor(req: Request, upload: boolean): number {
  if (isApi(req)) return upload ? bodyLimits.apiUpload : bodyLimits.json;
  return upload ? bodyLimits.pageUpload : bodyLimits.form;
}

/** Reads on without keeping anything, so that the answer arrives before the connection ends. */
function drain(req: Request): void {
  req.resume();
  const end = setTimeout(() => req.destroy(), timeouts.drain).unref();
  req.once('close', () => clearTimeout(end));
}

function measured(req: Request, res: Response, limit: number): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= limit) return done(null, chunk);
      req.unpipe(counter);
      drain(req);
      done(tooLarge());
    },
  });
  // An error that nobody reads must not end the process; readers still see it.
  counter.on('error', () => undefined);
  keepFloor(req, counter, () => bytes);
  req.once('close', () => {
    if (!req.complete) counter.destroy(new AppError('incomplete_body'));
  });
  // What a route refused half-way would stay on the connection, and the next request would wait behind it.
  res.once('finish', () => {
    if (req.readableEnded) return;
    req.unpipe(counter);
    drain(req);
  });
  return req.pipe(counter);
}

/** Ends an upload that hardly moves, however long it takes; time in which the sender waits for us does not count. */
function keepFloor(req: Request, counter: Transform, bytes: () => number): void {
  boundByRate(req);
  let [waited, before] = [0, 0];
  const tick = setInterval(() => {
    // A full buffer: it is our turn.
    if (counter.writableLength > 0 || counter.readableLength > 0) return;
    waited += floorTick;
    if (waited < uploadFloor.window) return;
    const arrived = bytes() - before;
    [waited, before] = [0, bytes()];
    if (arrived >= uploadFloor.bytes) return;
    req.unpipe(counter);
    counter.destroy(new AppError('request_timeout'));
  }, floorTick).unref();
  const stop = (): void => clearInterval(tick);
  req.once('end', stop).once('close', stop);
  counter.once('close', stop);
}

function readWhole(req: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void) => {
      clearTimeout(late);
      req.off('data', take).off('end', end).off('close', cut);
      settle();
    };
    const refuse = (code: string) => {
      finish(() => reject(new AppError(code)));
      drain(req);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) return refuse('payload_too_large');
      chunks.push(chunk);
    };
    const end = () => finish(() => resolve(Buffer.concat(chunks)));
    const cut = () => finish(() => reject(new AppError('incomplete_body')));
    const late = setTimeout(() => refuse('request_timeout'), timeouts.body);
    req.on('data', take).on('end', end).on('close', cut);
    req.once('error', () => undefined);
  });
}

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Cuts a request off whose body is not whole after `ms`, whoever answered it meanwhile. */
export function boundTime(req: IncomingMessage, ms: number): void {
  if (!bringsBody(req)) return;
  const late = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, ms).unref();
  clocks.set(req, late);
  req.once('close', () => clearTimeout(late));
}

/** From now on somebody else sees to it that a request ends: by the rate at which its body comes. */
const boundByRate = (req: IncomingMessage): void => clearTimeout(clocks.get(req));
