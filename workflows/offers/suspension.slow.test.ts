import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPhotoAsClinic } from '#modules/consultation';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { withTransaction } from '#engine';
import { runJobs } from '#engine/testing';
import { outcome } from '../../tests/kit/identity';
import { deadlocks } from '../../tests/kit/locks';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { requestWithPhotos } from '../../tests/kit/shown-photos';
import { found, write } from '../conversations/testing';
import { writeMessage } from '../conversations/talk';
import { openPhotoForClinic } from '../photo-access';
import { withdrawWithClinic } from './withdraw-with-clinic';
import { registry } from '../registry';
import { reinstateClinic, suspendClinicAndEndSessions } from '../review-clinic';
import { reviseOffer, acceptShownOffer } from './offers';
import {
  looks,
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
  withoutBudgets,
  type Published,
} from './testing';

interface Offered extends Published {
  readonly offerId: string;
}

let kit: TestServices;
let { rows } = {} as ReturnType<typeof looks>;
beforeAll(async () => {
  kit = await createTestServices();
  ({ rows } = looks(kit));
  await withoutBudgets(kit);
});
afterAll(() => kit.close());

const staff = () => kit.ctx(system('test'));
const idOf = ({ actor }: CtxOf<'clinic'>) => ({ clinicId: actor.id });
const suspend = (clinic: CtxOf<'clinic'>) =>
  suspendClinicAndEndSessions(staff(), { ...idOf(clinic), reason: 'For a test.' });

async function clinicWith(count: number) {
  const [clinic] = (await someClinics(kit)) as [CtxOf<'clinic'>];
  const offers: Offered[] = [];
  for (let n = 0; n < count; n += 1) {
    const published = await publishedLead(kit);
    offers.push({ ...published, offerId: await sentOffer(clinic, published.leadId) });
  }
  return { clinic, offers };
}
const statesOf = async (clinic: CtxOf<'clinic'>): Promise<string[]> =>
  (
    await rows<{ status: string }>(
      'select status from offers.offer where clinic_id = $1 order by 1',
      [clinic.actor.id],
    )
  ).map(({ status }) => status);
const accept = ({ patient, offerId }: Offered) => outcome(acceptShownOffer(patient, { offerId }));
const revise = (clinic: CtxOf<'clinic'>, { offerId }: Offered) =>
  outcome(reviseOffer(clinic, { offerId, fields: someOfferFields({ amountCents: 1 }) }));

/** Asked on the connection that is waited for: the others of the pool may all wait. */
const waitsForMe =
  'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/** `late` begins while a suspension is written but not committed; returns what comes of it. */
async function duringSuspension<T>(clinic: CtxOf<'clinic'>, late: () => Promise<T>): Promise<T> {
  let after: Promise<T> | undefined;
  await withTransaction(staff(), async (tx) => {
    await suspendClinicAndEndSessions(tx, { ...idOf(clinic), reason: 'For a test.' });
    after = late();
    for (let waits = 0; waits === 0;) waits = (await tx.tx.query(waitsForMe)).rowCount!;
  });
  return after!;
}

/** Ends a suspension's work after `steps` transactions of `perStep` offers, as a kill does. */
async function killedAfter(steps: number, clinic: CtxOf<'clinic'>, perStep: number): Promise<void> {
  const ctx = staff();
  let left = steps;
  const { database } = ctx.services;
  const dying = new Proxy(database, {
    get: (all, name) => {
      if (name === 'pool' && left-- <= 0) throw new Error('killed');
      return Reflect.get(all, name) as unknown;
    },
  });
  const dead = { ...ctx, services: { ...ctx.services, database: dying } };
  await expect(
    withdrawWithClinic(dead, { ...idOf(clinic), by: 'suspension', perStep }),
  ).rejects.toThrow('killed');
}

it('shuts a clinic at once, and its offers can be neither accepted nor revised before they are withdrawn', async () => {
  const { clinic, offers } = await clinicWith(1);
  const [offer] = offers as [Offered];
  const talk = await found(clinic, offer.offerId);
  await suspend(clinic);
  expect(await statesOf(clinic)).toEqual(['pending']);
  expect(await accept(offer)).toBe('already_decided');
  expect(await revise(clinic, offer)).toBe('forbidden');
  const { offerId } = offer;
  expect(await outcome(write(offer.patient, offerId, 'Are you there?'))).toBe(
    'conversation_closed',
  );
  const said = { offerId, messageId: newId(), fields: { text: 'I am.', attachments: [] } };
  expect(await outcome(writeMessage(talk, said))).toBe('not_found');
  expect(await statesOf(clinic)).toEqual(['pending']);
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(['withdrawn']);
  expect(await accept(offer)).toBe('already_decided');
});

it('goes on with a deal that stands: its patient may write, its clinic may not', async () => {
  const { clinic, offers } = await clinicWith(1);
  const [{ patient, offerId }] = offers as [Offered];
  await acceptShownOffer(patient, { offerId });
  const talk = await found(clinic, offerId);
  await suspend(clinic);
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(['accepted']);
  expect(await outcome(write(patient, offerId, 'What now?'))).toBe('ok');
  const said = { offerId, messageId: newId(), fields: { text: 'Well.', attachments: [] } };
  expect(await outcome(writeMessage(talk, said))).toBe('not_found');
});

it.each([
  ['accepts', accept, 'already_decided'],
  ['revises', revise, 'forbidden'],
] as const)(
  'who %s while a suspension is written waits for it, fifty at once',
  async (what, act, code) => {
    const { clinic, offers } = await clinicWith(5);
    const before = await deadlocks(kit);
    const one = (n: number) =>
      act === accept ? accept(offers[n % 5]!) : revise(clinic, offers[n % 5]!);
    const outcomes = await duringSuspension(clinic, () =>
      Promise.all(Array.from({ length: 50 }, (_, n) => one(n))),
    );
    expect(new Set(outcomes), what).toEqual(new Set([code]));
    expect(await statesOf(clinic)).toEqual(Array.from({ length: 5 }, () => 'pending'));
    await runJobs(kit.services, registry);
    expect(await statesOf(clinic)).toEqual(Array.from({ length: 5 }, () => 'withdrawn'));
    expect(await deadlocks(kit)).toBe(before);
  },
);

it('fifty who accept and write at the moment of a suspension: each offer is accepted or withdrawn, and nothing waits in a circle', async () => {
  const { clinic, offers } = await clinicWith(10);
  const before = await deadlocks(kit);
  const acts = Array.from({ length: 50 }, (_, n) => {
    const offer = offers[n % 10]!;
    return n % 3 === 0 ? accept(offer) : outcome(write(offer.patient, offer.offerId, `Word ${n}`));
  });
  await Promise.all([
    ...acts,
    suspend(clinic).then(() =>
      withdrawWithClinic(staff(), { ...idOf(clinic), by: 'suspension', perStep: 3 }),
    ),
  ]);
  const accepted = (await Promise.all(acts)).filter((code, n) => code === 'ok' && n % 3 === 0);
  const states = await statesOf(clinic);
  expect(states.filter((state) => state === 'accepted')).toHaveLength(accepted.length);
  expect(states.filter((state) => state !== 'accepted' && state !== 'withdrawn')).toEqual([]);
  expect(await deadlocks(kit)).toBe(before);
});

it('a photo is opened in the transaction that holds the clinic: not once a suspension is written', async () => {
  const [clinic] = (await someClinics(kit)) as [CtxOf<'clinic'>];
  const request = await requestWithPhotos(kit.ctx());
  const open = async () => {
    const { body } = await openPhotoForClinic(clinic, { id: request.photos[0]!, size: 'thumb' });
    body.destroy();
  };
  await open();
  expect(await duringSuspension(clinic, () => outcome(open()))).toBe('not_found');
  const views = 'select times from consultation.photo_view where lead_id = $1';
  expect(await rows(views, [request.leadId])).toEqual([{ times: 1 }]);
  const never = () => Promise.reject(new AppError('not_found'));
  const asked = { id: request.photos[0]!, size: 'thumb', maySee: never } as const;
  expect(await outcome(openPhotoAsClinic(clinic, asked))).toBe('not_found');
});

it('is repeated after a kill between two steps and does what is left, each offer once', async () => {
  const { clinic, offers } = await clinicWith(5);
  await suspend(clinic);
  await killedAfter(1, clinic, 2);
  expect((await statesOf(clinic)).filter((state) => state === 'withdrawn')).toHaveLength(2);
  for (const offer of offers) expect(await accept(offer)).toBe('already_decided');
  await expect(kit).toHaveEnqueued('offers.withdraw-with-clinic', idOf(clinic), { times: 1 });
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(offers.map(() => 'withdrawn'));
  for (const { offerId: instance } of offers)
    await expect(kit).toHaveTransitioned('offers.withdraw', { instance }, { times: 1 });
});

it('leaves alone what is left once the clinic is approved again', async () => {
  const { clinic, offers } = await clinicWith(3);
  await suspend(clinic);
  await killedAfter(1, clinic, 1);
  await reinstateClinic(staff(), idOf(clinic));
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(['pending', 'pending', 'withdrawn']);
  const last = await rows<{ id: string }>(
    `select id from offers.offer where clinic_id = $1 and status = 'pending'`,
    [clinic.actor.id],
  );
  expect(await accept(offers.find(({ offerId }) => offerId === last[0]!.id)!)).toBe('ok');
});

it('takes as many statements with many offers as with none, and a step takes its own alone', async () => {
  const [none, some] = [await clinicWith(0), await clinicWith(6)];
  const statements = async (work: () => Promise<unknown>) =>
    (await countRoundTrips(work)).statements;
  await suspend((await clinicWith(0)).clinic);
  const [of0, of6] = [
    await statements(() => suspend(none.clinic)),
    await statements(() => suspend(some.clinic)),
  ];
  expect(of6).toHaveLength(of0.length);
  expect(of6.length, of6.join('\n')).toBeLessThanOrEqual(14);
  const clinicId = some.clinic.actor.id;
  const steps = await statements(() =>
    withdrawWithClinic(staff(), { clinicId, by: 'suspension', perStep: 3 }),
  );
  const counted = (word: RegExp) => steps.filter((text) => word.test(text)).length;
  // Two steps of three, one that finds nothing more, and one that finds no request that asks it.
  expect(counted(/^commit/i)).toBe(4);
  expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(4 * 7 + 6 * 14);
});
