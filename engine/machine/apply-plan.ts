import type { AnyStateMachine } from 'xstate';
import { actorRef } from '#platform/base/actor';
import type { TxCtx } from '#platform/context';
import { eventFrom } from '../events/declare';
import { idFromName } from '#platform/base/ids';
import { giveNotice } from '../unit-of-work/notices';
import { requireQueues, wakeNotices, type AddedJobs } from '../queue/pg-boss';
import type { Envelope } from '../queue/envelope';
import { pipeline } from '#platform/base/pipeline';
import { causeHere, spanned } from '#platform/observability/tracing';
import { auditEvent } from './audit-event';
import { startEvent, writeEvent, writeEventAndJobs, writeEventAndTimers } from './hot-statements';
import { runEventSteps } from '../events/event-step';
import type { Plan } from './plan';
import { timerLabel } from './timer-names';
import type { Change, Flow, FlowResult, Annotation } from './types';

/** One accepted event, ready to be stored. */
export interface Accepted {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
  /** Readable word: the event's type, `flow.started`, `flow.migrated`, a timer's name. */
  readonly name: string;
  /** What a replay applies. */
  readonly event: object;
  readonly key?: string | null;
  readonly plan: Plan;
  /** Timer rows to delete besides those that the plan cancels: the one that fired. */
  readonly fired?: string;
  readonly said?: Annotation;
  /** Of a start: the instance comes to be with it. */
  readonly begins?: { readonly root: string | null };
}

/**
 * Stores an event, its snapshot, timers, jobs and events in one statement, lets the module project it in the same trip, and
 * what hangs on its events follow. Throws, so that the transaction ends, when the context does not fit or a job could not be added.
 */
export function applyPlan<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  accepted: Accepted,
): Promise<FlowResult<M>> {
  const name = `${flow.name} ${accepted.name}`;
  const attributes = { 'flow.machine': flow.name, 'flow.event': accepted.name };
  return spanned({ name, kind: 'internal', attributes }, () => store(ctx, flow, accepted));
}

async function store<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  accepted: Accepted,
): Promise<FlowResult<M>> {
  const { id, version, at, plan } = accepted;
  const context = flow.context.parse(plan.context);
  const events = eventRows(flow, accepted);
  const result = { id, version, at, value: plan.value, context };
  const change: Change<M> = {
    ...result,
    event: { ...accepted.event, type: accepted.name },
    events: events.map(({ event }) => event as never),
    said: accepted.said ?? {},
  };
  // On its way before the projection is: that finds what it wrote.
  const written = write(ctx, flow, { accepted, events });
  await pipeline(written, projected(ctx, flow, change));
  await auditEvent(ctx, flow, change);
  await runEventSteps(ctx, plan);
  return { ...result, status: plan.status, repeated: false };
}

/** Asynchronous whatever a module throws, so that nobody leaves while the event is under way. */
async function projected<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  change: Change<M>,
): Promise<void> {
  await flow.project?.(ctx, change);
}

async function write(
  ctx: TxCtx,
  flow: Flow<AnyStateMachine>,
  { accepted, events }: { accepted: Accepted; events: ReturnType<typeof eventRows> },
): Promise<void> {
  const jobs = effectJobs(flow, accepted);
  const forgotten = forgottenTimers(accepted);
  const armed = timerRows(flow, accepted);
  const left = [...jobs.map(({ name }) => name), ...events.map(({ event }) => event.type)];
  const values = eventValues(ctx, flow, accepted, left);
  if (accepted.begins) {
    const { root } = accepted.begins;
    values.push(
      JSON.stringify(jobs),
      root,
      JSON.stringify(armed),
      JSON.stringify(events),
      flow.name,
    );
    await run(ctx, { ...startEvent, values }, left);
  } else if (armed.length + forgotten.length > 0) {
    values.push(JSON.stringify(jobs), forgotten, JSON.stringify(armed), JSON.stringify(events));
    await run(ctx, { ...writeEventAndTimers, values }, left);
  } else if (jobs.length + events.length > 0) {
    values.push(JSON.stringify(jobs), JSON.stringify(events));
    await run(ctx, { ...writeEventAndJobs, values }, left);
  } else {
    await ctx.tx.query({ ...writeEvent, values });
  }
}

async function run(
  ctx: TxCtx,
  query: { name: string; text: string; values: unknown[] },
  left: readonly string[],
): Promise<void> {
  const { rows } = await ctx.tx.query<AddedJobs>(query);
  const outcome = rows[0]!;
  requireQueues(outcome, left);
  // The insert skips a job whose id exists. Ids of an event are new, so a skipped one is a lost one.
  if (outcome.added !== outcome.wished) throw new Error('lost a job of an event');
  for (const notice of wakeNotices(outcome)) giveNotice(ctx, notice);
}

function eventValues(
  ctx: TxCtx,
  flow: Flow<AnyStateMachine>,
  { id, version, at, name, event, key, plan }: Accepted,
  left: string[],
): unknown[] {
  return [
    id,
    flow.version,
    plan.status,
    JSON.stringify(plan.state),
    version,
    at,
    name,
    JSON.stringify(event),
    key ?? null,
    actorRef(ctx.actor),
    JSON.stringify(left),
  ];
}

const effectKey = ({ id, version }: Accepted, index: number | string): string =>
  idFromName(`${id}:${version}:${index}`);

function effectJobs(flow: Flow<AnyStateMachine>, accepted: Accepted) {
  return accepted.plan.effects.map(({ type, params }, index) => {
    const schema = flow.effects?.[type];
    if (!schema) throw new Error(`${flow.name} has no effect ${type}`);
    const key = effectKey(accepted, index);
    const cause = causeHere();
    const data: Envelope = { payload: schema.parse(params), key, instance: accepted.id, cause };
    return { id: key, name: type, data };
  });
}

function eventRows(flow: Flow<AnyStateMachine>, accepted: Accepted) {
  return accepted.plan.events.map(({ type, ...fields }, index) => {
    const declaration = flow.events[type];
    if (!declaration) throw new Error(`${flow.name} has no event ${type}`);
    const event = eventFrom(declaration, fields);
    const id = effectKey(accepted, `fact:${index}`);
    return { id, at: accepted.at.toISOString(), event, instance: accepted.id, cause: causeHere() };
  });
}

function timerRows(flow: Flow<AnyStateMachine>, accepted: Accepted) {
  return accepted.plan.armed.map(({ name, event, delay }) => ({
    name,
    label: timerLabel(flow, name),
    token: effectKey(accepted, `timer:${name}`),
    fire_at: new Date(accepted.at.getTime() + delay),
    event,
    cause: causeHere(),
  }));
}

function forgottenTimers({ plan, fired }: Accepted): string[] {
  const rearmed = plan.armed.some(({ name }) => name === fired);
  return fired && !rearmed && !plan.cancelled.includes(fired)
    ? [...plan.cancelled, fired]
    : [...plan.cancelled];
}
