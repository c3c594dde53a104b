import { withTransaction } from '#engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actAs, createContext, type Ctx } from '#platform/context';
import { anonymous } from '#platform/base/actor';
import { openDatabase, type Database } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import {
  changeStaffRole,
  disableStaff,
  endOwnStaffSession,
  endPatientSessions,
  signOut,
  signOutStaff,
} from '#modules/identity';
import { renewSession } from '../../modules/identity/step-up.server';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { removeMember } from '../../workflows/team';
import { signedInClinic, someReviewer, teamMember } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, listenersAt, openStreams } from '../kit/listen';

let server: TestServer;
/** Another process: it shares the database and nothing else. */
let database: Database;
beforeAll(async () => {
  server = await startTestServer();
  const url = String(server.services.database.pool.options.connectionString);
  database = openDatabase({ url, poolSize: 2, onError: () => undefined });
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await expect.poll(() => listenersAt(server), { timeout: 5_000 }).toBe(0);
});
afterAll(async () => {
  await database?.close();
  await server?.close();
});

const elsewhere = (): Ctx =>
  createContext({ ...server.services, database }, anonymous, { requestId: newId() });
const sql = (text: string, values: unknown[]) => database.pool.query(text, values);

type Way = readonly [
  string,
  () => Promise<{ cookie: string; token: string; end: () => Promise<unknown> }>,
];

const ways: readonly Way[] = [
  [
    'signs out',
    async () => {
      const { token } = await signedInPatient(server.ctx());
      return {
        cookie: 'patient',
        token,
        end: () => signOut(elsewhere(), { principal: 'patient', token }),
      };
    },
  ],
  [
    'is given another token',
    async () => {
      const { token, ctx } = await signedInPatient(server.ctx());
      const end = () =>
        withTransaction(actAs(elsewhere(), ctx.actor), (tx) => renewSession(tx, 'code'));
      return { cookie: 'patient', token, end };
    },
  ],
  [
    'is signed out by staff',
    async () => {
      const { token, ctx } = await signedInPatient(server.ctx());
      const staff = actAs(elsewhere(), someReviewer('admin'));
      const end = () => endPatientSessions(staff, { patientId: ctx.actor.id });
      return { cookie: 'patient', token, end };
    },
  ],
  [
    'is a clinic that is suspended',
    async () => {
      const { token, clinicId } = await signedInClinic(server.ctx());
      const reason = 'The license has expired.';
      const end = () =>
        suspendClinicAndEndSessions(actAs(elsewhere(), someReviewer()), { clinicId, reason });
      return { cookie: 'clinic', token, end };
    },
  ],
  [
    'is a clinic whose account is gone',
    async () => {
      const { token, clinicId } = await signedInClinic(server.ctx(), { state: 'documents' });
      const end = () => sql('delete from identity.session where subject_id = $1', [clinicId]);
      return { cookie: 'clinic', token, end };
    },
  ],
  [
    'is of staff and signs out',
    async () => {
      const { token } = await signedInStaff(server.ctx());
      return { cookie: 'staff', token, end: () => signOutStaff(elsewhere(), token) };
    },
  ],
  [
    'is of staff and ends this session from another one',
    async () => {
      const { token, ctx } = await signedInStaff(server.ctx());
      const { actor } = ctx;
      const end = () => endOwnStaffSession(actAs(elsewhere(), actor), { id: actor.sessionId });
      return { cookie: 'staff', token, end };
    },
  ],
  [
    'is of staff and disabled',
    async () => {
      const { token, id } = await signedInStaff(server.ctx());
      const admin = await signedInStaff(server.ctx(), { role: 'admin' });
      const end = () => disableStaff(actAs(elsewhere(), admin.ctx.actor), { staffId: id });
      return { cookie: 'staff', token, end };
    },
  ],
  [
    'is of staff and given another role',
    async () => {
      const { token, id } = await signedInStaff(server.ctx());
      const admin = await signedInStaff(server.ctx(), { role: 'admin' });
      const end = () =>
        changeStaffRole(actAs(elsewhere(), admin.ctx.actor), { staffId: id, role: 'admin' });
      return { cookie: 'staff', token, end };
    },
  ],
  [
    'expires',
    async () => {
      const { token, ctx } = await signedInPatient(server.ctx());
      await sql(
        `update identity.session set expires_at = platform.now() + interval '2 seconds' where id = $1`,
        [ctx.actor.sessionId],
      );
      return { cookie: 'patient', token, end: () => Promise.resolve() };
    },
  ],
  [
    'has rested for too long',
    async () => {
      const { token, ctx } = await signedInPatient(server.ctx());
      await sql(
        `update identity.session set last_seen_at = platform.now() - make_interval(secs => idle_seconds - 2)
         where id = $1`,
        [ctx.actor.sessionId],
      );
      return { cookie: 'patient', token, end: () => Promise.resolve() };
    },
  ],
];

/** The first streams of a process begin before it hears notices; what it misses until then it finds by asking. */
const untilNoticesAreHeard = async ({ raw }: { raw: readonly string[] }, sessionId: string) =>
  expect
    .poll(async () => {
      await sql(`select pg_notify('live_access', $1)`, [`shut-out:${sessionId}`]);
      return raw.join('');
    })
    .toContain('shut-out');

describe('the streams of somebody', () => {
  // Far sooner than the next question whether sessions hold, which comes after twenty seconds.
  it.each(ways)('who %s end at once, in every process', async (_who, somebody) => {
    const { cookie, token, end } = await somebody();
    const streams = [
      await listenAt(server, token, undefined, { cookie }),
      await listenAt(server, token, undefined, { cookie }),
    ];
    for (const { answer } of streams) expect(answer.status).toBe(200);
    const others = await listenAt(server, (await signedInPatient(server.ctx())).token);
    await end();
    for (const stream of streams) {
      await stream.hasEnded();
      expect(stream.raw.join('')).not.toContain('shut-out');
    }
    expect(others.isOpen()).toBe(true);
    expect((await listenAt(server, token, undefined, { cookie })).answer.status).toBe(401);
  });

  it('who is removed from a team end at once, and the page is to be left', async () => {
    const { ctx } = await signedInClinic(server.ctx());
    const removed = await teamMember(ctx, 'manager');
    const stays = await teamMember(ctx, 'reader');
    const asClinic = { cookie: 'clinic' };
    const stream = await listenAt(server, removed.token, undefined, asClinic);
    const other = await listenAt(server, stays.token, undefined, asClinic);
    const patient = await signedInPatient(server.ctx());
    await untilNoticesAreHeard(await listenAt(server, patient.token), patient.ctx.actor.sessionId);
    await removeMember(actAs(elsewhere(), ctx.actor), { memberId: removed.ctx.actor.member.id });
    await stream.hasEnded();
    expect(stream.raw.join('')).toMatch(/event: shut-out\ndata: \{\}\n\n$/);
    expect(other.isOpen()).toBe(true);
    expect(other.raw.join('')).not.toContain('shut-out');
  });

  it('who is kept busy by requests outlive the rest that was left to them', async () => {
    const { token, ctx } = await signedInPatient(server.ctx());
    await sql(
      `update identity.session set last_seen_at = platform.now() - make_interval(secs => idle_seconds - 2)
       where id = $1`,
      [ctx.actor.sessionId],
    );
    const stream = await listenAt(server, token);
    const headers = { Cookie: `patient=${token}` };
    expect((await server.request('/api/leads/me', { headers })).status).toBe(200);
    await new Promise((done) => setTimeout(done, 4_000));
    expect(stream.isOpen()).toBe(true);
  });
});
