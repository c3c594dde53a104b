import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { runDueTimers } from '#engine/testing';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { deadlocks } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { someClinic } from '../deals/testing';
import { somePatient, submitted } from '../leads/testing';
import { answerOutcome, endOutcomes, planOutcome, reportAnswer } from './commands.server';
import { outcomeFlow } from './projection.server';
import {
  outcomesOfAll,
  outcomesOfClinic,
  publicAnswers,
  readOutcome,
  repairTallies,
} from './queries.server';
import { keepOutcomeAnswer, removeOutcomeAnswer } from './staff.server';
import { content, plannedOutcome } from './testing';
import type { Moment } from './values';

let kit: TestServices;
let clinic: CtxOf<'clinic'>;
let leadId: string;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  clinic = kit.ctx(someClinic());
  leadId = (await submitted(kit.ctx(somePatient())))._id;
  await kit.services.database.pool.query('delete from flow.timer');
});

interface Planned {
  readonly patient: CtxOf<'patient'>;
  readonly offerId: string;
}
async function planned(): Promise<Planned> {
  const patient = kit.ctx(somePatient());
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
  return { patient, offerId: await plannedOutcome(patient, who) };
}
const planMany = async (count: number) => {
  const many: Planned[] = [];
  for (let n = 0; n < count; n += 1) many.push(await planned());
  return many;
};
/** Moves the clock on and fires what is due by then, as the worker would. */
const pass = async (length: number) =>
  runDueTimers(kit.services, { flows: [outcomeFlow] }, after(await now(clinic), days(length)));
const answer = (
  { patient, offerId }: Planned,
  moment: Moment,
  more: Parameters<typeof content>[1] = {},
) => answerOutcome(patient, { offerId, ...content(moment, more) });
const read = ({ patient, offerId }: Planned) => readOutcome(patient, { offerId });
const figures = () => outcomesOfClinic(kit.ctx(), { clinicId: clinic.actor.id });
const tally = async () =>
  (
    await kit.services.database.pool.query<Record<string, number>>(
      `select half_year_asked, half_year_answered, half_year_again, year_asked, year_answered, year_again
        from outcomes.tally where clinic_id = $1`,
      [clinic.actor.id],
    )
  ).rows.map((row) => Object.values(row))[0];

describe('what became of a treatment', () => {
  it('is asked half a year and a year after it, and answered once each, within sixty days', async () => {
    const one = await planned();
    const refused = { code: 'not_asked' };
    await expect(answer(one, 'half-year')).rejects.toMatchObject(refused);
    await pass(181);
    expect((await read(one)).due).toBeNull();
    await pass(1.1);
    expect((await read(one)).due).toMatchObject({ moment: 'half-year' });
    await expect(kit).toHaveEmitted('outcomes.half-year-due', { offerId: one.offerId });
    await expect(answer(one, 'year')).rejects.toMatchObject(refused);
    await pass(59);
    await answer(one, 'half-year');
    await expect(answer(one, 'half-year')).rejects.toMatchObject({ code: 'outcome_answered' });
    await pass(125);
    expect((await read(one)).due).toMatchObject({ moment: 'year' });
    await pass(61);
    expect((await read(one)).due).toBeNull();
    await expect(answer(one, 'year')).rejects.toMatchObject(refused);
    expect(await tally()).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it('is refused to every other person', async () => {
    const one = await planned();
    await pass(183);
    const stranger = { ...one, patient: kit.ctx(somePatient()) };
    const gone = { code: 'not_found' };
    await expect(answer(stranger, 'half-year')).rejects.toMatchObject(gone);
    await expect(read(stranger)).rejects.toMatchObject(gone);
    await expect(read({ ...one, offerId: 'no-id' })).rejects.toMatchObject(gone);
    const other = kit.ctx(someClinic());
    await expect(readOutcome(other, one)).rejects.toMatchObject(gone);
    const { _id: answerId } = await answer(one, 'half-year');
    const report = (ctx: typeof clinic) => reportAnswer(ctx, { answerId, reason: 'Not so.' });
    await expect(report(other)).rejects.toMatchObject(gone);
    const suspended = kit.ctx({ ...clinic.actor, approved: false });
    await expect(report(suspended)).rejects.toMatchObject(gone);
    await expect(readOutcome(suspended, one)).rejects.toMatchObject(gone);
    // Which question is open is the patient's own.
    await pass(183);
    expect((await readOutcome(clinic, one)).due).toBeNull();
  });

  it('holds no contact data, is listed newest first, ten at a time', async () => {
    const many = await planMany(11);
    await pass(183);
    await answer(many[0]!, 'half-year', {
      text: 'Write me at canary@patients.example or +90 212 555 01 99.',
    });
    const { answers } = await publicAnswers(kit.ctx(), { clinicId: clinic.actor.id });
    expect(answers[0]!.answer.masked.toSorted()).toEqual(['email', 'phone']);
    const { rows } = await kit.services.database.pool.query(
      `select 1 from outcomes.answer where text ~ 'canary|555'`,
    );
    expect(rows).toEqual([]);
    for (const [n, one] of many.slice(1).entries())
      await answer(one, 'half-year', { text: `${n}` });
    const page = await publicAnswers(kit.ctx(), { clinicId: clinic.actor.id });
    expect(page.answers.map((one) => one.answer.text)).toEqual(
      Array.from({ length: 10 }, (_, n) => `${9 - n}`),
    );
    const cursor = page.nextCursor!;
    const rest = await publicAnswers(kit.ctx(), { clinicId: clinic.actor.id, cursor });
    expect([rest.answers.length, rest.nextCursor]).toEqual([1, null]);
  });

  it('is not asked any more once the patient leaves, and what was counted stays', async () => {
    const one = await planned();
    await pass(183);
    await answer(one, 'half-year');
    await pass(183);
    const end = () =>
      withTransaction(one.patient, (tx) => endOutcomes(tx, { patientId: one.patient.actor.id }));
    await end();
    await end();
    expect(await read(one)).toMatchObject({ due: null });
    await expect(answer(one, 'year')).rejects.toMatchObject({ code: 'not_asked' });
    await pass(61);
    expect(await tally()).toEqual([1, 1, 1, 0, 0, 0]);
    expect(await repairTallies(kit.ctx())).toBe(0);
  });
});

describe('the figures', () => {
  it('show from ten answers on, silence in their denominator, and open questions nowhere', async () => {
    const many = await planMany(13);
    await pass(366);
    expect(await tally()).toEqual([13, 0, 0, 0, 0, 0]);
    for (const one of many.slice(0, 9)) await answer(one, 'year');
    expect(await figures()).toEqual({ halfYear: null, year: null });
    await answer(many[9]!, 'year', { again: 'no' });
    expect(await figures()).toEqual({ halfYear: null, year: { answered: 10, of: 10, again: 9 } });
    await pass(61);
    expect(await figures()).toEqual({ halfYear: null, year: { answered: 10, of: 13, again: 9 } });
    const all = await outcomesOfAll(kit.ctx());
    expect(all.year!.of).toBeGreaterThanOrEqual(13);
  });

  it('leave out what staff removed, for a listed reason and once', async () => {
    const many = await planMany(2);
    await pass(183);
    const { _id: answerId } = await answer(many[0]!, 'half-year');
    await answer(many[1]!, 'half-year', { again: 'no' });
    const staff = kit.ctx(someReviewer());
    const report = () => reportAnswer(clinic, { answerId, reason: 'It insults us.' });
    await Promise.all(Array.from({ length: 50 }, report));
    await keepOutcomeAnswer(staff, { answerId });
    await expect(keepOutcomeAnswer(staff, { answerId })).rejects.toMatchObject({
      code: 'event_refused',
    });
    const removal = { answerId, because: 'insult' as const, reason: 'Calls somebody names.' };
    const removals = await Promise.allSettled(
      Array.from({ length: 50 }, () => removeOutcomeAnswer(staff, removal)),
    );
    expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await tally()).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await read(many[0]!)).toMatchObject({
      answers: [],
      removed: [{ moment: 'half-year', because: 'insult' }],
    });
    await expect(report()).rejects.toMatchObject({ code: 'not_found' });
    await expect(answer(many[0]!, 'half-year')).rejects.toMatchObject({ code: 'outcome_answered' });
    await expect(kit).toBeAudited('outcomes.remove-answer', { objectId: answerId }, { times: 1 });
    expect(await repairTallies(kit.ctx())).toBe(0);
  });

  it('are set right where a hand in the tables broke them', async () => {
    const many = await planMany(3);
    await pass(183);
    await answer(many[0]!, 'half-year');
    await pass(61);
    expect(await tally()).toEqual([3, 1, 1, 0, 0, 0]);
    const { pool } = kit.services.database;
    const mine = [clinic.actor.id];
    await pool.query(
      'update outcomes.tally set half_year_asked = half_year_asked + 5 where clinic_id = $1',
      mine,
    );
    expect(await repairTallies(kit.ctx())).toBe(1);
    await pool.query('delete from outcomes.tally where clinic_id = $1', mine);
    expect(await repairTallies(kit.ctx())).toBe(1);
    expect(await repairTallies(kit.ctx())).toBe(0);
    expect(await tally()).toEqual([3, 1, 1, 0, 0, 0]);
  });
});

describe('at once', () => {
  it('fifty answers to one question are one', async () => {
    const one = await planned();
    await pass(183);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        answer(one, 'half-year', { again: n % 2 ? 'yes' : 'no' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['outcome_answered']));
    expect((await read(one)).answers).toHaveLength(1);
    expect((await tally())!.slice(0, 2)).toEqual([1, 1]);
  });

  it('an answer and the end of its time have one outcome, of many treatments of one clinic', async () => {
    const many = await planMany(12);
    await pass(183);
    await pass(59);
    const ring = pass(2).catch((error: Error) => {
      if (error.message !== 'a due timer was gone') throw error;
    });
    await Promise.allSettled([...many.map((one) => answer(one, 'half-year')), ring]);
    await pass(1);
    const [asked, answered] = (await tally())!;
    expect(asked).toBe(12);
    const written = await Promise.all(many.map(read));
    expect(written.filter(({ answers }) => answers.length === 1)).toHaveLength(answered!);
    expect(await repairTallies(kit.ctx())).toBe(0);
    expect(await deadlocks(kit)).toBe(0);
  });

  it('fifty plans of one treatment are one', async () => {
    const patient = kit.ctx(somePatient());
    const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
    const offerId = newId();
    const treatedAt = await now(patient);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        withTransaction(patient, (tx) => planOutcome(tx, { offerId, ...who, treatedAt })),
      ),
    );
    const { rows } = await kit.services.database.pool.query(
      `select count(*)::int as n from flow.instance where machine = 'outcomes.outcome' and root_id = $1`,
      [leadId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
