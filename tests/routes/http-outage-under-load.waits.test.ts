import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { withTransaction } from '#engine';
import { signedInPatient } from '../../modules/identity/testing';
import { failureOf } from '#app/http/errors';
import { startTestServer, type TestServer } from '../kit/http';

const people = 12;

let server: TestServer;
let cookies: string[];
beforeAll(async () => {
  server = await startTestServer();
  const signIn = async () => `patient=${(await signedInPatient(server.ctx())).token}`;
  cookies = await Promise.all(Array.from({ length: people }, signIn));
});
afterAll(() => server?.close());

const nothingChosen = {
  ...{ category: null, subTreatment: null, bodyArea: null, locations: [], budget: null },
  ...{ timeline: null, notes: '' },
  patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
};

/** Ends every connection of this test's database but the one that says so. */
const endConnections = () =>
  server.services.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

interface Told {
  readonly method: string;
  readonly status: number;
  readonly took: number;
  /** Of the draft, as it was read or written; 0 without one. */
  readonly version: number;
}

/** One call for the person's own draft; an outage must read as one. */
async function ask(cookie: string, method: string, told: Told[], body?: object): Promise<Told> {
  const started = performance.now();
  const answer = await server.request('/api/drafts/me', {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const took = performance.now() - started;
  const said = (await answer.json()) as {
    success: boolean;
    code?: string;
    data?: { draft: { version: number } | null };
  };
  const { status } = answer;
  if (status === 503) {
    expect(said).toMatchObject({ success: false, code: 'unavailable' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  const found = { method, status, took, version: said.data?.draft?.version ?? 0 };
  told.push(found);
  return found;
}

describe('a database that ends connections under their queries', () => {
  it(
    'reads as 503 with a time to come back, never as 500, and recovers at once',
    { timeout: 60_000 },
    async () => {
      const told: Told[] = [];
      let ending = true;
      // Everybody reads their draft and writes it, so that reads, transactions and commits are all cut off.
      const asks = cookies.map(async (cookie) => {
        while (ending) {
          const { status, version } = await ask(cookie, 'GET', told);
          const body = { expectedVersion: version, step: 6, fields: nothingChosen };
          if (status === 200) await ask(cookie, 'PUT', told, body);
        }
      });
      const all = () =>
        [...new Set(told.map(({ method, status }) => `${method} ${status}`))].sort();
      const began = performance.now();
      const lasted = () => performance.now() - began;
      // Four seconds do on a machine of its own; a busy one gets what it needs to be hit.
      while (lasted() < 4_000 || (all().length < 4 && lasted() < 25_000)) {
        await endConnections().catch(() => undefined);
        await sleep(20);
      }
      ending = false;
      await Promise.all(asks);
      const count = (method: string, status: number) =>
        told.filter((each) => each.method === method && each.status === status).length;
      expect(all()).toEqual(['GET 200', 'GET 503', 'PUT 200', 'PUT 503']);
      console.info(
        `${count('PUT', 503)} of ${count('PUT', 200) + count('PUT', 503)} writes cut off`,
      );
      // Three seconds are promised on a machine of its own; nothing may hang on a busy one.
      expect(Math.max(...told.map(({ took }) => took))).toBeLessThan(10_000);
      const after = await server.request('/api/drafts/me', { headers: { Cookie: cookies[0]! } });
      expect(after.status).toBe(200);
      const levels = server.logged.map(({ level }) => level as number);
      expect(Math.max(...levels)).toBeLessThan(50);
    },
  );

  it('reads so when it does it between the statements of a transaction', async () => {
    const failed = await withTransaction(server.ctx(), async (tx) => {
      const { rows } = await tx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await server.services.database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await sleep(100);
      await tx.db.execute(sql`select 1`);
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failureOf(failed, { requestId: 'id', locale: 'en' })).toMatchObject({ status: 503 });
  });
});
