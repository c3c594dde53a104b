import type { RequestHandler } from 'express';
import { newId, newToken } from '#platform/base/ids';
import type { Services } from '#platform/context';
import { normalAddress } from '#platform/limits/rate-limit';
import { askedLocale } from './asked-locale';
import type { RequestFacts } from './locals';

/** First layer: gives every request its id, its nonce and its logger. An id from outside is not believed. */
export function identify({ env, log }: Pick<Services, 'env' | 'log'>): RequestHandler {
  return (req, res, next) => {
    const requestId = newId();
    const facts: RequestFacts = {
      requestId,
      ip: normalAddress(req.ip),
      nonce: newToken(16),
      log: log.child({ requestId }),
      ...askedLocale(env, req),
    };
    res.locals.facts = facts;
    res.setHeader('X-Request-Id', requestId);
    next();
  };
}
