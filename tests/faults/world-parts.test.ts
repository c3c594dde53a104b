import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jump } from '../../quality/trials/world/faults';
import type { Ground } from '../../quality/trials/world/ground';
import { History } from '../../quality/trials/world/history';
import { faultKinds, linesOf, makePlan } from '../../quality/trials/world/plan';
import { leaks, type Truth } from '../../quality/trials/world/visibility';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

const minute = 60_000;

describe('the plan of a world', () => {
  it('follows from its seed alone', () => {
    expect(makePlan(7, minute)).toEqual(makePlan(7, minute));
    expect(linesOf(makePlan(7, minute))).not.toEqual(linesOf(makePlan(8, minute)));
  });

  it('has everybody do something within its time, in order, each step with an end to its dice', () => {
    const { people, steps, lasts } = makePlan(3, 2 * minute);
    expect(new Set(steps.map(({ who }) => who))).toEqual(new Set(people.map(({ name }) => name)));
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort((a, b) => a - b));
    expect(steps.every(({ at, dice }) => at < lasts && Number.isInteger(dice))).toBe(true);
    expect(new Set(steps.map(({ sent }) => sent))).toEqual(new Set(['once', 'again', 'at-once']));
  });

  it('breaks each kind of thing in one of a few worlds, never before the first have come, and rushes once a minute', () => {
    const plans = Array.from({ length: 12 }, (_, seed) => makePlan(seed, 2 * minute));
    const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(Object.keys(faultKinds).sort());
    for (const { faults, jumps } of plans) {
      expect(Math.min(...faults.map(({ at }) => at))).toBeGreaterThanOrEqual(9_000);
      expect(jumps.filter(({ rush }) => rush)).toHaveLength(2);
    }
  });
});

describe('the history of a world', () => {
  it('finds what was planted in a text, and nothing else', () => {
    const history = new History(1);
    const word = history.plant('patient-1', 'notes');
    history.plantAs('13122000037', 'patient-1', 'contact');
    const text = `It hurts. ${word.toUpperCase()} tel:+13122000037, zqxbabababababa, 13122000038`;
    expect(history.heldBy(text)).toEqual([word, '13122000037']);
  });

  it('says when the product’s clock showed a time, also where it jumped over it', () => {
    const history = new History(1);
    history.shifts.push({ since: 10_000, shift: 60_000 }, { since: 20_000, shift: 90_000 });
    expect(history.realOf(5_000)).toBe(5_000);
    expect(history.realOf(40_000)).toBe(10_000);
    expect(history.realOf(75_000)).toBe(15_000);
    expect(history.realOf(100_000)).toBe(20_000);
  });
});

describe('the clock of a world', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit?.close());

  /** The database of the product, which loses its answer to the first commit, or what was written before it. */
  const cutAt = (word: 'before' | 'after') => {
    const { pool } = kit.services.database;
    let cut = false;
    const connect = async () => {
      const client = await pool.connect();
      const query = async (sql: string, values?: unknown[]) => {
        const isCut = sql === 'commit' && !cut;
        if (isCut) cut = true;
        if (isCut && word === 'before') throw new Error('connection ended');
        const answer = await client.query(sql, values);
        if (isCut) throw new Error('connection ended');
        return answer;
      };
      return { query, on: () => undefined, release: () => client.release(true) };
    };
    return { stage: { database: { connect } } } as unknown as Ground;
  };

  it.each(['before', 'after'] as const)(
    'goes on once where a connection is cut %s the commit of its jump, and is known',
    async (word) => {
      const { pool } = kit.services.database;
      await pool.query(`update platform.clock set shift = '0'`);
      const history = new History(1);
      await jump({ ground: cutAt(word), history }, 60_000);
      const { rows } = await pool.query(
        'select extract(epoch from shift)::int as s from platform.clock',
      );
      expect(rows).toEqual([{ s: 60 }]);
      expect(history.shifts.map(({ shift }) => shift)).toEqual([0, 60_000]);
    },
  );

  it('may show the later time while a jump is on its way', () => {
    const history = new History(1);
    history.coming = 60_000;
    expect(history.latest - history.now).toBeGreaterThanOrEqual(59_000);
  });
});

describe('who may read what', () => {
  const [offered, accepted, over] = [10_000, 50_000, 100_000];
  const truth: Truth = {
    leads: new Map(
      [{ id: 'lead', completed: true, published: 5_000, ended: accepted, wide: null }].map(
        (lead) => [
          lead.id,
          { ...lead, patient: 'p', treatment: 'dental', locations: ['Istanbul'] },
        ],
      ),
    ),
    offers: [
      {
        ...{ id: 'offer', lead: 'lead', patient: 'p', clinic: 'near' },
        ...{ made: offered, accepted, ended: accepted },
      },
    ],
    places: new Map([['zqxnote', [{ lead: 'lead' }, { lead: 'never-published' }]]]),
    clinics: new Map(
      (['near', 'far', 'other'] as const).map((id) => [
        id,
        {
          city: id === 'far' ? 'Ankara' : 'Istanbul',
          specialties: ['Dental Treatment'],
          approved: [[0, over]],
        },
      ]),
    ),
    photos: new Map([['photo', { lead: 'lead', owner: 'p' }]]),
    sightEnds: new Map([['lead other', 30_000]]),
    gone: new Set(['r']),
    claimed: new Map([['zqxleft', 'clinic-near']]),
    ids: new Map([
      ...[['patient-1', 'p'] as const, ['patient-2', 'q'] as const],
      ['patient-3', 'r'],
      ...(['near', 'far', 'other'] as const).map((id) => [`clinic-${id}`, id] as const),
    ]),
  };
  const read = (who: string, at: number, held: string[], photo: string | null = null) => {
    const history = new History(1);
    history.canaries.set('zqxnote', { word: 'zqxnote', owner: 'patient-1', kind: 'notes' });
    history.canaries.set('zqxname', { word: 'zqxname', owner: 'patient-1', kind: 'contact' });
    for (const [word, owner] of [
      ['zqxleft', 'patient-3'],
      ['zqxlost', 'patient-3'],
      ['zqxsaid', 'patient-2'],
    ] as const)
      history.canaries.set(word, { word, owner, kind: 'message' });
    const call = { call: 'GET /x', key: null, status: 200, code: null };
    history.add({ who, ...call, begun: at, ended: at, from: at, to: at, held, photo });
    return leaks(history, truth, []).length;
  };

  it.each([
    ['themselves', 'patient-1', 20_000, 0],
    ['another patient', 'patient-2', 20_000, 1],
    ['a clinic that matches, while it is open', 'clinic-other', 20_000, 0],
    ['a clinic that matches, once it is over', 'clinic-other', 70_000, 1],
    ['a clinic of another city', 'clinic-far', 20_000, 1],
    ['the chosen clinic, afterwards', 'clinic-near', 70_000, 0],
    ['a clinic, before it is published', 'clinic-other', 2_000, 1],
    ['a clinic that is approved no more', 'clinic-near', 140_000, 1],
  ])('notes: %s', (_, who, at, count) => {
    expect(read(who, at, ['zqxnote'])).toBe(count);
  });

  it.each([
    ['the chosen clinic, before the choice', 'clinic-near', 20_000, 1],
    ['the chosen clinic, after it', 'clinic-near', 60_000, 0],
    ['another clinic, after it', 'clinic-other', 60_000, 1],
    ['the team', 'staff-1', 60_000, 1],
  ])('contact data: %s', (_, who, at, count) => {
    expect(read(who, at, ['zqxname'])).toBe(count);
  });

  it.each([
    ['a clinic that matches', 'clinic-other', 20_000, 0],
    ['one whose sight was taken', 'clinic-other', 40_000, 1],
    ['one of another city', 'clinic-far', 20_000, 1],
    ['the chosen one', 'clinic-near', 90_000, 0],
  ])('photos: %s', (_, who, at, count) => {
    expect(read(who, at, [], 'photo')).toBe(count);
  });

  it.each([
    ['somebody who is there, by a clinic that has no offer', 'clinic-near', 'zqxsaid', 1],
    ['who has left, by the clinic of the offer', 'clinic-near', 'zqxleft', 0],
    ['who has left, by another clinic', 'clinic-other', 'zqxleft', 1],
    ['who has left, where nothing was acknowledged', 'clinic-other', 'zqxlost', 0],
  ])('messages of %s', (_, who, word, count) => {
    expect(read(who, 60_000, [word])).toBe(count);
  });

  it('a mail is read by whom it goes to', () => {
    const history = new History(1);
    const [word, mail] = [
      history.plant('patient-1', 'contact'),
      history.plant('patient-2', 'contact'),
    ];
    const text = `Hello ${word}`;
    const sent = { id: '1', at: 20_000, text };
    expect(leaks(history, truth, [{ ...sent, to: `${mail}@world.example` }])).toHaveLength(1);
    expect(leaks(history, truth, [{ ...sent, to: `${word}@world.example` }])).toEqual([]);
  });
});
