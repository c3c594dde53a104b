import {
  createReadableStreamFromReadable,
  writeReadableStreamToWritable,
  type ActionFunctionArgs,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as Asked, RequestHandler, Response as Outgoing } from 'express';
import { boundedBodyOf, wholeBodyOf } from './bound-body';
import { callRoute } from './find-call';
import { changesState, type BuildSource } from './locals';

type Answer = (args: ActionFunctionArgs) => Promise<Response>;

interface CallParts {
  readonly build: BuildSource;
  readonly contextOf: (req: Asked, res: Outgoing) => AppLoadContext;
}

/**
 * Answers calls by the route of all calls, which finds the one that is meant by itself (`app/api/table.server.ts`): the
 * router, which compares and wraps a request several times over, has no part in it. The route answers its failures too.
 */
export function answerCalls({ build, contextOf }: CallParts): RequestHandler {
  const routeIn = ({ routes }: ServerBuild) => routes[callRoute]!.module;
  const answerTo = async (req: Asked, res: Outgoing): Promise<void> => {
    const { loader, action } = routeIn(typeof build === 'function' ? await build() : build);
    const answer = (changesState(req) ? action : loader) as Answer;
    const context = contextOf(req, res);
    await send(res, await answer({ request: requestOf(req, res), params: {}, context }));
  };
  return (req, res, next) => void answerTo(req, res).catch(next);
}

/** Without a signal: whoever has to know that the other end is gone asks the outlet. */
function requestOf(req: Asked, res: Outgoing): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, String(value));
  const url = `${req.protocol}://${req.get('host')}${req.originalUrl}`;
  if (!changesState(req)) return new Request(url, { method: req.method, headers });
  const whole = wholeBodyOf(res);
  const body = whole ? new Uint8Array(whole) : createReadableStreamFromReadable(boundedBodyOf(res));
  return new Request(url, { method: req.method, headers, body, duplex: 'half' });
}

async function send(res: Outgoing, answer: Response): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) res.append(name, value);
  const type = answer.headers.get('Content-Type') ?? '';
  if (!answer.body) return void res.end();
  if (type.startsWith('application/json')) {
    const body = Buffer.from(await answer.arrayBuffer());
    res.setHeader('Content-Length', body.length);
    return void res.end(body);
  }
  if (type.startsWith('text/event-stream')) res.flushHeaders();
  await writeReadableStreamToWritable(answer.body, res);
}
