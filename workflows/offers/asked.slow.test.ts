import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browseLeads } from '../clinic-dashboard';
import { acceptOffer, withdrawOffer } from '#modules/offers';
import { approveLead, cancelLead, offerCap, refuseAsk } from '#modules/leads';
import { holdApproval } from '#modules/clinic-onboarding';
import { system } from '#platform/base/actor';
import { days, hours } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { writeSetting } from '#platform/settings/settings';
import { runJobs } from '#engine/testing';
import { somePatient, submitted } from '../../modules/leads/testing';
import { resetClock } from '../../tests/kit/clock';
import { deadlocks } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { askedClinics } from '../asked-clinics';
import { registry } from '../registry';
import { reinstateClinic, suspendClinicAndEndSessions } from '../review-clinic';
import { readRequest } from './offers';
import { looks, publishedLead, sentOffer, someClinics, withoutBudgets } from './testing';

let kit: TestServices;
let look: ReturnType<typeof looks>;
let clinics: CtxOf<'clinic'>[];
beforeAll(async () => {
  kit = await createTestServices();
  look = looks(kit);
  await withoutBudgets(kit);
  clinics = await someClinics(kit, 60);
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
});

const staff = () => kit.ctx(system('test'));
const idOf = ({ actor }: CtxOf<'clinic'>) => actor.id;
const asked = (...asks: CtxOf<'clinic'>[]) => publishedLead(kit, {}, undefined, asks);
const states = async (leadId: string): Promise<string[]> =>
  (
    await look.rows<{ state: string }>(
      'select state from leads.ask where lead_id = $1 order by place',
      [leadId],
    )
  ).map(({ state }) => state);
const listedAsks = async (leadId: string) =>
  (
    await look.rows<{ asked: string[] }>('select asked from exchange.listing where id = $1', [
      leadId,
    ])
  )[0]?.asked;
/** `ok`, or the code of the refusal. */
const code = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error.code;
    },
  );
const codes = (all: ReadonlyArray<Promise<unknown>>) => Promise.all(all.map(code));
const refuse = (clinic: CtxOf<'clinic'>, leadId: string) =>
  refuseAsk(clinic, { leadId, reason: 'fully-booked' });
const live = async (leadId: string): Promise<string[]> =>
  (
    await look.rows<{ id: string }>(
      `select clinic_id as id from offers.offer where lead_id = $1 and status in ('pending', 'negotiating')`,
      [leadId],
    )
  ).map(({ id }) => id);
const pass = (length: Parameters<typeof look.pass>[0]) => look.pass(length);

describe('places that are kept', () => {
  it('are at most the cap less two, in the order of the patient', async () => {
    await writeSetting(staff(), offerCap, 4);
    const three = clinics.slice(0, 3);
    const { leadId } = await asked(...three);
    expect(await states(leadId)).toEqual(['held', 'held', 'open']);
    await writeSetting(staff(), offerCap, 5);
    expect(await states((await asked(...three)).leadId)).toEqual(['held', 'held', 'held']);
    await writeSetting(staff(), offerCap, 2);
    expect(await states((await asked(...three)).leadId)).toEqual(['open', 'open', 'open']);
    await writeSetting(staff(), offerCap, 5);
  });

  it('are never taken by fifty offers at once', async () => {
    const [first, second, third, ...others] = clinics as [
      CtxOf<'clinic'>,
      CtxOf<'clinic'>,
      CtxOf<'clinic'>,
    ];
    const { leadId } = await asked(first, second, third);
    const before = await deadlocks(kit);
    const outcomes = await codes(
      (others as CtxOf<'clinic'>[]).slice(0, 50).map((one) => sentOffer(one, leadId)),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(2);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'offers_full']));
    // Each clinic that was asked has its own.
    expect(await codes([first, second, third].map((one) => sentOffer(one, leadId)))).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(await live(leadId)).toHaveLength(5);
    expect(await states(leadId)).toEqual(['answered', 'answered', 'answered']);
    expect(await listedAsks(leadId)).toEqual([]);
    expect(await deadlocks(kit)).toBe(before);
  });

  it('are counted while asked clinics and others send at once', async () => {
    const three = clinics.slice(0, 3);
    const { leadId } = await asked(...three);
    const outcomes = await codes(clinics.slice(0, 50).map((one) => sentOffer(one, leadId)));
    expect(outcomes.slice(0, 3)).toEqual(['ok', 'ok', 'ok']);
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(5);
    expect(await live(leadId)).toEqual(expect.arrayContaining(three.map(idOf)));
  });

  it('are given back once by fifty refusals at once', async () => {
    const [first, second, ...others] = clinics as [CtxOf<'clinic'>, CtxOf<'clinic'>];
    const { leadId } = await asked(first, second);
    const outcomes = await codes(Array.from({ length: 50 }, () => refuse(first, leadId)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'event_refused')).toHaveLength(49);
    expect(await listedAsks(leadId)).toEqual([idOf(second)]);
    const sent = await codes(
      (others as CtxOf<'clinic'>[]).slice(0, 50).map((one) => sentOffer(one, leadId)),
    );
    expect(sent.filter((one) => one === 'ok')).toHaveLength(4);
  });

  it('are given back a day after the publication, and not before', async () => {
    const [first, ...others] = clinics as [CtxOf<'clinic'>];
    const { leadId } = await asked(first);
    await pass(hours(23));
    expect(await states(leadId)).toEqual(['held']);
    const four = (others as CtxOf<'clinic'>[]).slice(0, 5);
    expect(await codes(four.map((one) => sentOffer(one, leadId)))).toContain('offers_full');
    expect(await live(leadId)).toHaveLength(4);
    await pass(hours(25));
    expect(await states(leadId)).toEqual(['open']);
    // Still asked, and first in its list, as long as it can answer.
    expect(await listedAsks(leadId)).toEqual([idOf(first)]);
    expect(await code(sentOffer(clinics[10]!, leadId))).toBe('ok');
    expect(await code(sentOffer(first, leadId))).toBe('offers_full');
  });

  it('are a refusal or an offer, never both, fifty times', async () => {
    for (let n = 0; n < 10; n += 1) {
      const [first] = clinics as [CtxOf<'clinic'>];
      const { leadId } = await asked(first);
      await codes([sentOffer(first, leadId), refuse(first, leadId)]);
      const [state] = await states(leadId);
      expect(['answered', 'refused']).toContain(state);
      expect(await listedAsks(leadId)).toEqual([]);
    }
  });
});

describe('what ends it', () => {
  it('is the end of the request, whoever ends it, once', async () => {
    const three = clinics.slice(0, 3);
    const { patient, leadId } = await asked(...three);
    const outcomes = await codes([
      ...Array.from({ length: 25 }, () => cancelLead(patient, { leadId, reason: null })),
      ...Array.from({ length: 25 }, () => refuse(three[0]!, leadId)),
    ]);
    expect(outcomes.slice(0, 25).filter((one) => one === 'ok')).toHaveLength(1);
    expect((await states(leadId)).slice(1)).toEqual(['ended', 'ended']);
    expect(await code(refuse(three[1]!, leadId))).toBe('event_refused');
    const expired = await asked(...three);
    await pass(days(31));
    expect(await states(expired.leadId)).toEqual(['ended', 'ended', 'ended']);
  });

  it('is the choice of an offer', async () => {
    const [first, second, third] = clinics as [CtxOf<'clinic'>, CtxOf<'clinic'>, CtxOf<'clinic'>];
    const { patient, leadId } = await asked(first, second);
    const offerId = await sentOffer(third, leadId);
    await acceptOffer(patient, { offerId, mayBeChosen: holdApproval });
    expect(await states(leadId)).toEqual(['ended', 'ended']);
  });

  it('is a suspension: the place is free again, and stays so', async () => {
    const [first, ...others] = await someClinics(kit, 8);
    const { leadId } = await asked(first!);
    const { _id: unpublished } = await submitted(
      kit.ctx(somePatient()),
      {},
      { asks: [idOf(first!)] },
    );
    await suspendClinicAndEndSessions(staff(), { clinicId: idOf(first!), reason: 'For a test.' });
    await runJobs(kit.services, registry);
    expect(await states(leadId)).toEqual(['ended']);
    expect(await states(unpublished)).toEqual(['ended']);
    expect(await listedAsks(leadId)).toEqual([]);
    const outcomes = await codes(others.map((one) => sentOffer(one, leadId)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(5);
    await reinstateClinic(staff(), { clinicId: idOf(first!) });
    await approveLead(staff(), { leadId: unpublished });
    expect(await states(unpublished)).toEqual(['ended']);
    expect(await listedAsks(unpublished)).toEqual([]);
  });
});

describe('a clinic that is asked', () => {
  it('sees the request first in its list, whatever its city, and no other clinic of another city does', async () => {
    const [first, second] = await someClinics(kit, 2);
    const { leadId } = await publishedLead(kit, { locations: ['Antalya'] }, undefined, [first!]);
    const near = await publishedLead(kit);
    const { leads, counts } = await browseLeads(first!, {});
    expect(leads.slice(0, 2).map(({ _id, asked: is }) => [_id, is])).toEqual([
      [leadId, true],
      [near.leadId, false],
    ]);
    const others = await browseLeads(second!, {});
    expect(others.leads.map(({ _id }) => _id)).not.toContain(leadId);
    expect(others.leads.every(({ asked: is }) => !is)).toBe(true);
    expect(counts.newLeads).toBe(others.counts.newLeads + 1);
    const { lead } = await readRequest(first!, { leadId });
    expect(lead).toMatchObject({ asked: true, keptUntil: expect.any(String) });
    expect(await code(readRequest(second!, { leadId }))).toBe('not_found');
    expect(await code(sentOffer(second!, leadId))).toBe('not_found');
    expect(await code(refuse(second!, leadId))).toBe('not_found');
    await refuse(first!, leadId);
    expect(await code(readRequest(first!, { leadId }))).toBe('not_found');
    expect((await browseLeads(first!, {})).leads.map(({ _id }) => _id)).not.toContain(leadId);
  });

  it('finds it by everything that its list is narrowed by', async () => {
    const [first] = await someClinics(kit);
    const { leadId } = await publishedLead(
      kit,
      { locations: ['Antalya'], budget: 'over-20000', timeline: 'asap' },
      undefined,
      [first!],
    );
    const finds = async (query: Parameters<typeof browseLeads>[1]) =>
      (await browseLeads(first!, query)).leads.some(({ _id, asked: is }) => is && _id === leadId);
    for (const query of [
      { treatment: 'Dental Treatment' },
      { location: 'Antalya' },
      { q: 'root' },
      { q: 'dental' },
      { q: 'antalya' },
      { budget: 'over-10000' },
      { date: 'today' },
      { q: 'root', location: 'Antalya', budget: 'over-10000', date: 'this-month' },
    ] as const)
      expect([query, await finds(query)]).toEqual([query, true]);
    for (const query of [
      { treatment: 'Hair Transplant' },
      { location: 'Ankara' },
      { q: 'whitening' },
      { q: '!' },
      { budget: 'under-1000' },
      { date: 'yesterday' },
    ] as const)
      expect([query, await finds(query)]).toEqual([query, false]);
  });

  it('turns the pages of its list, those that ask it before all others, each once', async () => {
    const [first] = await someClinics(kit);
    const own: string[] = [];
    for (let n = 0; n < 25; n += 1)
      own.push((await publishedLead(kit, { locations: ['Antalya'] }, undefined, [first!])).leadId);
    const seen: Array<{ id: string; is: boolean }> = [];
    for (let cursor: string | undefined; ;) {
      const page = await browseLeads(first!, { cursor });
      seen.push(...page.leads.map(({ _id: id, asked: is }) => ({ id, is })));
      expect(page.leads.length).toBeLessThanOrEqual(20);
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen.slice(0, 25).map(({ id }) => id)).toEqual(own.toReversed());
    expect(seen.slice(25).some(({ is }) => is)).toBe(false);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(25);
  });

  it('is counted by its time to answer, beside that of all', async () => {
    const [first, second] = await someClinics(kit, 2);
    const { leadId } = await asked(first!);
    await sentOffer(first!, leadId);
    await sentOffer(second!, leadId);
    const rows = await look.rows<{ clinic_id: string; asked: boolean }>(
      'select clinic_id, asked from deals.answer where lead_id = $1',
      [leadId],
    );
    expect(new Map(rows.map((row) => [row.clinic_id, row.asked]))).toEqual(
      new Map([
        [idOf(first!), true],
        [idOf(second!), false],
      ]),
    );
  });

  it('keeps its place given away once it has answered, also after it takes its offer back', async () => {
    const [first, ...others] = await someClinics(kit, 7);
    const { leadId } = await asked(first!);
    const offerId = await sentOffer(first!, leadId);
    await withdrawOffer(first!, { offerId });
    expect(await states(leadId)).toEqual(['answered']);
    const outcomes = await codes(others.map((one) => sentOffer(one, leadId)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(5);
  });
});

it('shows its patient, and nobody else, what became of each', async () => {
  const three = clinics.slice(0, 3);
  const { patient, leadId } = await asked(...three);
  await refuse(three[1]!, leadId);
  expect(await askedClinics(patient, { leadId })).toMatchObject([
    {
      clinic: { _id: idOf(three[0]!) },
      state: 'held',
      keptUntil: expect.any(String),
      reason: null,
    },
    { state: 'refused', keptUntil: null, reason: 'fully-booked' },
    { state: 'held' },
  ]);
  expect(await code(askedClinics(kit.ctx(somePatient()), { leadId }))).toBe('not_found');
  expect(await code(askedClinics(patient, { leadId: newId() }))).toBe('not_found');
});
