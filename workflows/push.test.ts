import {
  createDecipheriv,
  createECDH,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signOut } from '#modules/identity';
import { ownQuietHours, type PreferenceChange } from '#modules/notifications';
import { forgetBrowsers, removeLostBrowsers } from '#modules/webhooks';
import { system } from '#platform/base/actor';
import { days, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { actAs, type CtxOf } from '#platform/context';
import { withTransaction } from '#engine';
import { advance, resetClock } from '../tests/kit/clock';
import { signedInClinic, someReviewer, teamMember } from '../tests/kit/clinics';
import { createQueuedServices, forgetLimits } from '../tests/kit/identity';
import { type Received, type Receivers, startReceivers } from '../tests/kit/receiver';
import { testPushKey, type TestServices } from '../tests/kit/services';
import { signedInPatient } from '../modules/identity/testing';
import {
  addOwnBrowser,
  endDevice,
  endOtherDevices,
  forgetSignedOutBrowsers,
  ownNotifiedBrowsers,
  removeOwnBrowser,
  setOwnPreferences,
  signOutBrowser,
} from './browsers';
import { type RunningCourier, startCourier } from './courier/deliver';
import { identityOf } from './courier/push';
import { eraseAgain } from './leaving/erase';
import { notifyBrowsers } from './notifications/browsers';
import { mailKindOf } from './reactions/index';
import { suspendClinicAndEndSessions } from './review-clinic';

let kit: TestServices;
let receivers: Receivers;
const couriers: RunningCourier[] = [];
const push = identityOf({ PUSH_PRIVATE_KEY: testPushKey, PUSH_CONTACT: 'team@clinic.com' });
beforeAll(async () => {
  [kit, receivers] = await Promise.all([createQueuedServices(), startReceivers()]);
});
beforeEach(async () => {
  receivers.got.splice(0);
  receivers.answer = (_, res) => res.writeHead(201).end();
  await kit.services.database.pool.query('truncate webhooks.receiver, webhooks.delivery');
  await forgetLimits(kit);
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

/** A browser as a push service knows it: only this side can read what it is sent. */
class Browser {
  readonly pair: ECDH = createECDH('prime256v1');
  readonly auth = randomBytes(16);
  readonly path = `/fcm/send/${newId()}`;
  constructor() {
    this.pair.generateKeys();
  }
  get subscription() {
    return {
      endpoint: `https://fcm.googleapis.com${this.path}`,
      p256dh: this.pair.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    };
  }
  /** RFC 8291 and 8188, as browsers read it: one record. */
  read(body: Buffer): unknown {
    const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!];
    const theirs = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    expect(sealed.length).toBeLessThanOrEqual(size);
    const shared = this.pair.computeSecret(theirs);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), theirs]);
    const key = Buffer.from(hkdfSync('sha256', shared, this.auth, info, 32));
    const of = (name: string, length: number) =>
      Buffer.from(
        hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
      );
    const decipher = createDecipheriv('aes-128-gcm', of('aes128gcm', 16), of('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // Padding begins with a 2 in the last record.
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as unknown;
  }
}

/** `HH:MM` in so many hours, in UTC. */
const at = (hour: number) => new Date(Date.now() + hours(hour)).toISOString().slice(11, 16);
const isQuiet = (ctx: Person, quietHours: PreferenceChange['quietHours']) =>
  setOwnPreferences(ctx, { preferences: [], quietHours });
const newPatient = () => signedInPatient(kit.ctx());
type Person = CtxOf<'patient' | 'clinic'>;
const added = async (ctx: Person): Promise<Browser> => {
  const browser = new Browser();
  await addOwnBrowser(ctx, browser.subscription);
  return browser;
};
/** Another sign-in of the same person, as on another device. */
async function elsewhere<A extends CtxOf<'patient'>>(ctx: A): Promise<{ ctx: A; token: string }> {
  const token = newId();
  const id = newId();
  await sql(
    `insert into identity.session (id, token_hash, principal, phase, subject_id, phone, shared_device, idle_seconds,
        created_at, last_seen_at, proved_at, expires_at)
      select $2, sha256($3::bytea), principal, phase, subject_id, phone, false, idle_seconds, created_at, last_seen_at, proved_at,
        expires_at from identity.session where id = $1`,
    [ctx.actor.sessionId, id, Buffer.from(token)],
  );
  return { ctx: { ...ctx, actor: { ...ctx.actor, sessionId: id } }, token };
}

function courier(): void {
  const { database, log, env } = kit.services;
  couriers.push(
    startCourier(
      { database, log, keys: env.COURIER_CIPHER_KEYS!, push },
      { reach: receivers.reach },
    ),
  );
}
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 50_000; !(await what()); await sleep(30))
    if (performance.now() > end) throw new Error('it did not come in time');
}
const count = async (table: 'receiver' | 'delivery') =>
  Number((await sql<{ n: string }>(`select count(*) as n from webhooks.${table}`))[0]!.n);
const states = async () =>
  (await sql<{ state: string }>('select state from webhooks.delivery')).map(({ state }) => state);

/** The patient, or the clinic, is notified of an offer. */
const notify = (ctx: Person, eventId = newId(), offerId = newId()) => {
  const kind = ctx.actor.kind === 'patient' ? 'offers.made' : 'offers.accepted';
  const { topic, page } = mailKindOf(kind)!;
  const reader = { type: ctx.actor.kind, id: ctx.actor.id };
  const params = { offerId, leadId: newId(), clinicId: newId() };
  return withTransaction(kit.ctx(system('test')), (tx) =>
    notifyBrowsers(tx, { kind, eventId, params, topic, page, reader }),
  ).then(() => offerId);
};

/** Who signed a request to a push service, and what it claimed (RFC 8292). */
function claimsOf({ headers }: Received) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization!) ?? [];
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  return { key, isSigned, ...(JSON.parse(Buffer.from(claims!, 'base64url').toString()) as object) };
}

describe('news for a browser', () => {
  it('arrive encrypted for it alone: kind and id, and nothing else', async () => {
    const { ctx } = await newPatient();
    const [browser, other] = [await added(ctx), new Browser()];
    const offerId = await notify(ctx);
    courier();
    await until(() => receivers.got.length === 1);
    const [call] = receivers.got as [Received];
    expect(call).toMatchObject({ host: 'fcm.googleapis.com', path: browser.path });
    expect(call.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
    });
    expect(browser.read(call.bytes)).toEqual({ kind: 'patient.offers.made', id: offerId });
    expect(() => other.read(call.bytes)).toThrow();
    expect(claimsOf(call)).toMatchObject({
      isSigned: true,
      key: kit.services.env.PUSH_PUBLIC_KEY,
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:team@clinic.com',
    });
    await until(async () => (await states())[0] === 'delivered');
  });

  it('are recorded once however often the event comes, and not while the same wait', async () => {
    const { ctx } = await newPatient();
    await added(ctx);
    const [eventId, offerId] = [newId(), newId()];
    await Promise.all(Array.from({ length: 10 }, () => notify(ctx, eventId, offerId)));
    await notify(ctx, newId(), offerId);
    expect(await count('delivery')).toBe(1);
    await sql(`update webhooks.delivery set state = 'delivered', ended_at = platform.now()`);
    await notify(ctx, eventId, offerId);
    expect(await count('delivery')).toBe(1);
    await notify(ctx, newId(), offerId);
    expect(await count('delivery')).toBe(2);
  });

  it('reach all members of a clinic, and nobody of another one', async () => {
    const { ctx: owner } = await signedInClinic(kit.ctx());
    const { ctx: member } = await teamMember(owner, 'manager');
    const { ctx: other } = await signedInClinic(kit.ctx());
    const [one, two] = [await added(owner), await added(member)];
    await added(other);
    await notify(owner);
    courier();
    await until(async () => (await states()).every((state) => state === 'delivered'));
    expect(receivers.got.map(({ path }) => path).toSorted()).toEqual(
      [one.path, two.path].toSorted(),
    );
  });

  it('stay away from whoever switched their topic off there; what must be said is said', async () => {
    const { ctx } = await newPatient();
    await added(ctx);
    await setOwnPreferences(ctx, {
      preferences: [{ kind: 'offers', email: true, product: true, push: false }],
    });
    await notify(ctx);
    expect(await count('delivery')).toBe(0);
    // A client that knows no browsers changes nothing of them.
    await setOwnPreferences(ctx, {
      preferences: [{ kind: 'offers', email: false, product: true }],
    });
    await notify(ctx);
    expect(await count('delivery')).toBe(0);
    await expect(
      setOwnPreferences(ctx, {
        preferences: [{ kind: 'account', email: true, product: true, push: false }],
      }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('wait for the end of quiet hours, each person’s own, and are one where the same comes again', async () => {
    const { ctx: owner } = await signedInClinic(kit.ctx());
    const { ctx: member } = await teamMember(owner, 'manager');
    const [loud, quiet] = [await added(owner), await added(member)];
    await isQuiet(member, { from: at(-1), to: at(1), zone: 'UTC' });
    const offerId = await notify(owner);
    await notify(owner, newId(), offerId);
    courier();
    await until(async () => (await states()).includes('delivered'));
    expect(receivers.got.map(({ path }) => path)).toEqual([loud.path]);
    const waits = await sql<{ least: boolean; most: boolean }>(
      `select due_at > platform.now() + interval '58 minutes' as least, due_at <= platform.now() + interval '1 hour' as most
       from webhooks.delivery where state = 'waiting'`,
    );
    expect(waits).toEqual([{ least: true, most: true }]);
    await advance(kit.services, hours(1));
    await until(() => receivers.got.some(({ path }) => path === quiet.path));
  });

  it('come at once again without quiet hours', async () => {
    const { ctx } = await newPatient();
    await added(ctx);
    const due = () => sql(`select from webhooks.delivery where due_at <= platform.now()`);
    const { ctx: other } = await newPatient();
    await added(other);
    for (const one of [ctx, other]) {
      await isQuiet(one, { from: at(-1), to: at(2), zone: 'UTC' });
      await notify(one);
    }
    expect(await due()).toHaveLength(0);
    // What waits comes with the end of quiet hours, whoever moves it; that of others stays.
    await isQuiet(ctx, { from: at(-1), to: at(1), zone: 'UTC' });
    expect(await due()).toHaveLength(0);
    await isQuiet(ctx, null);
    expect(await ownQuietHours(ctx)).toBeNull();
    expect(await due()).toHaveLength(1);
    await notify(ctx);
    expect(await due()).toHaveLength(2);
  });

  it('are tried again where the service has no time, and not where it refuses', async () => {
    const { ctx } = await newPatient();
    await added(ctx);
    receivers.answer = (_, res) => res.writeHead(503).end();
    await notify(ctx);
    courier();
    await until(() => receivers.got.length === 1);
    await sleep(200);
    expect(await states()).toEqual(['waiting']);
    receivers.answer = (_, res) => res.writeHead(403).end();
    await sql('update webhooks.delivery set due_at = platform.now()');
    await until(async () => (await states())[0] === 'failed');
    expect(await count('receiver')).toBe(1);
  });
});

describe('a browser is forgotten', () => {
  it.each([404, 410])('once its push service answers %i', async (status) => {
    const { ctx } = await newPatient();
    const [lost, sound] = [await added(ctx), await added((await elsewhere(ctx)).ctx)];
    receivers.answer = ({ path }, res) => res.writeHead(path === lost.path ? status : 201).end();
    await notify(ctx);
    courier();
    await until(async () => (await states()).includes('gone'));
    const sweeping = kit.ctx(system('push.remove-lost'));
    await Promise.all([1, 2, 3].map(() => removeLostBrowsers(sweeping)));
    const { browsers } = await ownNotifiedBrowsers(ctx);
    expect(browsers).toHaveLength(1);
    expect(sound.path).not.toBe(lost.path);
    expect((await states()).filter((state) => state === 'gone')).toEqual([]);
  });

  it('when its person signs out, and only that one', async () => {
    const { ctx, token } = await newPatient();
    const other = await elsewhere(ctx);
    await added(ctx);
    await added(other.ctx);
    await notify(ctx);
    expect([await count('receiver'), await count('delivery')]).toEqual([2, 2]);
    await signOutBrowser(kit.ctx(), { principal: 'patient', token });
    expect([await count('receiver'), await count('delivery')]).toEqual([1, 1]);
    await expect(added(ctx)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await ownNotifiedBrowsers(other.ctx)).browsers).toMatchObject([{ isThis: true }]);
  });

  it('when its session is ended from elsewhere', async () => {
    const { ctx } = await newPatient();
    const [two, three] = [await elsewhere(ctx), await elsewhere(ctx)];
    for (const one of [ctx, two.ctx, three.ctx]) await added(one);
    await endDevice(ctx, { id: two.ctx.actor.sessionId });
    expect(await count('receiver')).toBe(2);
    await endOtherDevices(ctx);
    expect((await ownNotifiedBrowsers(ctx)).browsers).toMatchObject([{ isThis: true }]);
    expect(await count('receiver')).toBe(1);
  });

  it('whichever way its session ends: it hears nothing from then on, and goes within the hour', async () => {
    const { ctx, token } = await newPatient();
    await added(ctx);
    await signOut(kit.ctx(), { principal: 'patient', token });
    await notify(ctx);
    expect(await count('delivery')).toBe(0);
    await forgetSignedOutBrowsers(kit.ctx(system('test')));
    expect(await count('receiver')).toBe(0);
    const { ctx: resting } = await newPatient();
    await added(resting);
    await advance(kit.services, days(40));
    await notify(resting);
    expect(await count('delivery')).toBe(0);
    await forgetSignedOutBrowsers(kit.ctx(system('test')));
    expect(await count('receiver')).toBe(0);
  });

  it('when its clinic is suspended, and none is added by who was in before', async () => {
    const { ctx } = await signedInClinic(kit.ctx());
    const { ctx: member } = await teamMember(ctx, 'reader');
    await added(ctx);
    await added(member);
    await notify(ctx);
    const staff = actAs(kit.ctx(), someReviewer());
    await suspendClinicAndEndSessions(staff, {
      clinicId: ctx.actor.id,
      reason: 'The license has ended.',
    });
    expect([await count('receiver'), await count('delivery')]).toEqual([0, 0]);
    await expect(added(member)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each(['patient', 'clinic'] as const)('when its %s is erased', async (kind) => {
    const { ctx } = kind === 'patient' ? await newPatient() : await signedInClinic(kit.ctx());
    await added(ctx);
    await notify(ctx);
    await eraseAgain(kit.ctx(system('test')), { kind, id: ctx.actor.id });
    expect([await count('receiver'), await count('delivery')]).toEqual([0, 0]);
  });

  it('and what it was sent is a day later', async () => {
    const { ctx } = await newPatient();
    await added(ctx);
    await notify(ctx);
    await sql(`update webhooks.delivery set state = 'delivered', ended_at = platform.now()`);
    const forget = () =>
      forgetBrowsers(kit.ctx(system('test')), (ids) => Promise.resolve(new Set(ids)));
    await advance(kit.services, hours(23));
    await forget();
    expect(await count('delivery')).toBe(1);
    await advance(kit.services, hours(2));
    await forget();
    expect([await count('receiver'), await count('delivery')]).toEqual([1, 0]);
  });
});

describe('a person', () => {
  it('has five browsers at most, however many are added at once', async () => {
    const { ctx } = await newPatient();
    const sessions = [ctx];
    for (let n = 0; n < 49; n += 1) sessions.push((await elsewhere(ctx)).ctx);
    const outcomes = await Promise.allSettled(sessions.map(added));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const reason of refused)
      expect((reason as { code: string }).code).toMatch(/push_full|too_many_requests/);
    expect(await count('receiver')).toBe(5);
  });

  it('is one browser once, however often it is added; who signs in there next takes its place', async () => {
    const { ctx } = await newPatient();
    const browser = new Browser();
    await Promise.all(Array.from({ length: 5 }, () => addOwnBrowser(ctx, browser.subscription)));
    expect(await count('receiver')).toBe(1);
    const { ctx: next } = await newPatient();
    await addOwnBrowser(next, browser.subscription);
    expect((await ownNotifiedBrowsers(ctx)).browsers).toEqual([]);
    expect((await ownNotifiedBrowsers(next)).browsers).toHaveLength(1);
    // For the clinic that the same person runs it is another one.
    const { ctx: clinic } = await signedInClinic(kit.ctx());
    await addOwnBrowser(clinic, browser.subscription);
    expect(await count('receiver')).toBe(2);
  });

  it('finds no browser of anybody else, not even of their own clinic', async () => {
    const { ctx } = await signedInClinic(kit.ctx());
    const { ctx: member } = await teamMember(ctx, 'manager');
    await added(ctx);
    const [{ _id: browserId }] = (await ownNotifiedBrowsers(ctx)).browsers as unknown as [
      { _id: string },
    ];
    for (const other of [member, (await newPatient()).ctx]) {
      expect((await ownNotifiedBrowsers(other)).browsers).toEqual([]);
      await expect(removeOwnBrowser(other, { browserId })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await removeOwnBrowser(ctx, { browserId });
    expect(await count('receiver')).toBe(0);
  });

  it('on a device of several people is not notified there', async () => {
    const { ctx } = await newPatient();
    await sql('update identity.session set shared_device = true where id = $1', [
      ctx.actor.sessionId,
    ]);
    expect((await ownNotifiedBrowsers(ctx)).sharedDevice).toBe(true);
    await expect(added(ctx)).rejects.toMatchObject({ code: 'shared_device' });
  });

  it('of an installation without keys cannot be notified', async () => {
    const { ctx } = await newPatient();
    const { env } = kit.services;
    const without = {
      ...ctx,
      services: { ...ctx.services, env: { ...env, PUSH_PUBLIC_KEY: undefined } },
    };
    expect((await ownNotifiedBrowsers(without)).key).toBeNull();
    await expect(added(without)).rejects.toMatchObject({ code: 'push_unavailable' });
  });

  it('cannot name a point that is not on the curve', async () => {
    const { ctx } = await newPatient();
    const { subscription } = new Browser();
    const off = { ...subscription, p256dh: `B${'A'.repeat(86)}` };
    await expect(addOwnBrowser(ctx, off)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('what is stored', () => {
  it('holds where a browser is under a key only', async () => {
    const { ctx } = await newPatient();
    const { subscription } = await added(ctx);
    const rows = JSON.stringify(
      await sql(`select encode(secret_cipher, 'escape') as sealed, r.* from webhooks.receiver r`),
    );
    for (const part of [subscription.endpoint.slice(-36), subscription.auth, subscription.p256dh])
      expect(rows).not.toContain(part);
  });
});
