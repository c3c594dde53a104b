import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachOpen, nothingStated, openFields, openLists } from '#contracts/consultation';
import { newId } from '#platform/base/ids';
import { outdate, signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Envelope {
  success: boolean;
  message: string;
  code?: string;
  data?: Record<string, unknown>;
  errors?: Record<string, string[]>;
}
interface Answer {
  status: number;
  body: Envelope;
  headers: Headers;
}

const call =
  (token: string | null) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await server.request(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Cookie: `patient=${token}` } : {}),
        Origin: `http://127.0.0.1:${server.listening.port}`,
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Envelope,
    };
  };

const anonymous = call(null);
interface Patient {
  person: SignedInPatient;
  api: ReturnType<typeof call>;
}
const newPatient = async (): Promise<Patient> => {
  const person = await signedInPatient(server.ctx());
  return { person, api: call(person.token) };
};
const lead = (phoneNumber: string, more: object = {}) => ({
  phoneNumber,
  treatment: 'dental',
  subTreatment: 'Root Canal',
  bodyArea: 'mouth',
  description: 'It hurts at night.',
  photos: [],
  locations: ['Istanbul'],
  budget: '1000-5000',
  timeline: 'asap',
  ...more,
});
const rowsOf = async (person: SignedInPatient) =>
  (
    await server.services.database.pool.query('select * from leads.lead where patient_id = $1', [
      person.ctx.actor.id,
    ])
  ).rows;

describe('POST /api/leads', () => {
  it('answers 201 with the request in the words of the catalogue', async () => {
    const { person, api } = await newPatient();
    const chosen = eachOpen((fact) => openLists[fact].at(-1));
    const { status, body } = await api('POST', '/leads', lead(person.phone, chosen));
    expect(status).toBe(201);
    expect(body.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...lead(person.phone, chosen),
      status: 'pending',
      offersCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      unavailable: [],
    });
  });

  it('asks for another sign-in once the terms have changed, and takes it then', async () => {
    const { person, api } = await newPatient();
    const send = (by: typeof api) =>
      by('POST', '/leads', lead(person.phone), { 'Idempotency-Key': key });
    const key = newId();
    await outdate(person.ctx, 'terms');
    const { status, body } = await send(api);
    expect([status, body.code]).toEqual([403, 'consent_required']);
    expect(body.message).toContain('Please sign in again to agree.');
    expect(await rowsOf(person)).toEqual([]);
    const { token } = await signedInPatient(server.ctx(), { phone: person.phone });
    expect((await send(call(token))).status).toBe(201);
    expect((await send(api)).status).toBe(200);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  it('needs only phone, treatment, sub-treatment and body area', async () => {
    const { person, api } = await newPatient();
    const { phoneNumber, treatment, subTreatment, bodyArea } = lead(person.phone);
    const least = { phoneNumber, treatment, subTreatment, bodyArea };
    const { status, body } = await api('POST', '/leads', least);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ description: '', locations: [], ...nothingStated });
    const fields = ['description', 'photos', 'locations', ...openFields];
    for (const open of ['', null]) {
      const more = Object.fromEntries(fields.map((field) => [field, open]));
      const answer = await api('POST', '/leads', lead(person.phone, more));
      expect([answer.status, answer.body.data]).toMatchObject([201, { photos: [], locations: [] }]);
    }
  });

  it.each(['phoneNumber', 'treatment', 'subTreatment', 'bodyArea'])(
    'asks for %s',
    async (field) => {
      const { person, api } = await newPatient();
      const { [field]: _left, ...rest } = lead(person.phone) as Record<string, unknown>;
      const { status, body } = await api('POST', '/leads', rest);
      const missing = [422, 'validation_failed', [field]];
      expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual(missing);
    },
  );

  it.each([
    ['subTreatment', { subTreatment: 'Facelift' }],
    ['bodyArea', { bodyArea: 'beard' }],
    ['treatment', { treatment: 'eyes' }],
    ...openFields.map((fact): [string, object] => [fact, { [fact]: 'lots' }]),
    ['description', { description: 'x'.repeat(4_001) }],
    ['photos', { photos: [newId()] }],
    ['photos', { photos: Array.from({ length: 11 }, newId) }],
  ])('refuses a wrong %s with 422: %j', async (field, wrong) => {
    const { person, api } = await newPatient();
    const { status, body } = await api('POST', '/leads', lead(person.phone, wrong));
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})[0]!.split('.')[0]).toBe(field);
    expect(await rowsOf(person)).toEqual([]);
  });

  it.each([
    'status',
    'offersCount',
    'patientId',
    '_id',
    'id',
    'createdAt',
    'findings',
    'publishedAt',
  ])('takes no %s from a client', async (field) => {
    const { person, api } = await newPatient();
    const { status } = await api('POST', '/leads', lead(person.phone, { [field]: 'completed' }));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('makes one request of fifty with one key, and tells another input apart', async () => {
    const { person, api } = await newPatient();
    const key = { 'Idempotency-Key': newId() };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => api('POST', '/leads', lead(person.phone), key)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(all.map(({ body }) => body.data!._id)).size).toBe(1);
    expect(await rowsOf(person)).toHaveLength(1);
    const other = await api('POST', '/leads', lead(person.phone, { budget: '' }), key);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);
  });

  it('refuses the sixth request of an hour with the seconds to wait', async () => {
    const { person, api } = await newPatient();
    for (let n = 0; n < 5; n += 1)
      expect((await api('POST', '/leads', lead(person.phone))).status).toBe(201);
    const { status, body, headers } = await api('POST', '/leads', lead(person.phone));
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3_000);
  });

  it('lets nobody in without a session, and nobody act for another phone', async () => {
    const { person, api } = await newPatient();
    const { person: other } = await newPatient();
    expect((await anonymous('POST', '/leads', lead(person.phone))).status).toBe(401);
    const foreign = await api('POST', '/leads', lead(other.phone));
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
    const denied = { actor: `patient:${person.ctx.actor.id}`, outcome: 'refused' };
    await expect(server).toBeAudited('access.denied', denied, { times: 1 });
    expect(await rowsOf(other)).toEqual([]);
  });

  it('knows the own phone in other spellings', async () => {
    const { person, api } = await newPatient();
    const spelled = `  ${person.phone.replace('+1', '001 ')} `;
    expect((await api('POST', '/leads', lead(spelled))).body.data?.phoneNumber).toBe(person.phone);
  });
});

describe('GET /api/leads/{phoneNumber} and /api/leads/me', () => {
  it('answer the same list twice, newest first, to its owner only', async () => {
    const { person, api } = await newPatient();
    const first = await api('POST', '/leads', lead(person.phone));
    const second = await api(
      'POST',
      '/leads',
      lead(person.phone, { subTreatment: 'Gum Treatment' }),
    );
    const ids = [second.body.data!._id, first.body.data!._id];
    for (const path of ['/leads/me', `/leads/${encodeURIComponent(person.phone)}`]) {
      const { status, body } = await api('GET', path);
      expect(status).toBe(200);
      expect((body.data!.leads as Array<{ _id: string }>).map(({ _id }) => _id)).toEqual(ids);
      expect(body.data!.requests).toEqual(body.data!.leads);
      expect(body.data!.nextCursor).toBeNull();
    }
    const { api: other } = await newPatient();
    const foreign = await other('GET', `/leads/${encodeURIComponent(person.phone)}`);
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
    expect((await other('GET', '/leads/me')).body.data!.leads).toEqual([]);
    expect((await anonymous('GET', '/leads/me')).status).toBe(401);
    expect((await anonymous('GET', `/leads/${encodeURIComponent(person.phone)}`)).status).toBe(401);
  });

  it('refuse a cursor that nobody gave out', async () => {
    const { api } = await newPatient();
    const { status, body } = await api('GET', '/leads/me?cursor=nonsense');
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('POST /api/leads/{id}/cancel', () => {
  it('cancels once, with a reason, and 409 after that', async () => {
    const { person, api } = await newPatient();
    const { body } = await api('POST', '/leads', lead(person.phone));
    const path = `/leads/${body.data!._id as string}/cancel`;
    const cancelled = await api('POST', path, { reason: ' changed my mind ' });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body.data!.lead).toMatchObject({ status: 'cancelled' });
    expect((await rowsOf(person))[0]).toMatchObject({ cancel_reason: 'changed my mind' });
    const again = await api('POST', path, {});
    expect([again.status, again.body.code]).toEqual([409, 'event_refused']);
  });

  it('takes no body for no reason', async () => {
    const { person, api } = await newPatient();
    const { body } = await api('POST', '/leads', lead(person.phone));
    const { status } = await api('POST', `/leads/${body.data!._id as string}/cancel`);
    expect(status).toBe(200);
    expect((await rowsOf(person))[0]).toMatchObject({ status: 'cancelled', cancel_reason: null });
  });

  it('answers for somebody else’s request exactly as for none', async () => {
    const { person, api } = await newPatient();
    const { body } = await api('POST', '/leads', lead(person.phone));
    const { api: other } = await newPatient();
    const answers = await Promise.all(
      [body.data!._id as string, newId(), 'nonsense'].map((id) =>
        other('POST', `/leads/${id}/cancel`, {}),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await rowsOf(person))[0]).toMatchObject({ status: 'pending' });
  });

  it('refuses a reason of more than 1,000 characters', async () => {
    const { person, api } = await newPatient();
    const { body } = await api('POST', '/leads', lead(person.phone));
    const path = `/leads/${body.data!._id as string}/cancel`;
    expect((await api('POST', path, { reason: 'x'.repeat(1_001) })).status).toBe(422);
  });
});

describe('POST /api/leads/{id}/keep-waiting', () => {
  it('answers 409 while nobody asked', async () => {
    const { person, api } = await newPatient();
    const { body } = await api('POST', '/leads', lead(person.phone));
    const { status } = await api('POST', `/leads/${body.data!._id as string}/keep-waiting`);
    expect(status).toBe(409);
  });
});
