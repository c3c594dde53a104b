import type { RequestHandler } from 'express';
import { AppError } from '#platform/errors';
import { methodsOf } from '../calls';
import { routedPathOf } from './locals';

const asData = /^\/api(\/.*)\.data$/;

/**
 * Calls answer at their own address only. Remix would also answer them as data of a page: past their media
 * type, and a live stream never, because it reads an answer to its end first.
 */
export const checkDataAddress: RequestHandler = (req, _res, next) => {
  const call = asData.exec(routedPathOf(req))?.[1];
  next(call && methodsOf(call) ? new AppError('not_found') : undefined);
};
