import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { actorRef } from '#platform/base/actor';
import { type Call, partySchema } from '#platform/base/call';
import { minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import type { Logger } from '#platform/observability/log';
import { callTable, entryFor, type Place, segmentsOf } from './call-table';
import {
  type ActorFor,
  bearerOf,
  contextFor,
  contextForToken,
  noteRefusal,
} from './context.server';
import type { Outlet } from './edge/outlet';
import { asAppError, failureOf, logFailure } from './errors';
import { type InputOf, parseInput } from './parse-input.server';
import type { Principal } from './session.server';
import { textIn } from '#app/i18n/server';

/** What a handler may see and set of HTTP beyond its parsed input. */
export interface Http {
  readonly request: Request;
  /** Headers of the answer; cookies are appended here. */
  readonly headers: Headers;
  readonly outlet: Outlet;
}

type DataOf<C extends Call> = C['data'] extends z.ZodType ? z.input<C['data']> : void;

/** A handler's answer: the data, or the data with a status that differs from the call's own. */
export class Reply<D> {
  constructor(
    readonly data: D,
    readonly init: { status?: number; message?: string } = {},
  ) {}
}

/** A whole answer of the handler's own (bytes, a stream, a document) passes through as it is. */
type Answer<C extends Call> = DataOf<C> | Reply<DataOf<C>> | Response;

export interface Endpoint {
  readonly call: Call;
  readonly run: (args: LoaderFunctionArgs) => Promise<Response>;
}

interface EndpointOptions {
  /** The call renews no session. */
  readonly quiet?: boolean;
  /** The call opens a live stream, which takes no connection to the database from other calls. */
  readonly live?: boolean;
  /** Whose session is meant, where the audience leaves it open. */
  readonly principal?: (request: Request) => Principal | undefined;
  /** The call names no object that would say whose it is: with several sessions `principal` has to (409 which_session). */
  readonly onlyOne?: boolean;
}

/** Of calls of a patient or a clinic about nothing in particular: `?as=` says who asks, and must where both are signed in. */
export const asParty = {
  onlyOne: true,
  principal: (request: Request) =>
    partySchema.safeParse(new URL(request.url).searchParams.get('as')).data,
} satisfies EndpointOptions;

/** Binds a call of a contract to its handler: authenticate, parse, one call, map, respond. */
export function endpoint<C extends Call>(
  call: C,
  handle: (ctx: Ctx<ActorFor[C['audience']]>, input: InputOf<C>, http: Http) => Promise<Answer<C>>,
  options: EndpointOptions = {},
): Endpoint {
  const answerTo = async ({ request, params, context }: LoaderFunctionArgs): Promise<Response> => {
    const { quiet, live, onlyOne } = options;
    const whose = { quiet, live, onlyOne, principal: options.principal?.(request) };
    const token = bearerOf(request);
    const ctx = (await (token === null
      ? contextFor(context, request, call.audience, whose)
      : contextForToken(context, token, call))) as Ctx<ActorFor[C['audience']]>;
    await spendCall(ctx, call);
    const input = await parseInput(call, request, params);
    const headers = new Headers();
    const answer = await handle(ctx, input, {
      request,
      headers,
      outlet: context.outlet,
    });
    return answer instanceof Response ? answer : success(call, answer, { ctx, headers });
  };
  const run = async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await answerTo(args);
    } catch (thrown) {
      const { request, context: load } = args;
      const principal = options.principal?.(request);
      const { audience, id } = call;
      await noteRefusal(thrown, { load, request, audience, principal, call: id });
      throw thrown;
    }
  };
  return { call, run };
}

function success(
  call: Call,
  answer: unknown,
  { ctx, headers }: { ctx: Ctx; headers: Headers },
): Response {
  const { data: given, init } =
    answer instanceof Reply
      ? answer
      : { data: answer, init: {} as { status?: number; message?: string } };
  const data = answerData(call, given, ctx.log);
  if (call.bare) return json(data, { status: init.status ?? 200, headers });
  const body = {
    success: true,
    message: init.message ?? textIn(ctx.locale)(`api.${call.id}`),
    ...(call.data ? { data } : {}),
  };
  return json(body, { status: init.status ?? call.status ?? 200, headers });
}

/**
 * Loader and action of the one resource route of the calls: an address that is none of them answers 404, another method
 * 405 with Allow.
 */
export function answering(table: readonly Endpoint[]) {
  const find = callTable(table);
  const answer = async (args: LoaderFunctionArgs): Promise<Response> => {
    let doing: string | undefined;
    try {
      const place = find(segmentsOf(new URL(args.request.url).pathname).slice(1));
      const { run, call } = endpointFor(place, args.request.method);
      doing = call.id;
      return await run({ ...args, params: place!.params });
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      logFailure(args.context.log, thrown);
      const { requestId, locale } = args.context;
      const callId = asAppError(thrown).expected ? undefined : doing;
      const { status, headers, body } = failureOf(thrown, { requestId, locale, callId });
      return json(body, { status, headers });
    }
  };
  // The edge reads off the build what it answers.
  return {
    loader: Object.assign(answer, { find }),
    action: answer as (args: ActionFunctionArgs) => Promise<Response>,
  };
}

function endpointFor(place: Place<Endpoint> | undefined, method: string): Endpoint {
  if (!place) throw new AppError('not_found');
  const found = entryFor(place, method);
  if (!found)
    throw new AppError('method_not_allowed', {
      allow: place.entries.map(({ call }) => call.method),
    });
  return found;
}

/** What an answer that carries an unfit value is logged as. */
export const unfitAnswer = 'an answer carries a value that does not fit';

/**
 * The data of a call's answer as its schema lets it out. A plain value that no longer fits (it was stored under an older
 * list of choices) leaves as it is and is logged by its place: one row must not take a whole list away. Anything else
 * that does not fit throws, for what is not declared must not leave.
 */
export function answerData(call: Call, data: unknown, log: Logger): unknown {
  if (!call.data) return undefined;
  const parsed = call.data.safeParse(data);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (!issues.every(({ path }) => isPlain(valueAt(data, path)))) throw parsed.error;
  const at = issues.slice(0, 10).map(({ path }) => path.join('.'));
  log.error({ call: call.id, at }, unfitAnswer);
  return data;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], data);

/** Nothing can hide in it. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Per person and ten minutes (security 64); sign-in is counted at the edge. */
const uploads = (factor: number): Rule => ({
  name: 'http.uploads',
  limit: 20 * factor,
  window: minutes(10),
});

/** Counts a call against its person's limit; throws `too_many_requests`. Runs before any byte of the body is read. */
async function spendCall(ctx: Ctx, { limit }: Pick<Call, 'limit'>): Promise<void> {
  if (limit !== 'upload') return;
  const factor = ctx.services.env.mode === 'production' ? 1 : 100;
  await requireRateLimit(ctx, uploads(factor), actorRef(ctx.actor));
}
