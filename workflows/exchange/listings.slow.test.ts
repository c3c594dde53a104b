import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareListings, noteOffers } from '#modules/exchange';
import { approveLead, cancelLead, leadBudgets, leadFlow, rejectLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { Ctx, CtxOf } from '#platform/context';
import { after, days, hours } from '#platform/base/duration';
import { withTransaction, send } from '#engine';
import { runDueTimers } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { signedInPatient } from '../../modules/identity/testing';
import { somePatient, submitted } from '../../modules/leads/testing';
import { exchange } from '../../scripts/repair-exchange';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { updateProfile } from '../update-profile';
import { repairExchange } from './repair-exchange';
import { compareStep, repairStep, type Compared, type Step } from './refresh-listings';

let kit: TestServices;
let system_: Ctx;
beforeAll(async () => {
  kit = await createTestServices();
  system_ = kit.ctx(system('test'));
  const budgets = { perHour: 1_000, perDay: 1_000, unscreenedPerDay: 1_000 };
  await writeSetting(system_, leadBudgets, budgets);
});
afterAll(() => kit.close());

const rows = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
  (await kit.services.database.pool.query<R>(sql, values)).rows;
const listed = async (id: string) =>
  (await rows<Record<string, unknown>>('select * from exchange.listing where id = $1', [id]))[0];
const terms = async (id: string) =>
  (
    await rows<{ term: string }>('select term from exchange.posting where id = $1 order by 1', [id])
  ).map(({ term }) => term);
const untrue = async () => (await compareStep(system_, { after: null, limit: 10_000 })).differences;

async function published(patient: CtxOf<'patient'> = kit.ctx(somePatient())) {
  const { _id } = await submitted(patient);
  await approveLead(kit.ctx(system('test')), { leadId: _id });
  return _id;
}
const expire = async (id: string) => {
  await runDueTimers(kit.services, { flows: [leadFlow] }, after(await now(system_), days(31)));
  return id;
};

describe('a request on the list', () => {
  it('is there from the moment it is published, with what it is found by', async () => {
    const patient = await signedInPatient(kit.ctx(), { firstName: 'Émilie Ann', lastName: 'Öz' });
    const { _id } = await submitted(patient.ctx);
    expect(await listed(_id)).toBeUndefined();
    await approveLead(kit.ctx(system('test')), { leadId: _id });
    expect(await listed(_id)).toMatchObject({
      patient: 'Émilie Ann Ö.',
      treatment: 'dental',
      widened: false,
      offers_count: 0,
      offered_by: [],
    });
    const found = await terms(_id);
    expect(found).toEqual(
      expect.arrayContaining(['', 's:Root Canal', 'a:mouth', 'n:emi', 'n:emilie ann o', 'n:o']),
    );
    expect(found.join()).not.toContain('z');
  });

  const ends: Record<string, (id: string, patient: CtxOf<'patient'>) => Promise<unknown>> = {
    cancelled: (leadId, patient) => cancelLead(patient, { leadId, reason: null }),
    expired: (leadId) => expire(leadId),
    completed: async (leadId) => {
      const offerId = newId();
      for (const type of ['leads.offer-received', 'leads.offer-accepted'] as const)
        await send(system_, leadFlow, { id: leadId, event: { type, offerId } });
    },
  };
  it.each(Object.keys(ends))('leaves it in the transaction in which it is %s', async (end) => {
    const patient = kit.ctx(somePatient());
    const id = await published(patient);
    expect(await listed(id)).toBeDefined();
    if (end === 'cancelled')
      await expect(
        withTransaction(patient, async (tx) => {
          await ends[end]!(id, tx);
          throw new Error('not after all');
        }),
      ).rejects.toThrow('not after all');
    expect(await listed(id)).toBeDefined();
    await ends[end]!(id, patient);
    expect(await listed(id)).toBeUndefined();
    expect(await terms(id)).toEqual([]);
    expect(await untrue()).toEqual([]);
  });

  it('is not there when it is refused before', async () => {
    const { _id } = await submitted(kit.ctx(somePatient()));
    await rejectLead(kit.ctx(system('test')), { leadId: _id, reason: 'no' });
    expect(await listed(_id)).toBeUndefined();
  });

  it('says when it is widened and how many offers it has, and whose', async () => {
    const id = await published();
    const offerIds = [newId(), newId()];
    await runDueTimers(kit.services, { flows: [leadFlow] }, after(await now(system_), hours(25)));
    expect(await listed(id)).toMatchObject({ widened: true });
    const offer = (type: 'leads.offer-received' | 'leads.offer-gone', offerId: string) =>
      send(system_, leadFlow, { id, event: { type, offerId } });
    await offer('leads.offer-received', offerIds[0]!);
    expect(await listed(id)).toMatchObject({ offers_count: 1 });
    const clinicIds = [newId(), newId()];
    await withTransaction(system_, async (tx) => {
      await offer('leads.offer-received', offerIds[1]!);
      await noteOffers(tx, { leadId: id, clinicIds });
    });
    expect(await listed(id)).toMatchObject({ offers_count: 2, offered_by: clinicIds });
    // What else changes about it does not forget whose they are.
    await repairExchange(system_);
    expect(await listed(id)).toMatchObject({ offered_by: clinicIds });
    for (const offerId of offerIds) await offer('leads.offer-gone', offerId);
    expect(await listed(id)).toMatchObject({ offers_count: 0 });
    expect(await untrue()).toEqual([]);
  });

  it('follows its patient to another name, whoever publishes meanwhile', async () => {
    const patient = await signedInPatient(kit.ctx(), { firstName: 'Before', lastName: 'Able' });
    const held = await Promise.all(Array.from({ length: 10 }, () => submitted(patient.ctx)));
    const rename = (firstName: string) =>
      updateProfile(patient.ctx, {
        phoneNumber: patient.phone,
        firstName,
        lastName: 'Baker',
        email: 'sarah@example.com',
      });
    await Promise.all([
      ...held.map(({ _id }) => approveLead(kit.ctx(system('test')), { leadId: _id })),
      ...Array.from({ length: 10 }, (_, n) => rename(`After${n}`)),
    ]);
    const [{ first_name }] = (await rows<{ first_name: string }>(
      'select first_name from identity.patient where phone = $1',
      [patient.phone],
    )) as [{ first_name: string }];
    // Everybody takes the locks in one order: nothing had to be done again after a deadlock.
    expect(kit.logged.filter(({ msg }) => msg === 'transaction again')).toEqual([]);
    for (const { _id } of held) {
      expect(await listed(_id)).toMatchObject({ patient: `${first_name} B.` });
      expect(await terms(_id)).toContain(`n:${first_name.toLowerCase()} b`);
      expect(await terms(_id)).not.toContain('n:before');
    }
    expect(await untrue()).toEqual([]);
  });
});

describe('the check of the list', () => {
  it('names what differs, and nothing of a person', async () => {
    const patient = await signedInPatient(kit.ctx(), { firstName: 'Canary', lastName: 'Byrd' });
    const ids = [await published(patient.ctx), await published(), await published(), newId()];
    const [named, missing, worded, left] = ids as [string, string, string, string];
    await rows(`update exchange.listing set patient = 'Nobody', offers_count = 7 where id = $1`, [
      named,
    ]);
    await rows('delete from exchange.listing where id = $1', [missing]);
    await rows(`update exchange.posting set priority = 2 where id = $1 and term = ''`, [worded]);
    await rows(`insert into exchange.posting values ('', 1, 1, 1, now(), $1)`, [left]);
    const expected = [
      { id: named, what: ['patient', 'offersCount'] },
      { id: missing, what: ['missing'] },
      { id: worded, what: ['terms'] },
      { id: left, what: ['left over'] },
    ];
    const found = await untrue();
    const byId = (some: ReadonlyArray<{ id: string; what: readonly string[] }>) =>
      [...some].map(({ id, what }) => [id, [...what].sort()]).sort();
    expect(byId(found)).toEqual(byId(expected));
    expect(JSON.stringify(found)).not.toContain('Canary');
    expect(await repairExchange(system_)).toMatchObject({ mended: 4 });
    expect(await untrue()).toEqual([]);
    expect(await repairExchange(system_)).toMatchObject({ mended: 0 });
  });

  it('builds the list anew from nothing, in steps that go on where one was broken off', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => published()));
    const all = () => rows('select * from exchange.listing order by id');
    const found = () => rows('select * from exchange.posting order by id, term');
    const [listings, postings] = [await all(), await found()];
    expect(listings.length).toBeGreaterThanOrEqual(ids.length);
    await rows('truncate exchange.listing, exchange.posting');
    let next: string | null = null;
    let steps = 0;
    do {
      const begun: Step = { after: next, limit: 5 };
      // Broken off after its work was done, and two at once: the step is done again.
      const step: Compared = (
        await Promise.all([repairStep(system_, begun), repairStep(system_, begun)])
      )[0];
      expect((await repairStep(system_, begun)).differences).toEqual([]);
      next = step.next;
      steps += 1;
    } while (next !== null);
    expect(steps).toBeGreaterThan(2);
    expect(await all()).toEqual(listings.map((row) => ({ ...(row as object), offered_by: [] })));
    expect(await found()).toEqual(postings);
  });

  it('is a command that names what differs, and one that sets it right', async () => {
    const id = await published();
    await rows('update exchange.listing set widened = true where id = $1', [id]);
    const run = async (...words: string[]) => {
      const said: string[] = [];
      return { code: await exchange(kit.services, words, (line) => void said.push(line)), said };
    };
    const compared = await run('compare');
    expect(compared.code).toBe(1);
    expect(compared.said).toContain(`${id}: widened`);
    expect((await run('rebuild', '--after', id)).said.join()).not.toContain(id);
    const rebuilt = await run('rebuild');
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(rebuilt.said).toContain(`${id}: widened`);
    expect((await run('compare')).code).toBe(0);
    for (const words of [[], ['drop'], ['compare', '--after'], ['compare', '--after', 'x']])
      expect(await run(...words)).toMatchObject({ code: 2 });
  });

  it('finds no difference in what it is not asked about', async () => {
    expect(await compareListings(system_, [newId()], [])).toEqual([]);
  });
});
