import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTicket } from '#modules/support';
import { system } from '#platform/base/actor';
import { days, minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runDueTimers } from '#engine/testing';
import { openedTicket } from '../../modules/support/testing';
import { registry } from '../../workflows/registry';
import { forgetClosedRequests } from '../../workflows/retention/forget-closed-requests';
import { forgetOldTickets } from '../../workflows/retention/forget-old-tickets';
import { atConsole, type AdminPerson } from '../kit/admin-client';
import { placesOf } from '../kit/canary-scan';
import { advance } from '../kit/clock';
import { signedInClinic, someReviewer } from '../kit/clinics';
import { canaryOf, fullLife, typedByPatient, type FullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { callAs, passLeaving, proveSession } from '../kit/leaving';

let server: TestServer;
let admin: AdminPerson;
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
});
afterAll(() => server?.close());

const rows = async (query: string, values: unknown[] = []) =>
  (await server.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;
const why = { reason: 'A claim is before the court of Izmir.' };
const over = { reason: 'The court has closed the case.' };
const asSystem = () => server.ctx(system('test'));

describe('a patient whose account is held', () => {
  let life: FullLife;
  let id: string;
  let ticketId: string;
  const p = canaryOf('hld');
  const words = typedByPatient.map(p);
  beforeAll(async () => {
    life = await fullLife(server, { patient: 'hld', clinic: 'hcl' });
    id = life.open.patient.ctx.actor.id;
    ticketId = await openedTicket(life.open.patient.ctx);
    await closeTicket(server.ctx(someReviewer()), { ticketId });
    admin = await atConsole(server, 'admin');
  }, 120_000);

  const status = async () =>
    (await rows('select status from leaving.erasure where person_id = $1', [id]))[0]?.status;

  it('is held by an admin with a fresh factor, for a typed reason, once', async () => {
    const reviewer = await atConsole(server, 'reviewer');
    expect((await reviewer.client.get(`/patients/${id}`)).body.allowedEvents).not.toContain('hold');
    expect((await reviewer.client.send('patients', id, 'hold', why)).status).toBe(403);
    expect((await admin.client.send('patients', id, 'hold', { reason: 'no' })).status).toBe(422);
    expect((await admin.client.send('patients', newId(), 'hold', why)).status).toBe(404);
    expect((await admin.client.send('patients', 'none', 'lift-hold', over)).status).toBe(404);
    expect((await admin.client.send('patients', id, 'lift-hold', over)).status).toBe(409);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => admin.client.send('patients', id, 'hold', why)),
    );
    expect(all.filter((answer) => answer.status === 200)).toHaveLength(1);
    const held = { actor: `staff:${admin.id}`, objectType: 'patient', objectId: id, ...why };
    await expect(server).toBeAudited('leaving.hold-placed', held, { only: 1 });
    const { body } = await admin.client.get(`/patients/${id}`);
    expect(body.heldSince).toEqual(expect.any(String));
    expect(body.allowedEvents).toEqual(['reveal', 'end-sessions', 'lift-hold']);
    await advance(server.services, minutes(11));
    expect((await admin.client.send('patients', id, 'lift-hold', over)).status).toBe(401);
  });

  it('is closed at once, and nothing of it is erased, however many days pass', async () => {
    const { token } = life.open.patient;
    await proveSession(server, token);
    const call = callAs(server, 'patient', token);
    expect((await call('POST', '/account/delete', { confirm: 'DELETE' })).status).toBe(200);
    expect((await call('GET', '/leads/me')).status).toBe(401);
    server.ports.sent.mail.length = 0;
    await passLeaving(server, 1);
    const goodbye = server.ports.sent.mail.find(({ subject }) => /is closed/.test(subject));
    expect(goodbye?.text.replace(/\s+/g, ' ')).toContain('makes us keep what is in it for now');
    await passLeaving(server, 300);
    expect(await status()).toBe('held');
    await advance(server.services, days(800));
    await passLeaving(server, 300);
    expect(await forgetClosedRequests(asSystem())).toBe(0);
    expect(await forgetOldTickets(asSystem())).toBe(0);
    expect(await status()).toBe('held');
    for (const word of words) expect((await placesOf(server, [word])).length, word).toBeTruthy();
    expect(await rows('select id from support.ticket where id = $1', [ticketId])).toHaveLength(1);
    expect(
      (await rows('select id from consultation.photo where owner_id = $1', [id])).length,
    ).toBeGreaterThan(0);
  });

  it('is erased as soon as the hold is lifted, once', async () => {
    let again = await atConsole(server, 'admin');
    const all = await Promise.all(
      Array.from({ length: 50 }, () => again.client.send('patients', id, 'lift-hold', over)),
    );
    expect(all.filter((answer) => answer.status === 200)).toHaveLength(1);
    await passLeaving(server, 1);
    expect(await status()).toBe('watching');
    expect(await placesOf(server, [...words, life.open.patient.phone])).toEqual([]);
    await passLeaving(server, 300);
    expect(await status()).toBe('erased');
    again = await atConsole(server, 'admin');
    expect((await again.client.send('patients', id, 'hold', why)).status).toBe(404);
  });
});

describe('a clinic whose account is held', () => {
  it('waits in the same way, also when the hold comes after the closing', async () => {
    const clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Hldclinicqzx' } });
    const { clinicId: id, token } = clinic;
    const someone = await atConsole(server, 'admin');
    const call = callAs(server, 'clinic', token);
    expect((await call('POST', '/account/delete', { confirm: 'DELETE' })).status).toBe(200);
    expect((await someone.client.send('clinics', id, 'hold', why)).body.data?.record).toMatchObject(
      { heldSince: expect.any(String) as string },
    );
    await passLeaving(server, 300);
    expect(
      await rows('select clinic_name from clinic_onboarding.clinic where id = $1', [id]),
    ).toEqual([{ clinic_name: 'Hldclinicqzx' }]);
    const later = await atConsole(server, 'admin');
    expect((await later.client.send('clinics', id, 'lift-hold', over)).status).toBe(200);
    await passLeaving(server, 300);
    expect(await placesOf(server, ['Hldclinicqzx'])).toEqual([]);
  });

  it('keeps what was said for a request that it offered for', async () => {
    await forgetClosedRequests(asSystem());
    const life = await fullLife(server, { patient: 'hpt', clinic: 'hof' });
    const someone = await atConsole(server, 'admin');
    const id = life.clinic.clinicId;
    expect((await someone.client.send('clinics', id, 'hold', why)).status).toBe(200);
    await advance(server.services, days(800));
    await runDueTimers(server.services, registry);
    expect(await forgetClosedRequests(asSystem())).toBe(0);
    const later = await atConsole(server, 'admin');
    expect((await later.client.send('clinics', id, 'lift-hold', over)).status).toBe(200);
    expect(await forgetClosedRequests(asSystem())).toBe(1);
  });
});
