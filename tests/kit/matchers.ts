import { expect, type MatcherState } from 'vitest';
import type { Services } from '#platform/context';
import { eventsQueue, timerQueue } from '#engine/operations';
import { deadLetterQueue } from '#engine/testing';

/** What a matcher asks: the services of a test, or what has them. */
export type Asked = Services | { readonly services: Services };

/** How strict a matcher is; with nothing said one that fits is enough. */
export interface How {
  /** Exactly so many fit. */
  readonly times?: number;
  /** Exactly so many have the name, and each of them fits. */
  readonly only?: number;
  /** The fields that are named are all that there are. */
  readonly exact?: boolean;
}

/** An entry of the audit log, without what differs with each run. */
export interface AuditFields {
  readonly actor?: unknown;
  readonly outcome?: unknown;
  readonly objectType?: unknown;
  readonly objectId?: unknown;
  readonly facts?: unknown;
  /** What a person typed; null where nothing was. */
  readonly reason?: unknown;
}

/** A mail as it is known to `notifications`, sent or not. */
export interface MailFields {
  readonly recipientType?: unknown;
  readonly recipientId?: unknown;
  readonly status?: unknown;
  readonly attempts?: unknown;
  /** Code of the last failure; null after a success. */
  readonly lastError?: unknown;
  /** How often staff had it sent anew. */
  readonly resends?: unknown;
  readonly facts?: unknown;
}

/** A line in the bell of its reader. */
export interface NoticeFields {
  readonly readerType?: unknown;
  readonly readerId?: unknown;
  readonly facts?: unknown;
}

/** A step of an instance, as the engine recorded it. */
export interface TransitionFields {
  readonly instance?: unknown;
  readonly version?: unknown;
  readonly actor?: unknown;
  /** The event with its fields; those of a timer have none. */
  readonly event?: unknown;
  /** Names of the jobs and events that left with it, in order. */
  readonly effects?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Each is awaited. Fields are compared as `toMatchObject` does: those that are not named may be anything. */
interface DomainMatchers {
  /** An event that some subscription asks for was published, delivered or not. */
  toHaveEmitted(event: string, fields?: Fields, how?: How): Promise<void>;
  /** A job waits in a queue: one of a subscription by its name too. Alarms of timers are none. */
  toHaveEnqueued(job: string, payload?: Fields, how?: How): Promise<void>;
  /** The audit log has such an entry. */
  toBeAudited(action: string, fields?: AuditFields, how?: How): Promise<void>;
  /** A mail of this kind exists for its recipient. */
  toHaveMailed(kind: string, fields?: MailFields, how?: How): Promise<void>;
  /** The bell of a reader has a line of this kind. */
  toHaveNotified(kind: string, fields?: NoticeFields, how?: How): Promise<void>;
  /** An instance took a step: by the name of an event (`offers.withdraw`) or of a timer. */
  toHaveTransitioned(name: string, fields?: TransitionFields, how?: How): Promise<void>;
  /** The open pages of a principal (`patient:<id>`, `staff`) were sent a live message. */
  toHaveTold(principal: string, type: string, data?: Fields, how?: How): Promise<void>;
}

declare module 'vitest' {
  /* eslint-disable @typescript-eslint/no-unused-vars -- its parameters are as vitest declares them */
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends DomainMatchers {}
  /* eslint-enable @typescript-eslint/no-unused-vars */
}

/** One of what there is: the name that is asked for, and what is compared. */
interface Found {
  readonly name: string;
  readonly fields: unknown;
}

const sources = {
  emitted: `select distinct on (data->>'at', data->'payload') data->'payload'->>'type' as name,
      (data->'payload') - 'type' as fields
    from pgboss.job where name = '${eventsQueue}' order by data->>'at', data->'payload'`,
  enqueued: `select coalesce(data->>'subscription', name) as name,
      coalesce(data->'payload', '{}') as fields
    from pgboss.job
    where state in ('created', 'retry') and name not in ('${timerQueue}', '${deadLetterQueue}')
      and not starts_with(name, '__pgboss__') order by created_on, id`,
  audited: `select e.action as name, jsonb_build_object('actor', e.actor, 'outcome', e.outcome,
      'objectType', e.object_type, 'objectId', e.object_id, 'facts', e.facts, 'reason', r.reason) as fields
    from platform.audit_entry e left join platform.audit_reason r on r.entry_id = e.id order by e.id`,
  mailed: `select kind as name, jsonb_build_object('recipientType', recipient_type,
      'recipientId', recipient_id, 'status', status, 'attempts', attempts, 'lastError', last_error,
      'resends', resends, 'facts', facts) as fields
    from notifications.notification where channel = 'email' order by created_at, id`,
  notified: `select kind as name, jsonb_build_object('readerType', reader_type,
      'readerId', reader_id, 'facts', facts) as fields
    from notifications.notice order by created_at, id`,
  transitioned: `select name, jsonb_build_object('instance', instance_id, 'version', version,
      'actor', actor, 'event', event, 'effects', effects) as fields
    from flow.transition order by at, instance_id, version`,
  told: `select principal || ' ' || type as name, data as fields from live.event order by id`,
};

const mostShown = 20;

/** Those of the name that was asked for first, the newest last. */
function listOf(found: readonly Found[], name: string): string {
  if (found.length === 0) return '  nothing';
  const ordered = [
    ...found.filter((one) => one.name !== name),
    ...found.filter((one) => one.name === name),
  ];
  const left = Math.max(0, ordered.length - mostShown);
  const lines = ordered.slice(left).map((one) => `  ${one.name} ${JSON.stringify(one.fields)}`);
  return [...(left ? [`  … and ${left} more`] : []), ...lines].join('\n');
}

interface Question {
  readonly what: string;
  readonly source: keyof typeof sources;
  readonly name: string;
  readonly fields?: object;
  readonly how?: How;
}

const poolOf = (asked: Asked) => ('services' in asked ? asked.services : asked).database.pool;

/** As they are said in the message of a failure. */
const wantedBy = ({ times, only, exact }: How): string =>
  (only !== undefined
    ? `nothing but ${only}`
    : times !== undefined
      ? `exactly ${times}`
      : 'at least one') + (exact ? ' exact' : '');

async function answer(
  { equals, utils, isNot }: MatcherState,
  asked: Asked,
  { what, source, name, fields = {}, how = {} }: Question,
) {
  const { times, only, exact } = how;
  if (isNot && Object.keys(how).length > 0)
    throw new Error('what should not be there at all is not counted, nor compared exactly');
  const { rows } = await poolOf(asked).query<Found>(sources[source]);
  const named = rows.filter((one) => one.name === name);
  const testers = exact ? [] : [utils.iterableEquality, utils.subsetEquality];
  const count = named.filter((one) => equals(one.fields, fields, testers)).length;
  const pass =
    only === undefined
      ? times === undefined
        ? count > 0
        : count === times
      : count === only && named.length === only;
  const wanted = `${wantedBy(how)} ${what} ${name} ${JSON.stringify(fields)}`;
  return {
    pass,
    message: () =>
      `expected ${pass ? 'not ' : ''}${wanted}; ${count} found. There is:\n${listOf(rows, name)}`,
  };
}

/** An event that no subscription asks for is not stored: to look for it says nothing. */
async function refuseUnheard(asked: Asked, event: string): Promise<void> {
  const query = 'select from pgboss.subscription where event = $1';
  const known = await poolOf(asked).query(query, [event]);
  if (!known.rowCount) throw new Error(`no subscription asks for ${event}: nothing of it is kept`);
}

/** A matcher that looks for a name and its fields in one source. */
const matcher = (what: string, source: keyof typeof sources) =>
  function (this: MatcherState, asked: Asked, name: string, fields?: object, how?: How) {
    return answer(this, asked, { what, source, name, fields, how });
  };

expect.extend({
  async toHaveEmitted(asked: Asked, name: string, fields?: Fields, how?: How) {
    await refuseUnheard(asked, name);
    return answer(this, asked, { what: 'event', source: 'emitted', name, fields, how });
  },
  toHaveEnqueued: matcher('waiting job', 'enqueued'),
  toBeAudited: matcher('audit entry', 'audited'),
  toHaveMailed: matcher('mail', 'mailed'),
  toHaveNotified: matcher('notice', 'notified'),
  toHaveTransitioned: matcher('transition', 'transitioned'),
  toHaveTold(asked: Asked, principal: string, type: string, fields?: Fields, how?: How) {
    const name = `${principal} ${type}`;
    return answer(this, asked, { what: 'live message', source: 'told', name, fields, how });
  },
});
