import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressIn } from '#app/i18n/address';
import { bodyLimits } from '#app/http/edge/limits';
import { knownFields, maxFormFields } from '#platform/text/form-fields';
import { cleanText, hasMarkRun, mostMarks, normalized } from '#platform/text/text';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The first answer loads what all of them need.
  await post('/login', 'intent=send&phoneNumber=1');
  await post('/contact', 'subject=x');
});
afterAll(() => server?.close());

/** Pages with a form that is open to everybody. */
const openForms = [
  '/login',
  '/register',
  '/contact',
  '/clinic-login',
  '/clinic-register',
  '/logout',
  '/language',
  '/unsubscribe/x',
];

const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  server.request(path, {
    method: 'POST',
    headers: { 'Content-Type': type, Accept: 'text/html' },
    body,
  });

/** Milliseconds of CPU of this process, the server's included; other work of the machine does not count. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const marks = (count: number) => `a${'\u0301\u0316'.repeat(count / 2)}`;
const update = { type: 'update', payload: { name: 'x', index: 60_000_000, value: 'v' } };

const hostile: Array<[what: string, body: string]> = [
  ['an intent of the form library', form({ __intent__: JSON.stringify(update) })],
  ['half an intent', form({ __intent__: '{' })],
  ['a state of the form library', form({ __state__: '{"validated":{}}' })],
  ['a large index', form({ 'a[999]': 'v' })],
  [
    'deep nesting',
    form(
      Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}${'[99]'.repeat(20)}`, 'v'])),
    ),
  ],
  ['a name of 50,000 parts', form({ [`a${'.a'.repeat(50_000)}`]: 'v' })],
  ['a name of 101 characters', form({ ['a'.repeat(101)]: 'v' })],
  ['a prototype', form({ '__proto__.x': 'v' })],
  ['a constructor', form({ 'a.constructor': 'v' })],
  ['130,000 separators', '&'.repeat(130_000)],
  ['65,000 fields', 'a&'.repeat(65_000)],
];

describe.each(openForms)('%s', (path) => {
  it.each(hostile)('refuses %s at once', async (_what, body) => {
    let status = 0;
    const spent = await cpuOf(async () => {
      const answer = await post(path, body);
      status = answer.status;
      await answer.text();
    });
    expect(status).toBe(400);
    // It was 1 to 99 s. An error page costs some tens of ms, and a busy machine doubles them.
    expect(spent).toBeLessThan(1_000);
  });

  it('refuses more than 128 kB', async () => {
    const answer = await post(path, form({ message: 'x'.repeat(bodyLimits.form) }));
    expect(answer.status).toBe(413);
  });

  it('takes long runs of marks without normalising them', async () => {
    // Percent-encoded six characters a mark.
    const body = form({ name: marks(20_000), phoneNumber: marks(1_000), message: marks(1_000) });
    expect(await cpuOf(() => post(path, body))).toBeLessThan(1_000);
  });
});

describe('what a page does not know', () => {
  it('is dropped where its name is one', async () => {
    const fields = { locale: 'en', to: '/faq', older: 'v', 'a[0].b': 'v', 'a[]': 'v' };
    const answer = await post('/language', form(fields));
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/faq']);
  });

  it('is refused where it is a text and a list at once', () => {
    const schema = z.object({ cities: z.array(z.string()) });
    const fields = (...names: string[]) => {
      const sent = new FormData();
      for (const name of names) sent.append(name, 'v');
      return knownFields(sent, schema);
    };
    expect([...fields('cities[0]', 'cities[1]', 'older')!.keys()]).toEqual([
      'cities[0]',
      'cities[1]',
    ]);
    expect([...fields('cities', 'cities')!.keys()]).toEqual(['cities', 'cities']);
    expect(fields('cities', 'cities[0]')).toBeNull();
  });

  it(`is counted: ${maxFormFields} fields are taken, one more is not`, async () => {
    const fields = (more: number) => `locale=en${'&x=1'.repeat(maxFormFields - 1 + more)}`;
    expect((await post('/language', fields(0))).status).toBe(302);
    expect((await post('/language', fields(1))).status).toBe(400);
  });
});

describe('marks in a row', () => {
  const withMarks = (count: number) => `Zo${marks(count)}`;

  it(`are text up to ${mostMarks}`, () => {
    expect(hasMarkRun(withMarks(mostMarks))).toBe(false);
    expect(hasMarkRun(withMarks(mostMarks + 2))).toBe(true);
    expect(hasMarkRun(`a${'\uff9e'.repeat(mostMarks + 1)}`)).toBe(true);
  });

  it('cost time in proportion, whatever the form', async () => {
    for (const kind of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(await cpuOf(async () => normalized(marks(400_000), kind))).toBeLessThan(1_000);
    expect(await cpuOf(async () => cleanText(marks(400_000)))).toBeLessThan(1_000);
  });

  it('are refused by the API at the field, in words', async () => {
    const answer = await post(
      '/api/auth/send-code',
      JSON.stringify({ phoneNumber: marks(40_000) }),
      'application/json',
    );
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: { phoneNumber: ['This text has too many accents or other marks on one letter.'] },
    });
  });

  it('are refused by a form at the field, with everything typed', async () => {
    const { token } = await signedInPatient(server.ctx());
    const answer = await server.request('/profile/personal', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'text/html',
        Cookie: `patient=${token}`,
      },
      body: form({ firstName: withMarks(40), lastName: 'Quill', email: 'zo@example.com' }),
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('This text has too many accents or other marks on one letter.');
    expect(html).toContain('value="Quill"');
  });
});

describe('the language of an address', () => {
  it.each(['/tr//evil.example/x', '/tr///evil.example', '/tr/\\evil.example', '/TR//evil.example'])(
    'never makes another host of %s',
    async (path) => {
      for (const locale of ['en', 'tr'] as const) {
        const to = addressIn(locale, path);
        expect(new URL(to, 'http://here.invalid').host, to).toBe('here.invalid');
      }
      const answer = await post('/language', form({ locale: 'en', to: path }));
      const location = answer.headers.get('Location')!;
      expect(new URL(location, server.url).origin, location).toBe(server.url);
    },
  );
});
