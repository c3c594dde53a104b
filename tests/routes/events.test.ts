import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#platform/context';
import { withTransaction, publishLive } from '#engine';
import { forgetOldEvents } from '#engine/operations';
import { hours, minutes, seconds } from '#platform/base/duration';
import { cancelLead } from '#modules/leads';
import { signOut } from '#modules/identity';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, listenersAt, openStreams } from '../kit/listen';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await expect.poll(() => listeners(), { timeout: 5_000 }).toBe(0);
});
afterAll(() => server?.close());

const listeners = () => listenersAt(server);

type Stream = Parameters<typeof listenAt> extends [unknown, ...infer Rest] ? Rest : never;
const listen = (...how: Stream) => listenAt(server, ...how);

const say = (ctx: Ctx, person: SignedInPatient, n: number) =>
  withTransaction(ctx, (tx) =>
    publishLive(tx, `patient:${person.ctx.actor.id}`, { type: 'test.said', data: { n } }),
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
    await expect.poll(() => raw.join('')).toMatch(/^retry: \d{4}\nid: \d+\n\n/);
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
    await withTransaction(person.ctx, async (tx) => {
      await publishLive(tx, `patient:${person.ctx.actor.id}`, {
        type: 'test.said',
        data: { n: 1 },
      });
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

  it('begins with what was said since its page began to load, and with nothing older', async () => {
    const person = await newPatient();
    const ofAge = (age: number) =>
      listen(person.token, undefined, { path: `/api/events?as=patient&age=${age}` });
    await say(person.ctx, person, 1);
    await advance(server.services, minutes(1));
    await say(person.ctx, person, 2);
    await advance(server.services, seconds(5));
    // The second word came while this page loaded, before the stream was there.
    const stream = await ofAge(6_000);
    const late = await ofAge(0);
    await say(person.ctx, person, 3);
    await stream.has(2);
    await late.has(1);
    const said = ({ told }: typeof stream) => told().map(({ data }) => data!.n);
    expect([said(stream), said(late)]).toEqual([[2, 3], [3]]);
    await resetClock(server.services);
    expect((await ofAge(-1)).answer.status).toBe(422);
    expect((await ofAge(600_001)).answer.status).toBe(422);
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
