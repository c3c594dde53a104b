import type { RequestHandler } from 'express';
import { AppError } from '#platform/base/errors';
import { asksForData } from './find-call';

/**
 * Calls answer at their own address only. Remix would also answer them as data of a page: past their media
 * type, and a live stream never, because it reads an answer to its end first.
 */
export const checkDataAddress: RequestHandler = (_req, res, next) => {
  next(asksForData(res) ? new AppError('not_found') : undefined);
};

/**
 * Remix's old way to ask for a page's data. Our pages do not use it, Remix writes an error for each such request,
 * and it lets a stranger name what is run.
 */
export const checkDataQuery: RequestHandler = (req, _res, next) => {
  const query = req.originalUrl.split('?').slice(1).join('?');
  next(new URLSearchParams(query).has('_data') ? new AppError('malformed_request') : undefined);
};
