import { expect } from 'vitest';
import type { Services } from '#platform/context';
import { deadLetterQueue, factsQueue, timerQueue } from '../../platform/queue/envelope';

/** What a matcher asks: the services of a test, or what has them. */
export type Asked = Services | { readonly services: Services };

/** `times`: exactly so many; at least one when not given. */
export interface HowOften {
  readonly times?: number;
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
  readonly facts?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Each is awaited. Fields are compared as `toMatchObject` does: those that are not named may be anything. */
interface DomainMatchers {
  /** An event that some subscription asks for was published, delivered or not. */
  toHaveEmitted(event: string, fields?: Fields, howOften?: HowOften): Promise<void>;
  /** A job waits in a queue: one of a subscription by its name too. Alarms of timers are none. */
  toHaveEnqueued(job: string, payload?: Fields, howOften?: HowOften): Promise<void>;
  /** The audit log has such an entry. */
  toBeAudited(action: string, fields?: AuditFields, howOften?: HowOften): Promise<void>;
  /** A mail of this kind exists for its recipient. */
  toHaveMailed(kind: string, fields?: MailFields, howOften?: HowOften): Promise<void>;
  /** The open pages of a principal (`patient:<id>`, `staff`) were sent a live message. */
  toHaveTold(principal: string, type: string, data?: Fields, howOften?: HowOften): Promise<void>;
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
    from pgboss.job where name = '${factsQueue}' order by data->>'at', data->'payload'`,
  enqueued: `select coalesce(data->>'subscription', name) as name,
      coalesce(data->'payload', '{}') as fields
    from pgboss.job
    where state in ('created', 'retry') and name not in ('${timerQueue}', '${deadLetterQueue}')
      and not starts_with(name, '__pgboss__') order by created_on, id`,
  audited: `select e.action as name, jsonb_build_object('actor', e.actor, 'outcome', e.outcome,
      'objectType', e.object_type, 'objectId', e.object_id, 'facts', e.facts, 'reason', r.reason) as fields
    from platform.audit_entry e left join platform.audit_reason r on r.entry_id = e.id order by e.id`,
  mailed: `select kind as name, jsonb_build_object('recipientType', recipient_type,
      'recipientId', recipient_id, 'status', status, 'facts', facts) as fields
    from notifications.notification where channel = 'email' order by created_at, id`,
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
  readonly fields: object;
  readonly howOften: HowOften;
}

async function answer(asked: Asked, { what, source, name, fields, howOften: { times } }: Question) {
  const { pool } = ('services' in asked ? asked.services : asked).database;
  const { rows } = await pool.query<Found>(sources[source]);
  const fits = expect.objectContaining(deep(fields)) as {
    asymmetricMatch(other: unknown): boolean;
  };
  const count = rows.filter((one) => one.name === name && fits.asymmetricMatch(one.fields)).length;
  const pass = times === undefined ? count > 0 : count === times;
  const wanted = `${what} ${name} ${JSON.stringify(fields)}`;
  return {
    pass,
    message: () =>
      `expected ${pass ? 'not ' : ''}${times === undefined ? 'at least one' : `exactly ${times}`} ${wanted}; ${count} found. There is:\n${listOf(rows, name)}`,
  };
}

/** Objects inside are compared like the outer one. */
function deep(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isPlain(one) ? (expect.objectContaining(deep(one)) as unknown) : (one as unknown),
    ]),
  );
}
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An event that no subscription asks for is not stored: to look for it says nothing. */
async function refuseUnheard(asked: Asked, event: string): Promise<void> {
  const { pool } = ('services' in asked ? asked.services : asked).database;
  const known = await pool.query('select from pgboss.subscription where event = $1', [event]);
  if (!known.rowCount) throw new Error(`no subscription asks for ${event}: nothing of it is kept`);
}

expect.extend({
  async toHaveEmitted(asked: Asked, name: string, fields: Fields = {}, howOften: HowOften = {}) {
    await refuseUnheard(asked, name);
    return answer(asked, { what: 'event', source: 'emitted', name, fields, howOften });
  },
  toHaveEnqueued: (asked: Asked, name: string, fields: Fields = {}, howOften: HowOften = {}) =>
    answer(asked, { what: 'waiting job', source: 'enqueued', name, fields, howOften }),
  toBeAudited: (asked: Asked, name: string, fields: AuditFields = {}, howOften: HowOften = {}) =>
    answer(asked, { what: 'audit entry', source: 'audited', name, fields, howOften }),
  toHaveMailed: (asked: Asked, name: string, fields: MailFields = {}, howOften: HowOften = {}) =>
    answer(asked, { what: 'mail', source: 'mailed', name, fields, howOften }),
  toHaveTold: (
    asked: Asked,
    principal: string,
    type: string,
    fields: Fields = {},
    howOften: HowOften = {},
  ) => {
    const name = `${principal} ${type}`;
    return answer(asked, { what: 'live message', source: 'told', name, fields, howOften });
  },
});
