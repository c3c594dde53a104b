import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFields } from '#contracts/consultation';
import { syncQueues } from '#engine/operations';
import { signedInPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { atConsole } from '../kit/admin-client';
import { placesOf } from '../kit/canary-scan';
import { startTestServer, type TestServer } from '../kit/http';
import { callAs, passLeaving, proveSession } from '../kit/leaving';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
  await syncQueues(server.services.database, registry);
});
afterAll(() => server?.close());

const fifty = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => work(n)));
const rows = async (query: string, values: unknown[]) =>
  (await server.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;

/** What a patient may write, each with a word that is nowhere else. */
function writesOf(call: ReturnType<typeof callAs>, phoneNumber: string, word: string) {
  const writes: Array<(n: number) => Promise<Response>> = [
    (n) =>
      call('POST', '/leads', {
        ...{ phoneNumber, treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' },
        ...{ description: `${word} ${n}`, photos: [], locations: ['Istanbul'] },
        ...{ budget: '1000-5000', timeline: 'asap' },
      }),
    (n) =>
      call('PUT', '/drafts/me', {
        ...{ expectedVersion: 0, step: 7 },
        fields: { ...emptyFields, category: 'dental', notes: `${word} ${n}` },
      }),
    (n) => call('POST', '/tickets', { subject: 'general', text: `${word} ${n}` }),
    (n) =>
      call('PUT', '/auth/update-profile', {
        ...{ phoneNumber, firstName: 'Sarah', lastName: `${word}${n}`.replace(/\d/g, 'x') },
        email: `${word}@example.com`,
      }),
    () => call('POST', '/account/export'),
  ];
  return (n: number) => writes[n % writes.length]!(n);
}

describe('an account that is closed while it is used, held and let go', () => {
  it.each([1, 2, 3])(
    'is closed once, leaves nothing behind and takes nothing afterwards: round %d',
    async (round) => {
      const word = `crossqzx${'abc'[round - 1]!}`;
      const admin = await atConsole(server, 'admin');
      const { token, phone, ctx } = await signedInPatient(server.ctx());
      const { id } = ctx.actor;
      await proveSession(server, token);
      const call = callAs(server, 'patient', token);
      const write = writesOf(call, phone, word);
      // One before, so that there is something to erase in any case.
      expect((await write(1)).status).toBe(200);
      const why = { reason: 'A claim is before the court of Izmir.' };
      const [written, closed, held] = await Promise.all([
        fifty(write),
        fifty((n) => {
          // Some come in between the others.
          const close = () => call('POST', '/account/delete', { confirm: 'DELETE' });
          return n < 25 ? close() : server.request('/healthz').then(close);
        }),
        fifty((n) => admin.client.send('patients', id, n % 2 ? 'hold' : 'lift-hold', why)),
      ]);
      expect(written.filter(({ status }) => status >= 500)).toEqual([]);
      expect(closed.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(closed.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      expect(held.filter(({ status }) => ![200, 409, 404].includes(status))).toEqual([]);

      // What begins after the commit finds no account.
      const later = await fifty(write);
      expect(new Set(later.map(({ status }) => status))).toEqual(new Set([401]));
      expect(await rows('select id from identity.session where subject_id = $1', [id])).toEqual([]);

      const standing = 'select id from leaving.hold where person_id = $1 and lifted_at is null';
      if ((await rows(standing, [id])).length > 0)
        expect((await admin.client.send('patients', id, 'lift-hold', why)).status).toBe(200);
      await passLeaving(server, 1);
      await passLeaving(server, 300);
      const erasures = await rows('select status from leaving.erasure where person_id = $1', [id]);
      expect(erasures).toEqual([{ status: 'erased' }]);
      expect(await placesOf(server, [word, phone])).toEqual([]);
      await expect(server).toBeAudited('leaving.close-account', { objectId: id }, { times: 1 });
    },
    180_000,
  );
});
