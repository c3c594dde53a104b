import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { Call } from '#platform/base/call';
import { entryFor, segmentsOf, type FindPlace, type Place } from '../call-table';
import { isApi, pathOf, routedPathOf, type BuildSource } from './locals';

/** The route that answers every call. */
export const callRoute = 'routes/api+/$';

type Calls = Place<{ readonly call: Call }>;
type FindCalls = FindPlace<{ readonly call: Call }>;

/** The table of the build that is served: what the edge lets through and what is answered cannot differ. */
function tableIn({ routes }: ServerBuild): FindCalls {
  const { find } = (routes[callRoute]?.module.loader ?? {}) as { find?: FindCalls };
  if (!find) throw new Error(`nothing answers calls at ${callRoute}`);
  return find;
}

/** Notes which calls a request below `/api` is for; once, for every layer that asks. */
export function findCall(build: BuildSource): RequestHandler {
  const note = (req: Request, res: Response, find: FindCalls) => {
    try {
      res.locals.calls = find(segmentsOf(pathOf(req)).slice(1));
    } catch {
      // It cannot be decoded, and a later layer refuses it.
    }
    const data = /^\/api\/(.*)\.data$/.exec(routedPathOf(req))?.[1];
    res.locals.callsAsData = data === undefined ? undefined : find(data.split('/'));
  };
  if (typeof build !== 'function') {
    const find = tableIn(build);
    return (req, res, next) => {
      if (isApi(req)) note(req, res, find);
      next();
    };
  }
  return (req, res, next) => {
    if (!isApi(req)) return next();
    // Of sources that do not load speaks whoever would answer from them.
    void build()
      .then((loaded) => note(req, res, tableIn(loaded)))
      .then(
        () => next(),
        () => next(),
      );
  };
}

/** The calls at the address of a request; undefined for an address that is no call's. */
export const callsAt = (res: Response): Calls | undefined => res.locals.calls as Calls | undefined;

/** Whether a request asks for the answer of a call as Remix asks for the data of a page. */
export const asksForData = (res: Response): boolean => res.locals.callsAsData !== undefined;

/** The call that a request is for; undefined when there is none. */
export function callOf(req: Request, res: Response): Call | undefined {
  const place = callsAt(res);
  return place && entryFor(place, req.method)?.call;
}
