import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#platform/context';
import { minutes } from '#platform/duration';
import { newId } from '#platform/ids';
import { queueNotification } from '#modules/notifications';
import { resetClock } from '../../tests/kit/clock';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { exemptMails, thingOf } from './budget';
import { mails } from './mails';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({});
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const burst = async (kind: string, ids: { id: string; thing: string | null }, count = 50) => {
  const one = () =>
    transaction(kit.ctx(), (tx) =>
      queueNotification(tx, {
        kind,
        recipient: { type: 'patient', id: ids.id },
        factId: newId(),
        thing: ids.thing,
      }),
    );
  await Promise.all(Array.from({ length: count }, one));
};
const rowsOf = async (id: string) =>
  (
    await kit.services.database.pool.query<{ wait: number; status: string; jobs: number }>(
      `select n.status, extract(epoch from n.due_at - n.created_at)::float8 as wait,
         (select count(*)::int from pgboss.job j where j.data::text like '%' || n.id || '%') as jobs
       from notifications.notification n where recipient_id = $1 order by n.due_at, n.status desc`,
      [id],
    )
  ).rows;

describe('the budget of mails', () => {
  it('exempts only mails that there are', () => {
    expect(Object.keys(exemptMails).filter((name) => !Object.hasOwn(mails, name))).toEqual([]);
  });

  const budgeted = Object.entries(mails).filter(
    ([name, { by }]) => by !== 'product' && !Object.hasOwn(exemptMails, name),
  );
  it.each(budgeted)('sends two for fifty of %s at once', async (name, { about }) => {
    expect(about).not.toMatch(/account/);
    const ids = { offerId: newId(), leadId: newId(), clinicId: newId(), ticketId: newId() };
    const id = newId();
    await burst(name, { id, thing: thingOf(name, about, { facts: ids, recipientId: id }) });
    const rows = await rowsOf(id);
    const queued = rows.filter(({ jobs }) => jobs > 0);
    expect(rows).toHaveLength(50);
    expect(queued).toHaveLength(2);
    expect(queued[0]!.wait).toBe(0);
    expect(queued[1]!.wait * 1000).toBeGreaterThan(minutes(9));
  });

  it('counts each thing of a recipient on its own', async () => {
    const id = newId();
    await burst('offers.revised', { id, thing: newId() }, 3);
    await burst('offers.revised', { id, thing: newId() }, 3);
    expect((await rowsOf(id)).filter(({ jobs }) => jobs > 0)).toHaveLength(4);
  });
});
