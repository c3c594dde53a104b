import { z } from 'zod';
import { type Call, defineCall } from '#platform/base/call';
import { type ListDefinition, listQuery } from '#platform/lists/list';
import { cleanText } from '#platform/text/text';
import { policy, type ResourceName, type ResourceRules, type Rule } from './policy';

type EventOf<Name extends ResourceName> = keyof (typeof policy)[Name]['events'] & string;

/** One resource of the console: its records, its list, and the events that may be sent to a record. */
export interface Resource<
  Name extends ResourceName = ResourceName,
  List extends ListDefinition = ListDefinition,
  Row extends z.ZodType = z.ZodType,
  Detail extends z.ZodType = z.ZodType,
  Bodies extends Record<string, z.ZodType> = Record<string, z.ZodType>,
> {
  readonly name: Name;
  readonly list: List;
  /** A row of the list. */
  readonly record: Row;
  /** What one record answers. */
  readonly detail: Detail;
  /** Bodies of the events by name. */
  readonly events: Bodies;
  /** Codes that an event may fail with besides those of every event. */
  readonly failures?: Partial<Record<EventOf<Name>, readonly string[]>>;
}

/** An event that takes nothing. */
export const nothing = z.strictObject({});

/** Keeps the literal types; every event has its rule in the policy and the other way round. */
export const defineResource = <
  const Name extends ResourceName,
  List extends ListDefinition,
  Row extends z.ZodType,
  Detail extends z.ZodType,
  const Bodies extends Record<EventOf<Name>, z.ZodType>,
>(
  resource: Resource<Name, List, Row, Detail, Bodies>,
): Resource<Name, List, Row, Detail, Bodies> => resource;

const params = z.strictObject({ id: z.string().max(100) });

const stepUp = ({ fresh }: Rule): string[] => (fresh ? ['step_up'] : []);

/** An event about what was looked at is refused when that is no longer so. */
const versioned = (body: z.ZodType): string[] =>
  body instanceof z.ZodObject && 'version' in body.shape ? ['version_conflict'] : [];

/** The calls of a resource: `GET /admin/{name}`, `GET /admin/{name}/{id}`, `POST /admin/{name}/{id}/{event}`. */
export function callsOf({ name, list, record, detail, events, failures = {} }: Resource): {
  list: Call;
  read: Call;
  events: Record<string, Call>;
} {
  const rules: ResourceRules = policy[name];
  const eventCall = (event: string, body: z.ZodType): Call =>
    defineCall({
      id: `admin.${name}.${event}`,
      route: `POST /admin/${name}/{id}/${event}`,
      summary: `Console: send ${event} to one of ${name}`,
      audience: rules.events[event]!.audience,
      params,
      body,
      data: z.strictObject({ record: detail }),
      failures: [
        'not_found',
        'event_refused',
        ...versioned(body),
        ...stepUp(rules.events[event]!),
        ...((failures as Record<string, readonly string[]>)[event] ?? []),
      ],
    });
  return {
    list: defineCall({
      id: `admin.${name}.list`,
      route: `GET /admin/${name}`,
      summary: `Console: list ${name}`,
      audience: rules.list.audience,
      query: listQuery(list),
      data: z.array(record),
      bare: true,
      failures: ['malformed_json', 'step_up', 'too_many_requests'],
    }),
    read: defineCall({
      id: `admin.${name}.read`,
      route: `GET /admin/${name}/{id}`,
      summary: `Console: read one of ${name}`,
      audience: rules.read.audience,
      params,
      data: detail,
      bare: true,
      failures: ['not_found'],
    }),
    events: Object.fromEntries(
      Object.entries(events).map(([event, body]) => [event, eventCall(event, body)]),
    ),
  };
}

const line = (min: number, max: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(min, 'error.text_too_short').max(max, 'error.text_too_long'));

/** Why a decision was made, as the person concerned reads it. */
export const decisionReason = line(1, 1_000);

/** Why somebody wants to see what is not theirs to see every day. */
export const accessReason = line(10, 500);

/** What staff write to somebody. */
export const messageText = line(1, 1_000);
