import type { z } from 'zod';
import { audit } from '#engine';
import { hasFreshFactor, requireFreshFactor } from '#modules/identity';
import type { Call } from '#platform/base/call';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { type CtxOf, onReadCopy, onSlowPool } from '#platform/context';
import { spend } from '#platform/limits/rate-limit';
import { contentRange, type ListRequest, type Page, type RequestOf } from '#platform/lists/list';
import { mayExport, permitted, policy, type ResourceRules } from './policy';
import { callsOf, type Resource } from './resource';
import { endpoint, type Endpoint } from '#app/http/api.server';

interface Sent<Body> {
  readonly id: string;
  readonly body: Body;
}

/** What answers a resource. `allowedEvents` of its records are those of the rules; the role narrows them here. */
interface Handlers<R extends Resource> {
  readonly list: (
    ctx: CtxOf<'staff'>,
    request: RequestOf<R['list']>,
  ) => Promise<Page<z.input<R['record']>>>;
  /** One record as it stands, for the answer to an event; throws `not_found`. */
  readonly record: (ctx: CtxOf<'staff'>, id: string) => Promise<z.input<R['detail']>>;
  /** As `record`, for somebody who looks; absent where looking leaves no trace. */
  readonly read?: (ctx: CtxOf<'staff'>, id: string) => Promise<z.input<R['detail']>>;
  /** What each event does; answers a record when it differs from the one that stands afterwards. */
  readonly events: {
    readonly [E in keyof R['events']]: (
      ctx: CtxOf<'staff'>,
      sent: Sent<z.output<R['events'][E]>>,
    ) => Promise<z.input<R['detail']> | void>;
  };
}

/** One record by way of its list, for a resource whose record is its row. Throws `not_found`. */
export async function onlyOne<R extends Resource>(
  resource: R,
  list: Handlers<R>['list'],
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<z.input<R['record']>> {
  const [field, order] = resource.list.defaultSort;
  const request = {
    filter: { id: [id] },
    sort: { field, order },
    offset: 0,
    limit: 1,
    bulk: false,
  };
  const { rows } = await list(ctx, request as never);
  if (rows.length === 0) throw new AppError('not_found');
  return rows[0]!;
}

/** A resource with what answers its calls. */
export interface Served<R extends Resource = Resource> {
  readonly resource: R;
  readonly endpoints: readonly Endpoint[];
}

/** Endpoints of a resource out of its handlers; `more` are calls of its own that not every resource has. */
export function serve<R extends Resource>(
  resource: R,
  handlers: Handlers<R>,
  more: readonly Endpoint[] = [],
): Served<R> {
  const { name } = resource;
  const rules: ResourceRules = policy[name];
  const calls = callsOf(resource);
  const shown = (ctx: CtxOf<'staff'>, record: unknown) => withRole(ctx, name, record);
  const eventEndpoint = ([event, call]: [string, Call]): Endpoint =>
    staffEndpoint(call, async (ctx, { params, body }) => {
      if (rules.events[event]!.fresh) await requireFreshFactor(ctx);
      const { id } = params as { id: string };
      const handle = handlers.events[event as keyof R['events']];
      const answer = await handle(ctx, { id, body: body as never });
      return { record: shown(ctx, answer ?? (await handlers.record(ctx, id))) };
    });
  const endpoints = [
    ...more,
    staffEndpoint(calls.list, async (ctx, { query }, { headers }) => {
      const request = query as RequestOf<R['list']> & ListRequest;
      if (request.bulk) await letOut(ctx, resource, request);
      const page = await handlers.list(poolFor(ctx, name, request), request);
      await spendRows(ctx, name, page.rows.length);
      headers.set('Content-Range', contentRange(name, request, page));
      return page.rows.map((row) => shown(ctx, row));
    }),
    staffEndpoint(calls.read, async (ctx, { params }) =>
      shown(ctx, await (handlers.read ?? handlers.record)(ctx, (params as { id: string }).id)),
    ),
    ...Object.entries(calls.events).map(eventEndpoint),
  ];
  return { resource, endpoints };
}

/** What is true at this moment: what holds for the product, and who may enter the console. */
const neverOld = new Set(['settings', 'staff']);

/** Rows by their ids are what somebody has just written or is about to change. */
const poolFor = (
  ctx: CtxOf<'staff'>,
  name: string,
  { bulk, filter }: ListRequest,
): CtxOf<'staff'> => {
  if (neverOld.has(name) || filter.id) return ctx;
  const { db, readDb } = ctx.services.database;
  return bulk && readDb === db ? onSlowPool(ctx) : onReadCopy(ctx);
};

type StaffHandler = (
  ctx: CtxOf<'staff'>,
  input: { params: unknown; query: unknown; body: unknown },
  http: { headers: Headers },
) => Promise<unknown>;

const staffEndpoint = (call: Call, handle: StaffHandler): Endpoint =>
  endpoint(call, handle as never);

function withRole(ctx: CtxOf<'staff'>, name: string, record: unknown): unknown {
  const { allowedEvents } = record as { allowedEvents: string[] };
  return { ...(record as object), allowedEvents: permitted(ctx.actor.role, name, allowedEvents) };
}

/** Rows that leave in bulk: a fresh factor, and a trace of how many pages went out. */
async function letOut(ctx: CtxOf<'staff'>, { name }: Resource, { offset, limit }: ListRequest) {
  if (!mayExport(ctx.actor.role, name)) throw new AppError('forbidden');
  await requireFreshFactor(ctx);
  await audit(ctx, {
    action: 'staff.exported',
    details: { resource: name, from: offset, rows: limit },
  });
}

/** Rows of lists that one member of staff is given in an hour: about a hundred pages of them. */
export const rowBudget = { name: 'admin.rows', limit: 3_000, window: hours(1) };
/** The same after a fresh factor. */
const freshLimit = 10_000;
/** In a demo one account plays all staff. */
const demoFactor = 100;
/** An entry of the audit log for so many rows. */
const rowsPerEntry = 500;

/** Counts rows before they are sent. Throws `step_up` beyond the budget, `too_many_requests` beyond the larger one. */
async function spendRows(ctx: CtxOf<'staff'>, resource: string, rows: number): Promise<void> {
  if (rows === 0) return;
  const { id } = ctx.actor;
  const factor = ctx.services.env.mode === 'demo' ? demoFactor : 1;
  let spent = await spend(ctx, { ...rowBudget, limit: rowBudget.limit * factor }, id, rows);
  if (spent === null) {
    if (!(await hasFreshFactor(ctx))) throw new AppError('step_up');
    spent = await spend(ctx, { ...rowBudget, limit: freshLimit * factor }, id, rows);
    if (spent === null) throw new AppError('too_many_requests');
  }
  if (Math.floor(spent / rowsPerEntry) > Math.floor((spent - rows) / rowsPerEntry))
    await audit(ctx, { action: 'staff.listed', details: { resource, rows: spent } });
}
