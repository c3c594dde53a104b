import type { RequestHandler } from 'express';
import { isOwnLocation } from '../redirect';
import { factsOf } from './locals';

/**
 * The last look at an answer: one whose `Location` is no path of ours leaves as an empty 500, whoever made it. The value
 * may hold what a stranger typed, so it is not logged.
 */
export const ownLocations: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
  res.writeHead = ((...args: unknown[]) => {
    const given = Object(args.at(-1)) as Record<string, unknown>;
    const inCall = Object.keys(given).find((name) => name.toLowerCase() === 'location');
    const location = inCall === undefined ? res.getHeader('Location') : given[inCall];
    if (location === undefined || (typeof location === 'string' && isOwnLocation(location)))
      return writeHead(...args);
    factsOf(res).log.error('http.foreign-location');
    res.removeHeader('Location');
    res.statusCode = 500;
    return writeHead(500);
  }) as typeof res.writeHead;
  next();
};
