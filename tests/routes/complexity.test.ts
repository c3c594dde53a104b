import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { jsonSchemaOf } from '#app/http/openapi.server';
import type { Call } from '#platform/call';
import { isFull } from '../kit/full';
import { startTestServer, type TestServer } from '../kit/http';
import { exampleOf, ownOf } from './fuzz/examples';
import { filled, paramsOf } from './fuzz/paths';
import { Cast, mainRoles, type Person, type Role } from './fuzz/people';
import { families, forms, headers, type Family } from './fuzz/families';

/** Milliseconds of one request's work beside which nobody waits for long. */
const most = 200;
/** How much work may grow when the input doubles: twice, and half as much again for what a machine adds. */
const growth = 2.5;
/** Below this many milliseconds growth is noise. */
const floor = 60;

let server: TestServer;
const people = new Map<Role, Person>();
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
});
afterAll(() => server?.close());

type Send = () => Promise<unknown>;

/** CPU of the process and the longest that its loop did nothing else, in milliseconds. */
async function costOf(send: Send): Promise<{ cpu: number; still: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await turn();
  delay.enable();
  const before = process.cpuUsage();
  await send();
  const { user, system } = process.cpuUsage(before);
  await turn();
  delay.disable();
  return { cpu: (user + system) / 1_000, still: delay.max / 1e6 };
}

/** Noise only adds, so the least of three is the truest. */
async function leastOf(send: Send) {
  const costs = [await costOf(send), await costOf(send), await costOf(send)];
  return {
    cpu: Math.min(...costs.map(({ cpu }) => cpu)),
    still: Math.min(...costs.map(({ still }) => still)),
  };
}

/** What is wrong with how work grows from n to 2n to 4n; empty when nothing is. */
async function faultOf(make: (n: number) => Send, n: number): Promise<string> {
  const whole = await costOf(make(4 * n));
  if (whole.cpu < floor) return '';
  const [a, b, c] = [
    await leastOf(make(n)),
    await leastOf(make(2 * n)),
    await leastOf(make(4 * n)),
  ];
  const figures = [a, b, c].map(({ cpu }) => `${cpu.toFixed(0)} ms`).join(', ');
  if (c.cpu > most && c.still > most) return `stops everybody: ${figures}`;
  if (c.cpu > floor && c.cpu / b.cpu > growth && b.cpu / Math.max(a.cpu, 1) > growth)
    return `grows: ${figures}`;
  return '';
}

async function personFor({ audience }: Call): Promise<Person> {
  const [role] = mainRoles[audience] as [Role];
  const known = people.get(role);
  const person = known
    ? await new Cast(server).again(known)
    : await new Cast(server).newcomer(role);
  people.set(role, person);
  return person;
}

/** The value with every text in it replaced. */
function spoiled(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each) => spoiled(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, spoiled(v, text)]));
}

const drained =
  (path: string, init: RequestInit): Send =>
  async () => {
    await server.services.database.pool.query('delete from platform.rate_limit');
    await (await server.request(path, init)).arrayBuffer();
  };

const textsIn = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, each) => sum + textsIn(each), 0)
      : 0;

/** A call with a family of input in every text of its body and its query. */
async function requestsFor(call: Call): Promise<(family: Family) => (n: number) => Send> {
  const person = await personFor(call);
  const [params = {}] = await paramsOf(server, call, person);
  const example = (schema: Call['body']) =>
    schema ? exampleOf(jsonSchemaOf(schema, 'input'), ownOf(person)) : undefined;
  const [body, query] = [example(call.body), example(call.query)];
  const texts = Math.max(1, textsIn(body));
  return (family) => (n) => {
    const inQuery = Object.entries((query ?? { q: '' }) as object).map(
      ([key]) => `${encodeURIComponent(key)}=${encodeURIComponent(family.make(Math.ceil(n / 40)))}`,
    );
    const json =
      body === undefined ? undefined : JSON.stringify(spoiled(body, family.make(n / texts)));
    return drained(`/api${filled(call.path, params)}?${inQuery.join('&').slice(0, 6_000)}`, {
      method: call.method,
      headers: {
        Cookie: person.cookie,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: json,
    });
  };
}

/** In `npm test` each call meets one family of all in turn, the most expensive first. */
const familiesFor = (at: number): readonly Family[] =>
  isFull ? families : [families[at % families.length]!];

describe('the work of a call grows with its input', () => {
  it.each(calls.map((call, at) => [call.id, call, at] as const))(
    '%s',
    async (_id, call, at) => {
      const requests = await requestsFor(call);
      const faults: string[] = [];
      for (const family of familiesFor(at)) {
        const fault = await faultOf(requests(family), 5_500);
        if (fault) faults.push(`${family.name}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
    isFull ? 600_000 : 30_000,
  );
});

describe('the work of a form grows with its size', () => {
  const pages = isFull ? ['/contact', '/login', '/register', '/clinic-login', '/clinic-register', '/logout', '/language', '/unsubscribe/x'] : ['/contact', '/login']; // prettier-ignore
  it.each(pages.flatMap((page) => forms.map((form) => [page, form.name, form] as const)))(
    '%s: %s',
    async (page, _name, form) => {
      const make = (n: number) =>
        drained(page, {
          method: 'POST',
          headers: { 'Content-Type': form.type },
          body: form.make(n),
        });
      expect(await faultOf(make, form.size)).toBe('');
    },
    600_000,
  );
});

describe('the work of a header and of an address grows with its length', () => {
  it.each(headers.map((header) => [header.name, header] as const))(
    '%s',
    async (_name, header) => {
      for (const path of ['/', '/api/clinics', '/assets/nothing.js']) {
        const make = (n: number) =>
          header.name === 'path' || header.name === 'query'
            ? drained(path + header.make(n), {})
            : drained(path, { headers: { [header.name]: header.make(n) } });
        expect(await faultOf(make, 3_200), path).toBe('');
      }
    },
    60_000,
  );
});
