import type { Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { AppError } from '#platform/base/errors';
import type { StreamLimit } from '#engine/operations';
import { addressBlock } from '#platform/limits/rate-limit';
import type { Shares } from './limits';
import { attributesOf, routedPathOf } from './locals';

/** Where live streams are asked for: they last, so they have a share of their own. */
const asksForStream = (req: Request): boolean =>
  req.method === 'GET' && /^\/api\/events\/*$/.test(routedPathOf(req));

/**
 * Refuses what goes beyond an address's share of the requests and streams under way: whoever sends or reads
 * slowly holds memory and connections of everybody else. Streams that go beyond `mostStreams` of all addresses are
 * refused as well, and their connections are none that others are counted against. `onRefused` hears which limit a stream met.
 */
export function underWay(
  shares: Shares,
  mostStreams: number,
  onRefused: (limit: StreamLimit) => void,
): RequestHandler {
  const requests = places(shares.requests);
  const streams = places(shares.streams);
  const all = places(mostStreams);
  return (req, res, next) => {
    const stream = asksForStream(req);
    const leave = (stream ? streams : requests)(addressBlock(attributesOf(res).ip));
    if (!leave) {
      if (stream) onRefused('address');
      return next(new AppError('too_many_requests', { retryAfterSeconds: stream ? 30 : 1 }));
    }
    res.once('close', leave);
    if (!stream) return next();
    const leaveAll = all('streams');
    if (!leaveAll) {
      onRefused('process');
      return next(new AppError('unavailable', { retryAfterSeconds: 30 }));
    }
    const comeBack = setApart(req.socket);
    res.once('close', () => {
      leaveAll();
      comeBack();
    });
    next();
  };
}

interface Count {
  /** Connections of a server that carry no live stream. */
  ordinary: number;
}

const counts = new WeakMap<Socket, Count>();

/** Notes where a connection is counted, so that one that carries a stream can be counted apart. */
export const countIn = (socket: Socket, count: Count): void => void counts.set(socket, count);

/** Counts a connection apart from the ordinary ones while it carries a live stream: until the result is called. */
function setApart(socket: Socket): () => void {
  const count = counts.get(socket);
  if (count) count.ordinary -= 1;
  return () => {
    if (count) count.ordinary += 1;
  };
}

/** At most `most` places per holder; taking one gives the way to leave it, or null when all are taken. */
export function places(most: number): (holder: string) => (() => void) | null {
  const taken = new Map<string, number>();
  return (holder) => {
    const held = taken.get(holder) ?? 0;
    if (held >= most) return null;
    taken.set(holder, held + 1);
    return () => {
      const left = taken.get(holder)! - 1;
      if (left > 0) taken.set(holder, left);
      else taken.delete(holder);
    };
  };
}
