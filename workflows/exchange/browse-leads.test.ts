import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadFields, Specialty } from '#contracts/consultation';
import {
  leadCardDto,
  narrowingNames,
  narrowings,
  type ClinicLeadsQuery,
} from '#contracts/exchange';
import { countsForClinic, listingsForClinic, noteOffers } from '#modules/exchange';
import { withTransaction } from '#engine';
import { approveLead, cancelLead, leadBudgets } from '#modules/leads';
import { accountHolder, system, type ActorOf } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { cityOf } from '../../modules/exchange/rules';
import { somePatient, submitted } from '../../modules/leads/testing';
import { repairExchange } from './repair-exchange';
import { advance, resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
let clinic: CtxOf<'clinic'>;
beforeAll(async () => {
  kit = await createTestServices();
  clinic = kit.ctx(someClinic({ approved: true }));
  await writeSetting(kit.ctx(system('test')), leadBudgets, {
    perHour: 100,
    perDay: 100,
    unscreenedPerDay: 100,
  });
});
afterAll(() => kit.close());

const someClinic = (more: { approved: boolean }): ActorOf<'clinic'> => ({
  kind: 'clinic',
  id: newId(),
  member: accountHolder(newId()),
  phone: '+12125550100',
  sessionId: newId(),
  ...more,
});

async function published(fields: Partial<LeadFields> = {}): Promise<string> {
  const { _id } = await submitted(kit.ctx(somePatient()), fields);
  await approveLead(kit.ctx(system('test')), { leadId: _id });
  return _id;
}

const idsFor = async (
  specialties: Specialty[],
  city: string,
  query: ClinicLeadsQuery = {},
): Promise<string[]> =>
  (await listingsForClinic(clinic, { specialties, city }, query)).leads.map(({ _id }) => _id);

describe('which requests a clinic sees', () => {
  const hair = { treatment: 'hair', subTreatment: 'Beard Transplant', bodyArea: 'beard' } as const;
  const nose = {
    treatment: 'cosmetic',
    subTreatment: 'Rhinoplasty (Nose Job)',
    bodyArea: 'face-front',
  } as const;

  it('are those of its specialties, newest publication first', async () => {
    const first = await published(hair);
    const other = await published(nose);
    const second = await published(hair);
    expect(await idsFor(['Hair Transplant', 'Urology'], 'Istanbul')).toEqual([second, first]);
    expect(await idsFor(['Plastic Surgery'], 'Istanbul')).toEqual([other]);
    expect(await idsFor(['Cosmetic Surgery'], 'Istanbul')).toEqual([other]);
    expect(await idsFor(['Cardiology', 'Other'], 'Istanbul')).toEqual([]);
  });

  it('are published and not over', async () => {
    const dermatology = {
      treatment: 'dermatology',
      subTreatment: 'Mole Removal',
      bodyArea: 'face',
    } as const;
    const patient = kit.ctx(somePatient());
    const { _id } = await submitted(patient, dermatology);
    expect(await idsFor(['Dermatology'], 'Istanbul')).toEqual([]);
    await approveLead(kit.ctx(system('test')), { leadId: _id });
    expect(await idsFor(['Dermatology'], 'Istanbul')).toEqual([_id]);
    await cancelLead(patient, { leadId: _id, reason: null });
    expect(await idsFor(['Dermatology'], 'Istanbul')).toEqual([]);
  });

  it('name its city, or none, or were widened to all', async () => {
    const there = await published({ locations: ['Antalya', 'Ankara'] });
    const anywhere = await published({ locations: [] });
    const elsewhere = await published({ locations: ['Istanbul'] });
    expect(await idsFor(['Dental Treatment'], 'ankara ')).toEqual([anywhere, there]);
    expect(await idsFor(['Dental Treatment'], 'Bursa')).toEqual([anywhere]);
    await kit.services.database.pool.query('update leads.lead set widened = true where id = $1', [
      elsewhere,
    ]);
    await repairExchange(kit.ctx(system('test')));
    expect(await idsFor(['Dental Treatment'], 'Bursa')).toEqual([elsewhere, anywhere]);
  });

  it.each([
    ['Istanbul', 'Istanbul'],
    ['İSTANBUL', 'Istanbul'],
    ['istanbul', 'Istanbul'],
    ['ISTANBUL', 'Istanbul'],
    ['Ankara', 'Ankara'],
    ['إسطنبول', 'Istanbul'],
    [' أنقرة', 'Ankara'],
    ['Bursa', null],
    ['', null],
  ])('reads the city %j', (text, city) => expect(cityOf(text)).toBe(city));

  it('are refused to a clinic that is not approved', async () => {
    const unapproved = kit.ctx(someClinic({ approved: false }));
    const profile = { specialties: ['Hair Transplant' as const], city: 'Istanbul' };
    await expect(listingsForClinic(unapproved, profile)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(countsForClinic(unapproved, profile)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the list of a clinic', () => {
  const queries: ClinicLeadsQuery[] = [
    {},
    { q: 'sarah' },
    { q: 'root', priority: 'low', location: 'Ankara' },
    { budget: 'over-10000', date: 'yesterday' },
    ...narrowingNames.map((name) => ({ [name]: narrowings[name].values[0] })),
  ];
  it.each(queries)('comes in its order from an index: %j', async (query) => {
    const client = await kit.services.database.pool.connect();
    const asked: Array<{ text: string; values: unknown[] }> = [];
    const logQuery = (text: string, values: unknown[]) => void asked.push({ text, values });
    try {
      const db = drizzle(client, { logger: { logQuery } });
      const specialties = ['Dental Treatment', 'Hair Transplant'] as const;
      const logged = { ...clinic, db, readDb: db };
      await listingsForClinic(logged, { specialties, city: 'Istanbul' }, query);
      await countsForClinic(logged, { specialties, city: 'Istanbul' });
      const planOf = async ({ text, values }: (typeof asked)[number]): Promise<string> => {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (costs off) ${text}`,
          values,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      await client.query('set enable_seqscan = off');
      for (const one of asked) {
        await client.query('set enable_bitmapscan = on');
        const all = await planOf(one);
        expect(all).not.toMatch(/Seq Scan/);
        // Own bids are found by themselves, once.
        expect(all.match(/listing_offered_by_idx/g)).toHaveLength(1);
        expect(all).toMatch(/hashed SubPlan/);
        await client.query('set enable_bitmapscan = off');
        const plan = await planOf(one);
        expect(plan).not.toMatch(/Seq Scan on posting/);
        expect(plan).toMatch(/Index Only Scan( Backward)? using posting_/);
        // What is sorted are the pages of the places, never what a place holds.
        const reads = plan.match(/.*\n.* on posting p/g) ?? [];
        expect(reads.length).toBeGreaterThan(0);
        for (const read of reads) expect(read).toMatch(/Limit\s*\n/);
      }
      expect(asked).toHaveLength(2);
    } finally {
      client.release(true);
    }
  });

  const teeth = { specialties: ['Dental Treatment' as const], city: 'Istanbul' };
  const only = { treatment: 'dental', locations: ['Istanbul'] } as const;

  it('is narrowed by treatment, place, priority and budget', async () => {
    const soon = await published({ ...only, timeline: '1-month', budget: 'over-20000' } as never);
    const later = await published({ ...only, timeline: '6-months', budget: null } as never);
    const never = await published({ ...only, timeline: null, budget: 'under-1000' } as never);
    const with_ = async (query: ClinicLeadsQuery) =>
      (await idsFor(['Dental Treatment', 'Hair Transplant'], 'Istanbul', query)).filter((id) =>
        [soon, later, never].includes(id),
      );
    expect(await with_({})).toEqual([never, later, soon]);
    expect(await with_({ priority: 'high' })).toEqual([soon]);
    expect(await with_({ priority: 'medium' })).toEqual([later]);
    expect(await with_({ priority: 'low' })).toEqual([never]);
    expect(await with_({ budget: 'over-10000' })).toEqual([soon]);
    expect(await with_({ budget: 'under-1000' })).toEqual([never]);
    expect(await with_({ treatment: 'Hair Transplant' })).toEqual([]);
    expect(await with_({ treatment: 'hair' })).toEqual([]);
    expect(await with_({ treatment: 'dental', priority: 'low' })).toEqual([never]);
    expect(await with_({ treatment: 'Dental Treatment', priority: 'low' })).toEqual([never]);
    expect(await with_({ location: 'Istanbul' })).toEqual([never, later, soon]);
    expect(await with_({ location: 'Ankara' })).toEqual([]);
    // A request that names no city is for each of them, and no word of it says one.
    const open = await published({ ...only, locations: [] } as never);
    const of = (query: ClinicLeadsQuery) => idsFor(['Dental Treatment'], 'Istanbul', query);
    for (const location of ['Istanbul', 'Ankara'] as const)
      expect(await of({ location })).toContain(open);
    expect(await of({ q: 'ankara' })).not.toContain(open);
  });

  it('pages by keyset, twenty at a time, without a gap or a repeat', async () => {
    for (let n = 0; n < 45; n += 1) await published();
    // One instant for many: the id decides.
    await kit.services.database.pool.query(
      `update leads.lead set published_at = date_trunc('hour', published_at)`,
    );
    await repairExchange(kit.ctx(system('test')));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listingsForClinic(clinic, teeth, { cursor });
      seen.push(...page.leads.map(({ _id }) => _id));
      expect(page.leads.length).toBeLessThanOrEqual(20);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await countsForClinic(clinic, teeth)).toEqual({
      newLeads: seen.length,
      capped: false,
    });
    await expect(listingsForClinic(clinic, teeth, { cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('puts a request that was held for long on top when it is published', async () => {
    const held = await submitted(kit.ctx(somePatient()));
    await advance(kit.services, hours(1));
    await published();
    await approveLead(kit.ctx(system('test')), { leadId: held._id });
    expect((await idsFor(['Dental Treatment'], 'Istanbul'))[0]).toBe(held._id);
    await resetClock(kit.services);
  });

  it('says what a clinic may know before it is chosen', async () => {
    const id = await published({
      description: 'canary-notes',
      locations: ['Istanbul', 'Antalya'],
      budget: '10000-20000',
      patientInfo: { medicalHistory: 'canary-history' } as LeadFields['patientInfo'],
    });
    const { leads } = await listingsForClinic(clinic, teeth);
    const card = leads.find(({ _id }) => _id === id)!;
    expect(leadCardDto.parse(card)).toMatchObject({
      location: 'Istanbul, Antalya',
      budget: '10000-20000',
      leadValue: 15_000,
      priority: 'high',
      photos: 0,
      bidsCount: 0,
    });
    expect(JSON.stringify(card)).not.toContain('canary');
  });

  it('leaves out what the clinic has a live offer for, in pages and figures', async () => {
    const own = kit.ctx(someClinic({ approved: true }));
    const brow = { subTreatment: 'Eyebrow Transplant', bodyArea: 'eyebrow' } as const;
    const brows = { specialties: ['Hair Transplant' as const], city: 'Istanbul' };
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1) ids.unshift(await published({ treatment: 'hair', ...brow }));
    const listed = async (query: ClinicLeadsQuery = { q: 'eyebrow' }) => {
      const { leads, nextCursor, newLeads } = await listingsForClinic(own, brows, query);
      return { ids: leads.map(({ _id }) => _id), nextCursor, newLeads };
    };
    const before = await listed();
    const bids = [...ids.slice(0, 10), ids[24]!];
    const note = (leadId: string, clinicIds: string[]) =>
      withTransaction(kit.ctx(system('test')), (tx) => noteOffers(tx, { leadId, clinicIds }));
    for (const id of bids) await note(id, [newId(), own.actor.id]);
    const after = await listed();
    expect(after).toEqual({
      ids: ids.slice(10, 24),
      nextCursor: null,
      newLeads: before.newLeads - bids.length,
    });
    expect((await countsForClinic(own, brows)).newLeads).toBe(after.newLeads);
    // Others see them as before; and an offer that was withdrawn makes a lead new again.
    expect((await listingsForClinic(clinic, brows, { q: 'eyebrow' })).leads).toHaveLength(20);
    await note(bids[0]!, []);
    expect((await listed()).ids[0]).toBe(bids[0]);
  });
});
