import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction, type Ctx } from '#platform/context';
import { announce, forgetOldEvents } from '#platform/live';
import { hours } from '#platform/duration';
import { cancelLead } from '#modules/leads';
import { signOut } from '#modules/identity';
import {
  signedInPatient,
  signedInStaff,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { rejectClinic, suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { signedInClinic, someReviewer, verifiedClinicPhone } from '../kit/clinics';
import { submitted } from '../../modules/leads/testing';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
const open: AbortController[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const each of open.splice(0)) each.abort();
  await expect.poll(() => listeners(), { timeout: 5_000 }).toBe(0);
});
afterAll(() => server?.close());

const listeners = async (): Promise<number> => {
  const { rows } = await server.services.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
  return rows[0]!.n;
};

interface Event {
  id?: string;
  data?: Record<string, unknown>;
}

/** Reads a stream the way a browser does; `next` waits for the next event with data. */
async function listen(
  token: string | null,
  lastEventId?: string,
  { cookie = 'patient', path = '/api/events' } = {},
) {
  const abort = new AbortController();
  open.push(abort);
  const answer = await server.request(path, {
    signal: abort.signal,
    headers: {
      Accept: 'text/event-stream',
      ...(token ? { Cookie: `${cookie}=${token}` } : {}),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
  });
  const events: Event[] = [];
  const raw: string[] = [];
  const state = { ended: false };
  const read = async () => {
    let text = '';
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = part.value;
      text += chunk;
      raw.push(chunk);
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const event: Event = {};
        for (const line of block.split('\n')) {
          if (line.startsWith('id: ')) event.id = line.slice(4);
          if (line.startsWith('data: ')) event.data = JSON.parse(line.slice(6)) as Event['data'];
        }
        events.push(event);
      }
    }
  };
  if (answer.body && answer.status === 200)
    void read()
      .catch(() => undefined)
      .finally(() => {
        state.ended = true;
      });
  const told = () => events.filter(({ data }) => data);
  return {
    answer,
    raw,
    told,
    close: () => abort.abort(),
    hasEnded: () => expect.poll(() => state.ended, { timeout: 5_000 }).toBe(true),
    has: (n: number) => expect.poll(() => told().length, { timeout: 5_000 }).toBe(n),
  };
}

const say = (ctx: Ctx, person: SignedInPatient, n: number) =>
  transaction(ctx, (tx) =>
    announce(tx, `patient:${person.ctx.actor.id}`, { type: 'test.said', data: { n } }),
  );
const newPatient = () => signedInPatient(server.ctx());

describe('GET /api/events', () => {
  it('needs a session', async () => {
    expect((await listen(null)).answer.status).toBe(401);
    expect((await listen('nonsense')).answer.status).toBe(401);
  });

  it('is a stream that nothing stores or holds up', async () => {
    const { answer, raw } = await listen((await newPatient()).token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    await expect.poll(() => raw.join('')).toMatch(/^retry: 3000\nid: \d+\n\n/);
  });

  it('opens no stream for a request without an answer to read', async () => {
    const headers = { Cookie: `patient=${(await newPatient()).token}` };
    const answer = await server.request('/api/events', { method: 'HEAD', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(await listeners()).toBe(0);
  });

  it('tells a patient what happens to a request, and nobody else', async () => {
    const [person, other] = [await newPatient(), await newPatient()];
    const [mine, theirs] = [await listen(person.token), await listen(other.token)];
    const { _id } = await submitted(person.ctx);
    await cancelLead(person.ctx, { leadId: _id, reason: null });
    await mine.has(2);
    expect(mine.told().map(({ data }) => data)).toEqual([
      { type: 'leads.status-changed', leadId: _id, status: 'pending', offersCount: 0 },
      { type: 'leads.status-changed', leadId: _id, status: 'cancelled', offersCount: 0 },
    ]);
    expect(theirs.told()).toEqual([]);
  });

  it('says nothing of a transaction that did not commit', async () => {
    const person = await newPatient();
    const stream = await listen(person.token);
    await transaction(person.ctx, async (tx) => {
      await announce(tx, `patient:${person.ctx.actor.id}`, { type: 'test.said', data: { n: 1 } });
      throw new Error('no');
    }).catch(() => undefined);
    await say(server.ctx(), person, 2);
    await stream.has(1);
    expect(stream.told()[0]!.data).toMatchObject({ n: 2 });
  });

  it('resumes after Last-Event-ID, without a gap or a repeat', async () => {
    const person = await newPatient();
    const first = await listen(person.token);
    await say(server.ctx(), person, 1);
    await first.has(1);
    const last = first.told()[0]!.id!;
    first.close();
    for (const n of [2, 3, 4]) await say(server.ctx(), person, n);
    const second = await listen(person.token, last);
    await second.has(3);
    await say(server.ctx(), person, 5);
    await second.has(4);
    expect(second.told().map(({ data }) => data!.n)).toEqual([2, 3, 4, 5]);
    const ids = second.told().map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('begins with what comes next without Last-Event-ID, or with one that makes no sense', async () => {
    const person = await newPatient();
    await say(server.ctx(), person, 1);
    for (const id of [undefined, 'x', '-1', '9'.repeat(40)]) {
      const stream = await listen(person.token, id);
      await say(server.ctx(), person, 2);
      await stream.has(1);
    }
  });

  it('keeps the order of commits when fifty speak at once', async () => {
    const person = await newPatient();
    const stream = await listen(person.token);
    await Promise.all(Array.from({ length: 50 }, (_, n) => say(server.ctx(), person, n)));
    await stream.has(50);
    const ids = stream.told().map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(stream.told().map(({ data }) => data!.n)).size).toBe(50);
  });

  it('ends with the session, before another word', async () => {
    const person = await newPatient();
    const stream = await listen(person.token);
    await say(server.ctx(), person, 1);
    await stream.has(1);
    await signOut(person.ctx, { principal: 'patient', token: person.token });
    await say(server.ctx(), person, 2);
    await stream.hasEnded();
    expect(stream.told()).toHaveLength(1);
    expect((await listen(person.token)).answer.status).toBe(401);
  });

  it('does not renew the session', async () => {
    const person = await newPatient();
    await advance(server.services, hours(1));
    const seen = async () =>
      (
        await server.services.database.pool.query<{ at: Date }>(
          'select last_seen_at as at from identity.session where id = $1',
          [person.ctx.actor.sessionId],
        )
      ).rows[0]!.at;
    const before = await seen();
    const stream = await listen(person.token);
    await say(server.ctx(), person, 1);
    await stream.has(1);
    expect(await seen()).toEqual(before);
    await resetClock(server.services);
  });

  it('lets one person hold eight streams, and another one when one has closed', async () => {
    const person = await newPatient();
    const streams = [];
    for (let n = 0; n < 8; n += 1) streams.push(await listen(person.token));
    const ninth = await listen(person.token);
    expect(ninth.answer.status).toBe(429);
    expect(ninth.answer.headers.get('Retry-After')).toBe('30');
    expect((await listen((await newPatient()).token)).answer.status).toBe(200);
    streams[0]!.close();
    await expect.poll(async () => (await listen(person.token)).answer.status).toBe(200);
  });

  it('goes on after its connection to the database was cut', async () => {
    const person = await newPatient();
    const stream = await listen(person.token);
    await expect.poll(listeners).toBe(1);
    await server.services.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'`,
    );
    await say(server.ctx(), person, 1);
    await stream.has(1);
    await say(server.ctx(), person, 2);
    await stream.has(2);
  });
});

describe('GET /api/events for clinics and staff', () => {
  it('tells a clinic what happens to its application, and nobody else', async () => {
    const [mine, other] = [
      await signedInClinic(server.ctx(), { state: 'documents' }),
      await signedInClinic(server.ctx(), { state: 'documents' }),
    ];
    const stream = await listen(mine.token, undefined, { cookie: 'clinic' });
    const theirs = await listen(other.token, undefined, { cookie: 'clinic' });
    const someone = await newPatient();
    const patient = await listen(someone.token);
    await rejectClinic(server.ctx(someReviewer()), { clinicId: mine.clinicId, reason: 'canary' });
    await stream.has(1);
    expect(stream.told()[0]!.data).toEqual({
      type: 'clinic-onboarding.application-changed',
      clinicId: mine.clinicId,
      status: 'rejected',
    });
    expect(theirs.told()).toEqual([]);
    expect(patient.told()).toEqual([]);
  });

  it('needs a full session of a clinic, whatever its state', async () => {
    const verified = await verifiedClinicPhone(server.ctx());
    expect((await listen(verified.token, undefined, { cookie: 'clinic' })).answer.status).toBe(403);
    for (const state of ['pending', 'rejected', 'suspended', 'approved'] as const) {
      const { token } = await signedInClinic(server.ctx(), { state });
      expect((await listen(token, undefined, { cookie: 'clinic' })).answer.status).toBe(200);
    }
  });

  it('ends for a clinic that is suspended', async () => {
    const { token, clinicId } = await signedInClinic(server.ctx());
    const stream = await listen(token, undefined, { cookie: 'clinic' });
    const reason = 'The license has expired.';
    await suspendClinicAndEndSessions(server.ctx(someReviewer()), { clinicId, reason });
    await stream.hasEnded();
  });

  it('tells staff what concerns all of them and what concerns one, and resumes in both', async () => {
    const [one, two] = [await signedInStaff(server.ctx()), await signedInStaff(server.ctx())];
    const topicOf = ({ id }: { id: string }) => `staff:${id}`;
    const announceTo = (topic: string, n: number) =>
      transaction(server.ctx(), (tx) => announce(tx, topic, { type: 'test.said', data: { n } }));
    const first = await listen(one.token, undefined, { cookie: 'staff' });
    const other = await listen(two.token, undefined, { cookie: 'staff' });
    await announceTo(topicOf(one), 1);
    await announceTo('staff', 2);
    await first.has(2);
    await other.has(1);
    expect(other.told()[0]!.data).toMatchObject({ n: 2 });
    const last = first.told().at(-1)!.id!;
    first.close();
    await announceTo('staff', 3);
    await announceTo(topicOf(one), 4);
    const again = await listen(one.token, last, { cookie: 'staff' });
    await again.has(2);
    expect(again.told().map(({ data }) => data!.n)).toEqual([4, 3]);
  });

  it('listens as who is asked for where one browser is several people, patient first', async () => {
    const person = await newPatient();
    const clinic = await signedInClinic(server.ctx(), { state: 'documents' });
    const both = `${person.token}; clinic=${clinic.token}`;
    const asPatient = await listen(both);
    const asClinic = await listen(both, undefined, { path: '/api/events?as=clinic' });
    await say(server.ctx(), person, 1);
    await asPatient.has(1);
    await rejectClinic(server.ctx(someReviewer()), { clinicId: clinic.clinicId, reason: 'no' });
    await asClinic.has(1);
    expect(asPatient.told()).toHaveLength(1);
    const status = async (path: string) => (await listen(both, undefined, { path })).answer.status;
    expect(await status('/api/events?as=staff')).toBe(401);
    expect(await status('/api/events?as=admin')).toBe(422);
    expect(await status('/api/events?for=clinic')).toBe(422);
  });
});

describe('old events', () => {
  it('are forgotten after a day', async () => {
    const person = await newPatient();
    await say(server.ctx(), person, 1);
    await advance(server.services, hours(23));
    expect(await forgetOldEvents(server.ctx())).toBe(0);
    await advance(server.services, hours(1.1));
    expect(await forgetOldEvents(server.ctx())).toBeGreaterThan(0);
    await resetClock(server.services);
  });
});
