import type { Side } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { advance } from '../../tests/kit/clock';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { withoutBudgets } from '../offers/testing';
import { registry } from '../registry';
import { seeConversation } from './talk';
import { found, read, rowsOf, someTalk, write } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await withoutBudgets(kit);
});
afterAll(() => kit?.close());

const see = async (ctx: CtxOf<Side>, offerId: string, upTo?: string) =>
  seeConversation(await found(ctx, offerId), { upTo });
/** What is kept of the patient's unread messages, and what there is. */
const kept = async (offerId: string) =>
  (
    await rowsOf(kit)<{ unread: number; from: string | null; counted: number; first: string }>(
      `select c.patient_unread as unread, c.patient_unread_from as "from", count(m.id)::int as counted,
         (array_agg(m.id order by m.created_at) filter (where m.id is not null))[1] as first
       from messaging.conversation c
       left join messaging.message m
         on m.conversation_id = c.id and m.from_side = 'clinic' and m.read_at is null
       where c.id = $1 group by c.id`,
      [offerId],
    )
  )[0]!;

describe('what is read of a conversation', () => {
  it('ends with what was shown: a message that came in between is unread, and a mail tells of it', async () => {
    const { patient, clinic, offerId } = await someTalk(kit);
    const shown = await write(clinic, offerId, 'Seen.');
    const later = await write(clinic, offerId, 'Not seen.');
    await see(patient, offerId, shown);
    const { unread, messages } = await read(patient, offerId);
    expect(unread).toBe(1);
    expect(messages.map(({ text, readAt }) => [text, readAt !== null])).toEqual([
      ['Not seen.', false],
      ['Seen.', true],
    ]);
    expect(await kept(offerId)).toMatchObject({ unread: 1, from: later });
    await advance(kit.services, minutes(11));
    await runJobs(kit.services, registry);
    const mail = { recipientId: patient.actor.id, facts: { offerId } };
    await expect(kit).toHaveMailed('messaging.unread', mail, { times: 1 });
    // Said again, later than what was said since: nothing comes back.
    await see(patient, offerId, later);
    await see(patient, offerId, shown);
    expect(await kept(offerId)).toMatchObject({ unread: 0, from: null, counted: 0 });
  });

  it('is all that was said before an own message that was shown last', async () => {
    const { patient, clinic, offerId } = await someTalk(kit);
    await write(clinic, offerId, 'Seen.');
    const own = await write(patient, offerId, 'Yes.');
    await write(clinic, offerId, 'Not seen.');
    await see(patient, offerId, own);
    expect(await kept(offerId)).toMatchObject({ unread: 1, counted: 1 });
    await see(patient, offerId);
    expect(await kept(offerId)).toMatchObject({ unread: 0, from: null });
  });

  it('is of this conversation only', async () => {
    const [one, other] = [await someTalk(kit), await someTalk(kit)];
    await write(one.clinic, one.offerId, 'One.');
    const foreign = await write(other.clinic, other.offerId, 'Two.');
    for (const upTo of [foreign, newId()])
      await expect(see(one.patient, one.offerId, upTo)).rejects.toMatchObject({
        code: 'not_found',
      });
    await expect(see(one.stranger, one.offerId, foreign)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await kept(one.offerId)).toMatchObject({ unread: 1 });
    expect(await kept(other.offerId)).toMatchObject({ unread: 1 });
  });

  it('is counted right when messages and looks cross, fifty at once', async () => {
    const { patient, clinic, offerId } = await someTalk(kit);
    await write(clinic, offerId, 'First.');
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        if (n % 2) return write(clinic, offerId, `Part ${'a'.repeat(n)}`);
        return see(patient, offerId, (await read(patient, offerId)).messages[0]!._id);
      }),
    );
    const { unread, from, counted, first } = await kept(offerId);
    expect([unread, from]).toEqual([counted, first]);
  });
});
