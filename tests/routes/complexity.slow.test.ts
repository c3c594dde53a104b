import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { jsonSchemaOf } from '#app/http/openapi.server';
import type { Audience, Call } from '#platform/base/call';
import { isFull } from '../kit/full';
import { hostileDocuments, nameOfHostile } from '../kit/hostile-documents';
import { startTestServer, type TestServer } from '../kit/http';
import { repeatingTranslator } from '../kit/ports';
import { pageAudiences } from './access-matrix';
import { Beside, faultOf, type Send } from './fuzz/costs';
import { exampleOf, ownOf } from './fuzz/examples';
import { families, forms, headers, type Family } from './fuzz/families';
import { formsIn, type FoundForm } from './fuzz/forms-in';
import { filled, paramsOf } from './fuzz/paths';
import { Cast, mainRoles, type Person, type Role } from './fuzz/people';

let server: TestServer;
let beside: Beside;
const people = new Map<Role, Person>();
beforeAll(async () => {
  server = await startTestServer({
    rates: { window: 60_000 as never, general: 1e9, auth: 1e9 },
    ports: { translator: repeatingTranslator },
  });
  beside = new Beside(`http://127.0.0.1:${server.listening.port}`);
});
afterAll(async () => {
  const { answers, longest } = beside.seen;
  console.info(`/healthz beside them: ${answers} answers, ${longest} ms at the longest`);
  await beside?.end();
  await server?.close();
});

/** Of who may: in `npm test` the first kind, else each. */
const rolesOf = (audience: Audience): readonly Role[] =>
  isFull ? mainRoles[audience] : mainRoles[audience].slice(0, 1);

async function personIn(role: Role): Promise<Person> {
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
async function requestsFor(
  call: Call,
  role: Role,
): Promise<(family: Family) => (n: number) => Send> {
  const person = await personIn(role);
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

/** A call that takes files: the families stand in the name of one and in the texts beside it. */
async function uploadsFor(call: Call, role: Role, file: (n: number) => File) {
  const { cookie } = await personIn(role);
  const [field = 'photo'] = Object.keys(jsonSchemaOf(call.body!, 'input').properties ?? {});
  return (n: number): Send => {
    const body = new FormData();
    for (const text of ['docType', 'name']) body.append(text, 'licence');
    body.append(field, file(n));
    return drained(`/api${call.path}`, { method: call.method, headers: { Cookie: cookie }, body });
  };
}

const uploadCalls = calls.filter(({ multipart }) => multipart);

describe('the work of a call grows with its input', () => {
  it.each(
    calls.flatMap((call, at) =>
      rolesOf(call.audience).map((role) => [call.id, role, call, at] as const),
    ),
  )(
    '%s as %s',
    async (_id, role, call, at) => {
      const requests = await requestsFor(call, role);
      const faults: string[] = [];
      for (const family of familiesFor(at)) {
        const fault = await faultOf(requests(family), 5_500, beside);
        if (fault) faults.push(`${family.name}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
    isFull ? 600_000 : 30_000,
  );
});

describe('the work of the web process for a file grows with its size', () => {
  it.each(uploadCalls.map((call, at) => [call.id, call, at] as const))(
    '%s',
    async (_id, call, at) => {
      const [role] = mainRoles[call.audience] as [Role];
      const faults: string[] = [];
      for (const family of familiesFor(at)) {
        const named = (n: number) =>
          new File([family.make(n)], `${family.make(Math.ceil(n / 40)).slice(0, 2_000)}.pdf`);
        const fault = await faultOf(await uploadsFor(call, role, named), 25_000, beside);
        if (fault) faults.push(`a name of ${family.name}: ${fault}`);
      }
      const kinds = isFull ? hostileDocuments : hostileDocuments.slice(at, at + 1);
      for (const kind of kinds) {
        const file = (n: number) => {
          const bytes = kind.make(n);
          return new File([new Uint8Array(bytes)], nameOfHostile(kind, bytes));
        };
        const fault = await faultOf(await uploadsFor(call, role, file), 25_000, beside);
        if (fault) faults.push(`${kind.kind}, ${kind.name}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );
});

/** What a page's address names, as the call about the same thing names it. */
const callPaths: ReadonlyArray<readonly [page: RegExp, path: string]> = [
  [/^\/(request-detail|offers)\//, '/leads/{id}'],
  [/^\/offer\//, '/offers/{id}'],
  [/\/conversation\//, '/conversations/{offerId}'],
  [/\/deal\//, '/deals/{id}'],
  [/^\/clinic\/request\//, '/clinic/leads/{id}'],
  [/\/support\//, '/tickets/{id}'],
];

/** A page's address with something of the person's behind its parameter; null where it has none that could be made. */
async function addressOf(page: string, person: Person): Promise<string | null> {
  if (!page.includes(':')) return page;
  const [, path] = callPaths.find(([like]) => like.test(page)) ?? [];
  if (!path) return null;
  const [params] = await paramsOf(server, { path } as Call, person);
  const [id] = Object.values(params ?? {});
  return id ? page.replace(/:\w+/, id) : null;
}

/** The first of a page, or all; one that leaves the account would end it for the next. */
async function formsOf(path: string, { cookie }: Person): Promise<FoundForm[]> {
  const answer = await server.request(path, { headers: { Accept: 'text/html', Cookie: cookie } });
  const found = formsIn(await answer.text()).filter(
    ({ action, typed }) =>
      !/^(\/\w\w)?\/(logout|language)$/.test(action ?? path) && typed.length > 0,
  );
  return isFull ? found : found.slice(0, 1);
}

const pages = Object.entries(pageAudiences).filter(
  // What is there in each language is one file; one of them is enough for its work.
  ([page]) => !page.includes('*') && !page.startsWith('/tr') && !page.startsWith('/api'),
);

describe('the work of a page grows with its address and with what its forms hold', () => {
  it.each(
    pages.flatMap(([page, audience], at) =>
      rolesOf(audience).map((role) => [page, role, at] as const),
    ),
  )(
    '%s as %s',
    async (page, role, at) => {
      const person = await personIn(role);
      const headers = { Accept: 'text/html', Cookie: person.cookie };
      const faults: string[] = [];
      const note = (what: string, fault: string) => fault && faults.push(`${what}: ${fault}`);
      const address = await addressOf(page, person);
      const found = address && page !== '/logout' ? await formsOf(address, person) : [];
      for (const family of familiesFor(at)) {
        const text = (n: number) => encodeURIComponent(family.make(n)).slice(0, 7_000);
        const asked = (n: number) => {
          const path = page.replace(/:\w+/g, () => text(n / 8).slice(0, 3_000));
          return drained(`${path}?q=${text(n / 4)}&redirectTo=%2F${text(n / 4)}&page=${text(n / 40)}`.slice(0, 14_000), { headers }); // prettier-ignore
        };
        note(`address, ${family.name}`, await faultOf(asked, 1_500, beside));
        for (const [nth, { action, fields, typed }] of found.entries()) {
          const sent = (n: number) => {
            const values = typed.map((name) => [name, family.make(n / typed.length)] as const);
            // Escaped, a mark takes six characters: the edge reads 128 kB.
            const body = new URLSearchParams({ ...fields, ...Object.fromEntries(values) });
            return drained(action ?? address!, {
              ...{ method: 'POST', body: body.toString().slice(0, 127_000) },
              headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
            });
          };
          note(`form ${nth}, ${family.name}`, await faultOf(sent, 8_000, beside));
        }
      }
      expect(faults).toEqual([]);
    },
    isFull ? 600_000 : 30_000,
  );
});

describe('the work of a form grows with its size', () => {
  const open = isFull ? ['/contact', '/login', '/register', '/clinic-login', '/clinic-register', '/logout', '/language', '/unsubscribe/x'] : ['/contact', '/login']; // prettier-ignore
  it.each(open.flatMap((page) => forms.map((form) => [page, form.name, form] as const)))(
    '%s: %s',
    async (page, _name, form) => {
      const make = (n: number) =>
        drained(page, {
          method: 'POST',
          headers: { 'Content-Type': form.type },
          body: form.make(n),
        });
      expect(await faultOf(make, form.size, beside)).toBe('');
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
        expect(await faultOf(make, 3_200, beside), path).toBe('');
      }
    },
    60_000,
  );
});
