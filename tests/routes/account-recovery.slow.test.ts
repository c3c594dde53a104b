import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { days, hours, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { newPhone, provedPatient, signedInPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { atConsole, type AdminPerson } from '../kit/admin-client';
import { signedInClinic } from '../kit/clinics';
import { advance } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { somebodyWaits } from '../kit/locks';
import { signInByCode } from '../kit/sign-in-by-code';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  await runJobs(server.services, registry);
  server.ports.sent.mail.length = 0;
});

const signIn = async (path: string, phone: string) => {
  await advance(server.services, seconds(46));
  return signInByCode(server, path, phone);
};

const anew = { intent: 'begin-anew', understood: 'on' };
const reason = 'They answered from the address of the account.';
const admins = () => Promise.all([atConsole(server, 'admin'), atConsole(server, 'admin')]);

const doors = [
  {
    kind: 'patient',
    resource: 'patients',
    path: '/login',
    home: '/consultation',
    make: async (email: string) => {
      const { phone, ctx } = await provedPatient(server.ctx(), { email });
      return { phone, id: ctx.actor.id };
    },
  },
  {
    kind: 'clinic',
    resource: 'clinics',
    path: '/clinic-login',
    home: '/clinic/dashboard',
    make: async (email: string) => {
      const { phone, clinicId: id } = await signedInClinic(server.ctx(), { details: { email } });
      return { phone, id };
    },
  },
] as const;

describe.each(doors)('the owner of a $kind account', ({ kind, resource, path, home, make }) => {
  const ask = (by: AdminPerson, id: string, body: object) =>
    by.client.send(resource, id, 'ask-way-back', { reason, ...body });
  const confirm = (by: AdminPerson, id: string, wayBackId: unknown) =>
    by.client.send(resource, id, 'confirm-way-back', { wayBackId });
  const askedOf = async (by: AdminPerson, id: string) =>
    ((await by.client.get(`/${resource}/${id}`)).body.ways as { asked: { id: string } }).asked.id;
  const silent = async () => {
    const email = `${newId()}@example.com`;
    const old = { email, ...(await make(email)) };
    await advance(server.services, days(181));
    return old;
  };

  it('comes back with another number by two admins, and a code from the mailbox', async () => {
    const old = await silent();
    const stranger = await signIn(path, old.phone);
    expect((await stranger.go(path, anew)).to).toBe(path);
    const [first, second] = await admins();
    const reviewer = await atConsole(server, 'reviewer');
    const phoneNumber = newPhone();
    expect((await ask(reviewer, old.id, { phoneNumber })).status).toBe(403);
    expect((await ask(first, old.id, { phoneNumber: '12' })).status).toBe(422);
    expect((await ask(first, old.id, { phoneNumber })).status).toBe(200);
    const asked = await askedOf(first, old.id);
    const shown = await second.client.get(`/${resource}/${old.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(phoneNumber);
    // Nobody confirms what they asked for, and nobody but an admin confirms anything.
    expect((await confirm(first, old.id, asked)).status).toBe(403);
    expect((await confirm(reviewer, old.id, asked)).status).toBe(403);
    expect((await confirm(second, old.id, newId())).status).toBe(409);
    const all = await Promise.all(Array.from({ length: 50 }, () => confirm(second, old.id, asked)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const [way, entry] = ['identity.way-back-confirmed', { objectId: old.id }];
    const by = { actor: `staff:${second.id}`, objectType: kind, facts: { askedBy: first.id } };
    await expect(server).toBeAudited(way, entry, { times: 1 });
    await expect(server).toBeAudited(way, { ...entry, ...by });
    server.ports.sent.mail.length = 0;
    const owner = await signIn(path, phoneNumber);
    expect((await owner.go(path)).words).toContain('One more check');
    await owner.go(path, { intent: 'send-proof' });
    await runJobs(server.services, registry);
    const code = server.ports.sent.mail.filter(({ to }) => to === old.email).at(-1)!;
    expect((await owner.go(path, { intent: 'proof', code: code.text.slice(0, 6) })).to).toBe(home);
  });

  it('gets a second proof by two admins, for one sign-in within a day', async () => {
    const old = await silent();
    const [first, second] = await admins();
    expect((await ask(first, old.id, {})).status).toBe(200);
    const asked = await askedOf(first, old.id);
    // What is only asked for opens nothing.
    expect((await (await signIn(path, old.phone)).go(path)).words).toContain('One more check');
    expect((await confirm(first, old.id, asked)).status).toBe(403);
    expect((await confirm(second, old.id, asked)).status).toBe(200);
    const owner = await signIn(path, old.phone);
    expect((await owner.go(path)).to).toBe(home);
    const proved = { objectType: kind, objectId: old.id };
    await expect(server).toBeAudited('identity.proved-by-team', proved, { times: 1 });
    await advance(server.services, days(181));
    expect((await (await signIn(path, old.phone)).go(path)).words).toContain('One more check');
  });

  it('finds it closed again after a day, and what was asked for gone after three', async () => {
    const old = await silent();
    const [first, second] = await admins();
    await ask(first, old.id, {});
    expect((await confirm(second, old.id, await askedOf(first, old.id))).status).toBe(200);
    await advance(server.services, hours(25));
    expect((await (await signIn(path, old.phone)).go(path)).words).toContain('One more check');
    const [third, fourth] = await admins();
    await ask(third, old.id, {});
    const asked = await askedOf(third, old.id);
    await advance(server.services, days(3));
    const [, late] = await admins();
    expect((await confirm(late, old.id, asked)).status).toBe(409);
    expect((await confirm(fourth, old.id, asked)).status).toBe(401);
  });

  it('is nobody at an address that is none', async () => {
    const [first, second] = await admins();
    for (const id of ['none', newId()]) {
      expect((await ask(first, id, {})).status, id).toBe(404);
      expect((await confirm(second, id, newId())).status, id).toBe(404);
    }
  });

  it('gets no number that another account has, and none for an account that its number opens', async () => {
    const [awake, old] = [await make('a@example.com'), await silent()];
    const [first, second] = await admins();
    const stranger = await signIn(path, old.phone);
    await stranger.go(path, anew);
    const taken =
      kind === 'patient' ? await signedInPatient(server.ctx()) : await signedInClinic(server.ctx());
    await ask(first, old.id, { phoneNumber: taken.phone });
    const asked = await askedOf(first, old.id);
    const refused = await confirm(second, old.id, asked);
    expect([refused.status, refused.body.code]).toEqual([409, 'number_taken']);
    expect(await askedOf(second, old.id)).toBe(asked);

    const free = newPhone();
    await ask(first, old.id, { phoneNumber: free });
    const other = await server.services.database.pool.connect();
    const table = kind === 'patient' ? 'patient' : 'clinic_account';
    await other.query('begin');
    await other.query(`update identity.${table} set phone = $1 where id = $2`, [free, awake.id]);
    const meeting = askedOf(second, old.id).then((way) => confirm(second, old.id, way));
    await somebodyWaits(server);
    await other.query('commit');
    other.release();
    const met = await meeting;
    expect([met.status, met.body.code]).toEqual([409, 'number_taken']);

    await advance(server.services, -days(181) as never);
    expect((await ask((await admins())[0], awake.id, {})).status).toBe(409);
    await advance(server.services, days(181));
  });
});
