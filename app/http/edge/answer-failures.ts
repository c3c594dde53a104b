import type { ErrorRequestHandler } from 'express';
import { AppError } from '#platform/base/errors';
import { logFailure } from '../errors';
import { refusal } from '../refusal.server';
import { factsOf, isApi } from './locals';

/** Last layer: what a layer of ours refused, or what broke, in the envelope below `/api` and as a page elsewhere. */
export const answerFailures: ErrorRequestHandler = (thrown: unknown, req, res, _next) => {
  const { log, requestId, locale } = factsOf(res);
  const failure = isUnreadable(thrown) ? new AppError('malformed_request') : thrown;
  if (!req.destroyed) logFailure(log, failure);
  // Half an answer is out: only cutting it off tells the client that it is not whole.
  if (res.headersSent) return void res.destroy();
  const { status, headers, body } = refusal(
    failure,
    { requestId, locale },
    isApi(req) ? 'json' : 'html',
  );
  for (const [name, value] of headers) res.setHeader(name, value);
  res.status(status).end(req.method === 'HEAD' ? undefined : body);
};

/** Express and its static files throw errors with a 4xx status for paths that cannot be decoded. */
const isUnreadable = (thrown: unknown): boolean => {
  const status = (thrown as { status?: number } | null)?.status ?? 500;
  return status >= 400 && status < 500;
};
