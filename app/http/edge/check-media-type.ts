import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#platform/base/errors';
import { callOf } from './find-call';
import { changesState, isApi, mediaTypeOf } from './locals';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** The API takes JSON, and files where a call says so; pages take forms. Nothing takes a compressed body. */
export const checkMediaType: RequestHandler = (req, res, next) => {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  // A form without fields has no body, but its type: at the API it is refused by that.
  const untyped = !hasBody(req) && (!isApi(req) || req.headers['content-type'] === undefined);
  const fits = !changesState(req) || untyped || accepts(req, res);
  next(fits && encoding === 'identity' ? undefined : new AppError('unsupported_media_type'));
};

function accepts(req: Request, res: Response): boolean {
  const type = mediaTypeOf(req);
  if (!isApi(req)) return formTypes.includes(type);
  if (type === 'application/json') return true;
  return type === 'multipart/form-data' && callOf(req, res)?.multipart === true;
}
