import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { after, days, hours } from '#platform/base/duration';
import { send } from '#engine';
import { readFlow, replayFlow, runDueTimers } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { putBack, snapshotsOf, timersOf } from '../../tests/kit/old-instance';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { resetClock } from '../../tests/kit/clock';
import { leadFlow } from './projection.server';
import type { LeadContext } from './lead.machine';
import { placeOf } from './rules';
import { readLead } from './queries.server';
import { somePatient, submitted } from './testing';

const snapshotsAt = (version: number) =>
  snapshotsOf('leads', `lead-v${version}`).map((snapshot) => {
    const value = snapshot.state.value as never;
    const { status, within } = placeOf(value);
    const waits = Object.keys(snapshot.timers).map((name) => name.split('.')[2]);
    const what = [status, within, waits.join(' and ')].filter(Boolean).join(', ');
    return [what, { ...snapshot, status, within }] as const;
  });
type Snapshot = ReturnType<typeof snapshotsAt>[number][1];

describe.each([1, 2, 3])('a request that version %i left', (version) => {
  const snapshots = snapshotsAt(version);
  let kit: TestServices;
  let ctx: CtxOf<'patient'>;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    await kit.services.database.pool.query('delete from flow.timer');
    ctx = kit.ctx(somePatient());
  });

  /** Its row stands as that version wrote it. */
  async function stored(snapshot: Snapshot) {
    const { _id: id } = await submitted(ctx);
    const { leadId, patientId, cancelledBy, acceptedOfferId } = snapshot.state
      .context as LeadContext;
    const names = { [leadId]: id, [patientId]: ctx.actor.id };
    await putBack(kit.services, snapshot, { id, version, names });
    const publishedAt = snapshot.past.find(({ value }) => placeOf(value).status === 'reviewed')?.at;
    await kit.services.database.pool.query(
      `update leads.lead set status = $2, published_at = $3::timestamptz, created_at = $4,
         expires_at = $3::timestamptz + interval '30 days', offers_due_at = $3::timestamptz + interval '48 hours',
         cancelled_at = case when $2 = 'cancelled' then $5::timestamptz end, cancelled_by = $6,
         completed_at = case when $2 = 'completed' then $5::timestamptz end, accepted_offer_id = $7
       where id = $1`,
      [
        ...[id, snapshot.status, publishedAt ?? null, snapshot.past[0]!.at],
        ...[snapshot.past.at(-1)!.at, cancelledBy, acceptedOfferId],
      ],
    );
    return { id, publishedAt };
  }
  const sendEvent = (
    id: string,
    type: 'leads.offer-gone' | 'leads.offer-received',
    offerId: string,
  ) => send(kit.ctx(system('test')), leadFlow, { id, event: { type, offerId } });
  const at = (date: Date | undefined) => date?.toISOString() ?? null;

  it.each(snapshots)('is read: %s', async (_what, snapshot) => {
    const { id, publishedAt } = await stored(snapshot);
    const { status, context, value } = (await readFlow(ctx, leadFlow, id))!;
    expect({ status, value }).toEqual({
      status: snapshot.state.status,
      value: snapshot.state.value,
    });
    expect(leadFlow.context.parse(context)).toMatchObject({
      submittedAt: snapshot.past[0]!.at,
      publishedAt: publishedAt ?? null,
      searchingSince: publishedAt ?? null,
      citiesOpened: false,
    });
  });

  const published = snapshots.filter(([, { status }]) => /reviewed|offers/.test(status));
  it.each(published)('keeps every date when an event moves it: %s', async (_what, snapshot) => {
    const { id, publishedAt } = await stored(snapshot);
    const before = await timersOf(kit.services, id);
    // Of an offer that it never heard of: nothing changes but the version.
    await sendEvent(id, 'leads.offer-gone', newId());
    expect(await timersOf(kit.services, id)).toEqual(before);
    expect(await readLead(ctx, { leadId: id })).toMatchObject({
      lead: { status: snapshot.status, offersCount: snapshot.status === 'reviewed' ? 0 : 1 },
      publishedAt,
      offersDueAt: at(after(new Date(publishedAt!), hours(48))),
      expiresAt: at(before['xstate.after.expiry-window.published']?.fireAt),
    });
    const log = await replayFlow(ctx, leadFlow, { id });
    expect(log.slice(-2).map(({ name, check }) => [name, check])).toEqual([
      ['flow.migrated', 'same'],
      ['leads.offer-gone', 'same'],
    ]);
  });

  const waiting = snapshots.filter(([, { timers }]) => Object.keys(timers).length > 0);
  it.each(waiting)(
    'is moved first by a timer, on time, and ends by its clocks: %s',
    async (_what, snapshot) => {
      const { id } = await stored(snapshot);
      const timers = Object.values(await timersOf(kit.services, id));
      const [first] = timers.map(({ fireAt }) => fireAt.getTime()).sort((a, b) => a - b);
      const flows = { flows: [leadFlow] };
      expect(await runDueTimers(kit.services, flows, new Date(first! - 1_000))).toBe(0);
      expect(await runDueTimers(kit.services, flows, new Date(first! + 1_000))).toBe(1);
      const moved = (await readFlow(ctx, leadFlow, id))!;
      expect(moved.version).toBe(snapshot.past.length + 2);
      await runDueTimers(kit.services, flows, new Date(first! + days(60)));
      const end = await readLead(ctx, { leadId: id });
      expect(end).toMatchObject({ lead: { status: 'cancelled' }, cancelledBy: 'expiry' });
      const late = Date.parse(end.cancelledAt!) - (Date.parse(end.publishedAt!) + days(30));
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(60_000);
    },
  );
});
