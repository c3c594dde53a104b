import { afterAll, beforeAll, expect, it } from 'vitest';
import { postNotice, queueNotification } from '#modules/notifications';
import { system } from '#platform/base/actor';
import { audit, withTransaction, publishLive } from '#engine';
import { runJobs } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { publishedLead, sentOffer, someClinics } from '../../workflows/offers/testing';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { registry } from '../../workflows/registry';
import { createTestServices, type TestServices } from './services';

let kit: TestServices;
const announced = (n: number) =>
  withTransaction(kit.ctx(), (tx) =>
    publishLive(tx, `patient:${recipientId}`, {
      type: 'sample.moved',
      data: { thing, n },
    } as never),
  );
const offer = { offerId: '', leadId: '' };
const [thing, eventId] = [newId(), newId()];
const recipientId = newId();
beforeAll(async () => {
  kit = await createTestServices();
  const [clinic] = await someClinics(kit);
  const { patient, leadId } = await publishedLead(kit);
  offer.leadId = leadId;
  offer.offerId = await sentOffer(clinic!, leadId);
  await runJobs(kit.services, registry);
  await acceptShownOffer(patient, offer);
  const object = { type: 'sample', id: thing };
  await audit(kit.ctx(system('test')), { action: 'sample.done', object, details: { n: 1 } });
  await withTransaction(kit.ctx(), async (tx) => {
    const recipient = { type: 'patient', id: recipientId } as const;
    await queueNotification(tx, { kind: 'offers.made', recipient, eventId });
    const params = { offerId: offer.offerId };
    await postNotice(tx, {
      kind: 'offers.made',
      topic: 'offers',
      reader: recipient,
      eventId,
      params,
    });
  });
  await announced(2);
});
afterAll(() => kit.close());

const unknown = newId();
/** Each matcher with what is there, and with what is almost there. */
const cases: Record<string, [there: () => Promise<void>, not: () => Promise<void>, lists: string]> =
  {
    toHaveEmitted: [
      () => expect(kit).toHaveEmitted('offers.accepted', { offerId: offer.offerId }, { times: 1 }),
      () => expect(kit).toHaveEmitted('offers.accepted', { offerId: unknown }),
      'offers.made {',
    ],
    toHaveEnqueued: [
      () => expect(kit).toHaveEnqueued('notifications.send-email'),
      () => expect(kit).toHaveEnqueued('notifications.send-email', { notificationId: unknown }),
      'notifications.send-email {',
    ],
    toBeAudited: [
      () =>
        expect(kit).toBeAudited('sample.done', {
          actor: 'system:test',
          objectId: thing,
          facts: { n: 1 },
          reason: null,
        }),
      () => expect(kit).toBeAudited('sample.done', { objectId: thing, facts: { n: 2 } }),
      '"facts":{"n":1}',
    ],
    toHaveMailed: [
      () =>
        expect(kit.services).toHaveMailed('offers.made', { recipientType: 'patient', recipientId }),
      () => expect(kit.services).toHaveMailed('offers.made', { recipientId: unknown }),
      'offers.made {',
    ],
    toHaveNotified: [
      () =>
        expect(kit).toHaveNotified('offers.made', {
          readerType: 'patient',
          readerId: recipientId,
          facts: { offerId: offer.offerId },
        }),
      () =>
        expect(kit).toHaveNotified('offers.made', {
          readerId: recipientId,
          facts: { offerId: unknown },
        }),
      `"readerId":"${recipientId}"`,
    ],
    toHaveTransitioned: [
      () =>
        expect(kit).toHaveTransitioned(
          'offers.accept',
          {
            instance: offer.offerId,
            actor: expect.stringMatching(/^patient:/),
            event: { type: 'offers.accept' },
            effects: expect.arrayContaining(['offers.accepted']),
          },
          { times: 1 },
        ),
      () =>
        expect(kit).toHaveTransitioned('offers.accept', {
          instance: offer.offerId,
          effects: ['offers.accepted', 'offers.imagined'],
        }),
      'offers.accept {',
    ],
    toHaveTold: [
      () => expect(kit).toHaveTold(`patient:${recipientId}`, 'sample.moved', { thing }),
      () => expect(kit).toHaveTold(`patient:${unknown}`, 'sample.moved', { thing }),
      `patient:${recipientId} sample.moved {`,
    ],
  };
const failureOf = (what: () => Promise<void>): Promise<string> =>
  what().then(
    () => 'it passed',
    (error: unknown) => (error as Error).message,
  );

it.each(Object.entries(cases))(
  '%s finds what is there, and lists it where it is not',
  async (_, [there, not, lists]) => {
    await there();
    const failure = await failureOf(not);
    expect(failure).toMatch(/^expected at least one .* 0 found\. There is:\n/);
    expect(failure).toContain(lists);
  },
);

it('counts exactly where it is asked to', async () => {
  const twice = () => expect(kit).toBeAudited('sample.done', {}, { times: 2 });
  expect(await failureOf(twice)).toMatch(
    /^expected exactly 2 audit entry sample\.done {}; 1 found/,
  );
  await expect(kit).toBeAudited('sample.done', {}, { times: 1 });
  await expect(kit).toBeAudited('sample.never', {}, { times: 0 });
});

it('takes nothing else of the name where there is to be nothing but what fits', async () => {
  const only = (fields: Record<string, number>, n: number) => () =>
    expect(kit).toHaveTold(`patient:${recipientId}`, 'sample.moved', fields, { only: n });
  await only({ n: 2 }, 1)();
  await announced(3);
  expect(await failureOf(only({ n: 2 }, 1))).toMatch(
    /^expected nothing but 1 live message .*; 1 found/,
  );
  expect(await failureOf(only({}, 1))).toMatch(/; 2 found/);
  await only({}, 2)();
});

it('takes no further fields where they are to be all', async () => {
  const told = (fields: Record<string, unknown>) => () =>
    expect(kit).toHaveTold(`patient:${recipientId}`, 'sample.moved', fields, { exact: true });
  await told({ thing, n: 2 })();
  expect(await failureOf(told({ thing }))).toMatch(/^expected at least one exact .* 0 found/);
});

it('says what is there and should not be', async () => {
  const none = () => expect(kit).not.toBeAudited('sample.done');
  expect(await failureOf(none)).toMatch(/^expected not at least one audit entry sample\.done/);
  await expect(kit).not.toBeAudited('sample.done', { actor: 'system:other' });
  const counted = () => expect(kit).not.toBeAudited('sample.done', {}, { times: 2 });
  expect(await failureOf(counted)).toBe(
    'what should not be there at all is not counted, nor compared exactly',
  );
});

it('refuses an event that leaves nothing behind, also where it should not be there', async () => {
  const unheard = () => expect(kit).not.toHaveEmitted('offers.imagined');
  expect(await failureOf(unheard)).toBe(
    'no subscription asks for offers.imagined: nothing of it is kept',
  );
});
