import { Webhook } from 'standardwebhooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeEndpoint,
  forgetWebhooks,
  ownWebhooks,
  removeEndpoint,
  sendAgain,
  switchOffFailing,
} from '#modules/webhooks';
import { publicEventNames, type PublicEventName } from '#contracts/webhooks';
import { system } from '#platform/base/actor';
import { days, hours, minutes, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { actAs, type CtxOf } from '#platform/context';
import { advance, resetClock } from '../tests/kit/clock';
import { signedInClinic, someReviewer } from '../tests/kit/clinics';
import { createQueuedServices, forgetLimits } from '../tests/kit/identity';
import { type Receivers, startReceivers } from '../tests/kit/receiver';
import type { TestServices } from '../tests/kit/services';
import { signedInPatient } from '../modules/identity/testing';
import { type RunningCourier, startCourier } from './courier/deliver';
import { eraseAgain } from './leaving/erase';
import { acceptShownOffer } from './offers/offers';
import { publishedLead, sentOffer } from './offers/testing';
import { suspendClinicAndEndSessions } from './review-clinic';
import { addWebhook, rotateWebhookSecret } from './webhooks';

let kit: TestServices;
let receivers: Receivers;
const couriers: RunningCourier[] = [];
beforeAll(async () => {
  [kit, receivers] = await Promise.all([createQueuedServices(), startReceivers()]);
  await forgetLimits(kit);
});
beforeEach(async () => {
  receivers.got.splice(0);
  receivers.answer = (_, res) => res.writeHead(204).end();
  await kit.services.database.pool.query(
    'truncate webhooks.receiver, webhooks.delivery, webhooks.attempt',
  );
});
afterEach(async () => {
  await Promise.all(couriers.splice(0).map((courier) => courier.stop()));
  await resetClock(kit.services);
});
afterAll(async () => {
  await receivers.close();
  await kit.close();
});

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;
const newClinic = async () => (await signedInClinic(kit.ctx())).ctx;
let known: Promise<CtxOf<'clinic'>> | undefined;
/** The same for all who neither lose it nor use up what it may in a day: making one costs more than they do. */
const clinic = () => (known ??= newClinic());
const add = (
  ctx: CtxOf<'clinic'>,
  name = 'one',
  events: readonly PublicEventName[] = publicEventNames,
) => addWebhook(ctx, { url: receivers.address(name), events: [...events] });

function courier(patience = receivers.reach.patience): RunningCourier {
  const { database, log, env } = kit.services;
  const reach = { ...receivers.reach, patience };
  const begun = startCourier({ database, log, keys: env.COURIER_CIPHER_KEYS! }, { reach });
  couriers.push(begun);
  return begun;
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 50_000; !(await what()); await sleep(30))
    if (performance.now() > end) throw new Error('it did not come in time');
}
const nothingDue = async () =>
  (
    await sql('select from webhooks.delivery where state = $1 and due_at <= platform.now()', [
      'waiting',
    ])
  ).length === 0;

/** The patient accepts an offer of the clinic. */
async function accepted(ctx: CtxOf<'clinic'>) {
  const { ctx: patient } = await signedInPatient(kit.ctx());
  const { leadId } = await publishedLead(kit, {}, patient);
  const offerId = await sentOffer(ctx, leadId);
  await acceptShownOffer(patient, { offerId });
  return { offerId, leadId, patient };
}

/** Deliveries as an event would leave them, without one. */
async function waiting(
  ctx: CtxOf<'clinic'>,
  endpointId: string,
  things: readonly string[],
): Promise<void> {
  await sql(
    `insert into webhooks.delivery (id, receiver_id, clinic_id, type, thing, ids, happened_at, state, tries, due_at)
      select gen_random_uuid(), $1, $2, 'offer.expired', t.thing, jsonb_build_object('offerId', t.thing, 'n', t.n), now(), 'waiting', 0, now()
      from unnest($3::uuid[]) with ordinality as t(thing, n) order by t.n`,
    [endpointId, ctx.actor.id, things],
  );
}

describe('an event of a clinic', () => {
  it('reaches its endpoints, which check it with the official library: ids, and none of the patient', async () => {
    const [ctx, other] = [await clinic(), await newClinic()];
    const { secret, endpoint } = await add(ctx);
    await add(ctx, 'deaf', ['deal.visit_soon']);
    await add(other, 'elsewhere');
    const { offerId, leadId, patient } = await accepted(ctx);
    courier();
    await until(nothingDue);
    const [call, ...more] = receivers.got.filter(({ body }) => body.includes('offer.accepted'));
    expect(more).toEqual([]);
    expect(new Set(receivers.got.map(({ host }) => host))).toEqual(
      new Set(['one.hooks-of-clinics.com']),
    );
    const said = new Webhook(secret).verify(call!.body, { ...call!.headers });
    expect(said).toEqual({
      type: 'offer.accepted',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      data: { offerId, leadId },
    });
    expect(JSON.stringify(receivers.got)).not.toContain(patient.actor.id);
    const { tries, endpoints } = await ownWebhooks(ctx);
    expect(endpoints[0]).toMatchObject({ _id: endpoint._id, waiting: 0 });
    expect(tries[0]).toMatchObject({ status: 204, failure: null, state: 'delivered' });
    expect(JSON.stringify(await ownWebhooks(ctx))).not.toContain(secret);
    expect((await ownWebhooks(other)).tries).toEqual([]);
  });

  it('is not recorded when it is undone', async () => {
    const ctx = await clinic();
    await add(ctx);
    const { ctx: patient } = await signedInPatient(kit.ctx());
    const { leadId } = await publishedLead(kit, {}, patient);
    const offerId = await sentOffer(ctx, leadId);
    const failing = {
      ...patient,
      services: {
        ...patient.services,
        eventSteps: [
          ...patient.services.eventSteps,
          { on: 'deals.begun', name: 'test.never', run: () => Promise.resolve() },
          { on: 'offers.accepted', name: 'test.fails', run: () => Promise.reject(new Error('no')) },
        ],
      },
    };
    await expect(acceptShownOffer(failing, { offerId })).rejects.toThrow('no');
    expect(await sql(`select from webhooks.delivery where type = 'offer.accepted'`)).toEqual([]);
  });

  it('is signed by two secrets for a day after a new one was made, then by that alone', async () => {
    const ctx = await clinic();
    const { secret: before, endpoint } = await add(ctx);
    const { secret: after } = await rotateWebhookSecret(ctx, { endpointId: endpoint._id });
    courier();
    const heard = async () => {
      receivers.got.splice(0);
      await waiting(ctx, endpoint._id, [newId()]);
      await until(() => receivers.got.length === 1);
      const [{ body, headers }] = receivers.got as [(typeof receivers.got)[0]];
      return [before, after].map((secret) => {
        try {
          new Webhook(secret).verify(body, headers);
          return true;
        } catch {
          return false;
        }
      });
    };
    expect(await heard()).toEqual([true, true]);
    await sql(`update webhooks.receiver set previous_until = now() - interval '1 s'`);
    expect(await heard()).toEqual([false, true]);
    await forgetWebhooks(kit.ctx(system('test')));
    expect(await sql('select previous_cipher from webhooks.receiver')).toEqual([
      { previous_cipher: null },
    ]);
  });
});

describe('a receiver', () => {
  it('gets what is about one thing in order, each once it took the one before; others go on', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    const [slow, quick] = [newId(), newId()];
    let refuse = true;
    receivers.answer = ({ body }, res) =>
      res.writeHead(refuse && body.includes(slow) ? 500 : 200).end();
    await waiting(ctx, endpoint._id, [slow, slow, slow, quick, quick]);
    courier();
    await until(() => receivers.got.length === 3);
    const order = () =>
      receivers.got.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);
    expect(order().toSorted()).toEqual([1, 4, 5]);
    refuse = false;
    await sql(`update webhooks.delivery set due_at = now() where state = 'waiting'`);
    await until(nothingDue);
    expect(order().filter((n) => n < 4)).toEqual([1, 1, 2, 3]);
    const ids = receivers.got.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids.slice(3)[0]);
  });

  it('has two tries under way at most, of however many couriers', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    let [now, most] = [0, 0];
    receivers.answer = async (_, res) => {
      most = Math.max(most, (now += 1));
      await sleep(15);
      now -= 1;
      res.writeHead(200).end();
    };
    await waiting(ctx, endpoint._id, Array.from({ length: 40 }, newId));
    courier();
    courier();
    await until(nothingDue);
    expect([receivers.got.length, most]).toEqual([40, 2]);
  });

  it('that hangs holds up no other one, and is tried again after growing pauses', async () => {
    const ctx = await clinic();
    const [hanging, sound] = [await add(ctx, 'hanging'), await add(ctx, 'sound')];
    receivers.answer = ({ host }, res) =>
      void (host.startsWith('sound') && res.writeHead(200).end());
    await waiting(ctx, hanging.endpoint._id, [newId(), newId()]);
    await waiting(ctx, sound.endpoint._id, Array.from({ length: 20 }, newId));
    courier(seconds(2));
    const ends = async (endpointId: string) =>
      (await ownWebhooks(ctx)).tries.filter((one) => one.endpointId === endpointId);
    await until(async () => (await ends(sound.endpoint._id)).length === 20);
    await until(async () => (await ends(hanging.endpoint._id)).length >= 2);
    expect((await ends(sound.endpoint._id)).every(({ status }) => status === 200)).toBe(true);
    const hung = await ends(hanging.endpoint._id);
    expect(hung.every(({ failure }) => failure === 'timeout')).toBe(true);
    expect(
      await sql(`select from webhooks.delivery where due_at < happened_at + interval '7 s'
        and receiver_id = '${hanging.endpoint._id}'`),
    ).toEqual([]);
  });

  it('that takes nothing for three days is switched off, once, with a mail; what was missed can be sent again', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    receivers.answer = (_, res) => res.writeHead(500).end();
    const thing = newId();
    await waiting(ctx, endpoint._id, [thing, thing]);
    // Three days ago it began.
    await sql(
      'update webhooks.delivery set tries = 10 where seq = (select min(seq) from webhooks.delivery)',
    );
    courier();
    await until(
      async () => (await sql(`select from webhooks.delivery where state = 'failed'`)).length === 1,
    );
    const sweeping = kit.ctx(system('webhooks.switch-off'));
    await Promise.all([1, 2, 3].map(() => switchOffFailing(sweeping)));
    expect((await ownWebhooks(ctx)).endpoints).toMatchObject([
      { state: 'off', offBecause: 'failing', waiting: 0 },
    ]);
    const mails = await sql(
      `select from pgboss.job where data->>'subscription' = 'notifications.tell.webhooks.switched-off'`,
    );
    expect(mails).toHaveLength(1);
    const [missed] = await sql<{ id: string }>(
      `select id from webhooks.delivery order by seq desc`,
    );
    const again = () => sendAgain(ctx, { deliveryId: missed!.id });
    await expect(again()).rejects.toMatchObject({ code: 'webhook_off' });
    await changeEndpoint(ctx, { endpointId: endpoint._id, events: ['offer.expired'], state: 'on' });
    receivers.answer = (_, res) => res.writeHead(200).end();
    receivers.got.splice(0);
    await again();
    await until(() => receivers.got.length === 1);
    expect(receivers.got[0]!.headers['webhook-id']).toBe(missed!.id);
    expect(await switchOffFailing(sweeping)).toBe(0);
  });

  it('that says it is gone is believed at once', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    receivers.answer = (_, res) => res.writeHead(410).end();
    await waiting(ctx, endpoint._id, [newId()]);
    courier();
    await until(
      async () => (await sql(`select from webhooks.delivery where state = 'failed'`)).length === 1,
    );
    expect(await switchOffFailing(kit.ctx(system('test')))).toBe(1);
  });

  it('gets what a courier that died had begun', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    await waiting(ctx, endpoint._id, [newId()]);
    await sql(
      `update webhooks.delivery set claim = gen_random_uuid(), claimed_until = now() + interval '1 s'`,
    );
    courier();
    await sleep(300);
    expect(receivers.got).toEqual([]);
    await until(() => receivers.got.length === 1);
  });
});

describe('an owner', () => {
  it('needs a fresh proof to see a secret', async () => {
    const ctx = await clinic();
    const { endpoint } = await add(ctx);
    await advance(kit.services, minutes(11));
    for (const work of [
      () => add(ctx),
      () => rotateWebhookSecret(ctx, { endpointId: endpoint._id }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'step_up' });
  });

  it('has five endpoints at most, however many are added at once', async () => {
    const ctx = await newClinic();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => add(ctx)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect((await ownWebhooks(ctx)).endpoints).toHaveLength(5);
  });

  it('of another clinic finds none of it', async () => {
    const [ctx, other] = [await clinic(), await newClinic()];
    const { endpoint } = await add(ctx);
    await waiting(ctx, endpoint._id, [newId()]);
    const [{ id: deliveryId }] = (await sql<{ id: string }>(
      'select id from webhooks.delivery',
    )) as [{ id: string }];
    const endpointId = endpoint._id;
    for (const work of [
      () => rotateWebhookSecret(other, { endpointId }),
      () => changeEndpoint(other, { endpointId, events: [], state: 'off' }),
      () => removeEndpoint(other, { endpointId }),
      () => sendAgain(other, { deliveryId }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not_found' });
    expect((await ownWebhooks(other)).endpoints).toEqual([]);
  });
});

describe('all of it goes', () => {
  const left = () =>
    sql<{
      n: number;
    }>(`select (select count(*) from webhooks.receiver) + (select count(*) from webhooks.delivery)
      + (select count(*) from webhooks.attempt) as n`).then(([row]) => Number(row!.n));
  async function used(ctx: CtxOf<'clinic'>): Promise<void> {
    const { endpoint } = await add(ctx);
    await waiting(ctx, endpoint._id, [newId(), newId()]);
    await sql(`insert into webhooks.attempt (delivery_id, clinic_id, at, status, took)
      select id, clinic_id, now(), 500, 1 from webhooks.delivery`);
    expect(await left()).toBe(5);
  }

  it('with the endpoint', async () => {
    const ctx = await clinic();
    await used(ctx);
    const endpointId = (await ownWebhooks(ctx)).endpoints[0]!._id;
    await removeEndpoint(ctx, { endpointId });
    expect(await left()).toBe(0);
  });

  it('with a suspension, and none is added after it', async () => {
    const ctx = await newClinic();
    await used(ctx);
    const staff = actAs(kit.ctx(), someReviewer());
    await suspendClinicAndEndSessions(staff, {
      clinicId: ctx.actor.id,
      reason: 'The license has ended.',
    });
    expect(await left()).toBe(0);
    await expect(add(ctx)).rejects.toMatchObject({
      code: expect.stringMatching(/forbidden|unauthenticated/) as string,
    });
  });

  it('with the account', async () => {
    const ctx = await newClinic();
    await used(ctx);
    await eraseAgain(kit.ctx(system('test')), { kind: 'clinic', id: ctx.actor.id });
    expect(await left()).toBe(0);
  });

  it('thirty days after it ended', async () => {
    const ctx = await clinic();
    await used(ctx);
    await sql(`update webhooks.delivery set state = 'delivered', ended_at = now()`);
    await advance(kit.services, hours(29 * 24));
    await forgetWebhooks(kit.ctx(system('test')));
    expect(await left()).toBe(5);
    await advance(kit.services, days(2));
    await forgetWebhooks(kit.ctx(system('test')));
    expect(await left()).toBe(1);
  });
});
