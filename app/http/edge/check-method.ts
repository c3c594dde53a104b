import type { RequestHandler, Response } from 'express';
import { AppError } from '#platform/base/errors';
import { entryFor } from '../call-table';
import { callsAt } from './find-call';
import { isApi } from './locals';

const pageMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * TRACE and the like end here with 405. OPTIONS ends here too: Remix would run the loader of a resource
 * route for it (security 35), and without CORS there is no preflight to grant.
 */
export const checkMethod: RequestHandler = (req, res, next) => {
  const allow = isApi(req) ? (methodsAt(res) ?? apiMethods) : pageMethods;
  if (req.method === 'OPTIONS') {
    res.setHeader('Allow', allow.join(', '));
    return void res.status(204).end();
  }
  const known = isApi(req) ? apiMethods : pageMethods;
  next(known.includes(req.method) ? undefined : new AppError('method_not_allowed', { allow }));
};

function methodsAt(res: Response): string[] | undefined {
  const place = callsAt(res);
  const methods = place?.entries.map(({ call }): string => call.method);
  return methods && [...methods, ...(entryFor(place!, 'HEAD') ? ['HEAD'] : []), 'OPTIONS'];
}
