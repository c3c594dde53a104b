import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { withTransaction } from '#engine';
import { runJobs } from '#engine/testing';
import { signedInClinic, someReviewer } from '../../tests/kit/clinics';
import { outcome } from '../../tests/kit/identity';
import { deadlocks } from '../../tests/kit/locks';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { found, write } from '../conversations/testing';
import { writeMessage } from '../conversations/talk';
import { reviseOffer, sendOffer, acceptShownOffer } from '../offers/offers';
import {
  looks,
  publishedLead,
  sentOffer,
  someOfferFields,
  withoutBudgets,
  type Published,
} from '../offers/testing';
import { withdrawWithClinic } from '../offers/withdraw-with-clinic';
import { registry } from '../registry';
import { closeOwnAccount } from './close-account';
import { placeLegalHold } from './hold';

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

async function clinicWith(count: number) {
  const { ctx: clinic } = await signedInClinic(kit.ctx());
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
      'select status from offers.offer where clinic_id = $1 order by id',
      [clinic.actor.id],
    )
  ).map(({ status }) => status);
const accept = ({ patient, offerId }: Offered) => outcome(acceptShownOffer(patient, { offerId }));
const areWithdrawnOnce = async (offers: readonly Offered[]) => {
  for (const { offerId: instance } of offers) {
    const step = { instance, event: { by: 'clinic' } };
    await expect(kit).toHaveTransitioned('offers.withdraw', step, { times: 1 });
  }
};
const all = (offers: readonly Offered[], state: string) => offers.map(() => state);

/** Asked on the connection that is waited for: the others of the pool may all wait. */
const waitsForMe =
  'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/** `late` begins while the end of an account is written but not committed; returns what comes of it. */
async function duringClosing<T>(clinic: CtxOf<'clinic'>, late: () => Promise<T>): Promise<T> {
  let after: Promise<T> | undefined;
  await withTransaction(clinic, async (tx) => {
    await closeOwnAccount(tx);
    after = late();
    for (let waits = 0; waits === 0;) waits = (await tx.tx.query(waitsForMe)).rowCount!;
  });
  return after!;
}

it('shuts the clinic at once; nothing comes of its offers before they are withdrawn in its name', async () => {
  const { clinic, offers } = await clinicWith(2);
  const [offer, other] = offers as [Offered, Offered];
  const { leadId } = await publishedLead(kit);
  const talk = await found(clinic, offer.offerId);
  await closeOwnAccount(clinic);
  expect(await statesOf(clinic)).toEqual(all(offers, 'pending'));
  const { offerId } = offer;
  const fields = someOfferFields({ amountCents: 1 });
  const said = { offerId, messageId: newId(), fields: { text: 'I am.', attachments: [] } };
  expect(await accept(offer)).toBe('already_decided');
  expect(await outcome(reviseOffer(clinic, { offerId, fields }))).toBe('forbidden');
  expect(await outcome(sendOffer(clinic, { leadId, offerId: newId(), fields }))).toBe('forbidden');
  expect(await outcome(writeMessage(talk, said))).toBe('not_found');
  expect(await outcome(write(other.patient, other.offerId, 'Well?'))).toBe('conversation_closed');
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(all(offers, 'withdrawn'));
  await areWithdrawnOnce(offers);
  expect(await accept(offer)).toBe('already_decided');
});

it('withdraws also where a legal hold keeps the erasure waiting', async () => {
  const { clinic, offers } = await clinicWith(1);
  const person = { kind: 'clinic', id: clinic.actor.id } as const;
  await placeLegalHold(kit.ctx(someReviewer('admin')), { person, reason: 'A claim.' });
  await closeOwnAccount(clinic);
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(all(offers, 'withdrawn'));
});

it('lets fifty who accept while it is written wait, and accepts none', async () => {
  const { clinic, offers } = await clinicWith(5);
  const before = await deadlocks(kit);
  const outcomes = await duringClosing(clinic, () =>
    Promise.all(Array.from({ length: 50 }, (_, n) => accept(offers[n % 5]!))),
  );
  expect(new Set(outcomes)).toEqual(new Set(['already_decided']));
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(all(offers, 'withdrawn'));
  expect(await deadlocks(kit)).toBe(before);
});

it('is refused where one of fifty at the same moment accepted first, and is whole otherwise', async () => {
  const { clinic, offers } = await clinicWith(5);
  const before = await deadlocks(kit);
  const acts = Array.from({ length: 50 }, (_, n) => accept(offers[n % 5]!));
  const closed = await outcome(closeOwnAccount(clinic));
  const accepted = (await Promise.all(acts)).filter((code) => code === 'ok');
  await runJobs(kit.services, registry);
  const states = await statesOf(clinic);
  expect(closed).toBe(accepted.length > 0 ? 'treatments_ahead' : 'ok');
  expect(states.filter((state) => state === 'accepted')).toHaveLength(accepted.length);
  const others = accepted.length > 0 ? 'pending' : 'withdrawn';
  expect(states.filter((state) => state !== 'accepted' && state !== others)).toEqual([]);
  expect(await deadlocks(kit)).toBe(before);
});

it('goes on after a kill between two steps with what is left, each offer once', async () => {
  const { clinic, offers } = await clinicWith(5);
  const clinicId = clinic.actor.id;
  await closeOwnAccount(clinic);
  let left = 1;
  const database = new Proxy(kit.services.database, {
    get: (whole, name) => {
      if (name === 'pool' && left-- <= 0) throw new Error('killed');
      return Reflect.get(whole, name) as unknown;
    },
  });
  const dying = { ...kit.ctx(), services: { ...kit.services, database } };
  await expect(withdrawWithClinic(dying, { clinicId, by: 'clinic', perStep: 2 })).rejects.toThrow(
    'killed',
  );
  expect((await statesOf(clinic)).filter((state) => state === 'withdrawn')).toHaveLength(2);
  for (const offer of offers) expect(await accept(offer)).toBe('already_decided');
  await runJobs(kit.services, registry);
  expect(await statesOf(clinic)).toEqual(all(offers, 'withdrawn'));
  await areWithdrawnOnce(offers);
});

it('takes as many statements with many offers as with none', async () => {
  const [first, none, some] = [await clinicWith(0), await clinicWith(0), await clinicWith(6)];
  const closing = async ({ clinic }: { clinic: CtxOf<'clinic'> }) =>
    (await countRoundTrips(() => closeOwnAccount(clinic))).statements;
  await closing(first);
  const [of0, of6] = [await closing(none), await closing(some)];
  expect(of6, of6.join('\n')).toHaveLength(of0.length);
});
