import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#modules/identity';
import { newId } from '#platform/base/ids';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { atConsole } from '../kit/admin-client';
import { auditOf } from '../kit/audit';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
});
afterAll(() => server.close());

const ask = (cookie: string, method: string, path: string, body?: unknown) =>
  server.request(path, {
    method,
    headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
const sql = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await server.services.database.pool.query<T>(query, values)).rows;

describe('a refusal of somebody who is signed in is on record', () => {
  const refusals = async (actor: string) =>
    (await auditOf(server, 'access.denied'))
      .filter((row) => row.actor === actor)
      .map(({ outcome, facts }) => ({ outcome, ...facts }));

  it('at the door of a call that is for others', async () => {
    const { token, clinicId } = await signedInClinic(server.ctx(), { state: 'pending' });
    expect((await ask(`clinic=${token}`, 'GET', '/api/clinic/leads')).status).toBe(403);
    expect(await refusals(`clinic:${clinicId}`)).toEqual([
      {
        outcome: 'refused',
        audience: 'approved-clinic',
        method: 'GET',
        call: expect.any(String) as string,
      },
    ]);
  });

  it('at the console, for what is an admin’s', async () => {
    const { ctx, client } = await atConsole(server, 'reviewer');
    expect((await client.list('settings')).status).toBe(403);
    expect(await refusals(`staff:${ctx.actor.id}`)).toMatchObject([{ audience: 'staff-admin' }]);
  });

  it('by a command, without what was claimed', async () => {
    const { ctx, token } = await signedInPatient(server.ctx());
    const [theirs, name] = [newPhone(), 'Canary'];
    const body = { phoneNumber: theirs, firstName: name, lastName: name, email: 'c@example.com' };
    expect((await ask(`patient=${token}`, 'PUT', '/api/auth/update-profile', body)).status).toBe(
      403,
    );
    const rows = await refusals(`patient:${ctx.actor.id}`);
    expect(rows).toMatchObject([{ method: 'PUT', call: 'identity.update-profile' }]);
    expect(JSON.stringify(rows)).not.toContain(theirs.slice(-7));
    expect(JSON.stringify(rows)).not.toContain(name);
  });

  it('also before the registration is complete', async () => {
    const verified = { phase: 'phone-verified', phone: newPhone() } as const;
    const { id, token } = await openSession(server.ctx(), { principal: 'patient', ...verified });
    expect((await ask(`patient=${token}`, 'GET', '/api/leads/me')).status).toBe(403);
    expect(await refusals(`phone-verified:${id}`)).toHaveLength(1);
    // A page leads to what is left of the sign-in instead of refusing.
    expect((await ask(`patient=${token}`, 'GET', '/my-offers')).status).toBe(302);
    expect(await refusals(`phone-verified:${id}`)).toHaveLength(1);
  });

  it('and nothing is for nobody, nor for what is not there', async () => {
    const before = (await auditOf(server, 'access.denied')).length;
    const { token } = await signedInPatient(server.ctx());
    expect((await ask('', 'GET', '/api/leads/me')).status).toBe(401);
    expect((await ask('clinic=nonsense', 'GET', '/api/clinic/leads')).status).toBe(401);
    const missing = `/api/leads/${newId()}/cancel`;
    expect((await ask(`patient=${token}`, 'POST', missing, {})).status).toBe(404);
    expect(await auditOf(server, 'access.denied')).toHaveLength(before);
  });
});

describe('a change whose entry cannot be written does not happen', () => {
  const mended = [
    'drop trigger if exists broken on platform.audit_entry',
    'drop trigger if exists broken on platform.audit_link',
  ];
  const breaking = (table: string) => [
    `create or replace function platform.broken() returns trigger language plpgsql as
       $$ begin raise exception 'broken'; end $$`,
    `create trigger broken before insert on platform.${table}
       for each row execute function platform.broken()`,
  ];
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql(statement);
  };
  afterEach(() => run(mended));

  it.each(['audit_entry', 'audit_link'])('when %s refuses', async (table) => {
    const { client } = await atConsole(server, 'reviewer');
    const { clinicId, token } = await signedInClinic(server.ctx(), { state: 'pending' });
    const state = () =>
      sql(
        `select c.status, c.reason, a.approval, i.version from clinic_onboarding.clinic c
         join identity.clinic_account a on a.id = c.id join flow.instance i on i.id = c.id
         where c.id = $1`,
        [clinicId],
      );
    const before = await state();
    await run(breaking(table));
    const reject = { reason: 'The license has expired.' };
    const answer = await client.send('clinics', clinicId, 'reject', reject);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('broken');
    expect(await state()).toEqual(before);
    // Without its row a refusal is no answer either.
    expect((await ask(`clinic=${token}`, 'GET', '/api/clinic/leads')).status).toBe(500);
    await run(mended);
    expect((await client.send('clinics', clinicId, 'reject', reject)).status).toBe(200);
    expect(await state()).not.toEqual(before);
  });
});
