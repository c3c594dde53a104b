import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { hours, minutes, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { actAs, type CtxOf } from '#platform/context';
import { advance, resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { rowsReadBy } from '../../tests/kit/plans';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import * as casework from './index.server';
import { claim, deskNotice, note, view, viewer } from './tables.server';
import { caseChanged, deskChanged, mostViews, type ClaimKind } from './values';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  const { db } = kit.ctx();
  for (const table of [claim, viewer, note, deskNotice, view]) await db.delete(table);
});

const staff = (): CtxOf<'staff'> => kit.ctx({ ...someReviewer(), id: newId() });
const someCase = () => ({ kind: 'clinics' as const, caseId: newId() });
type Key = ReturnType<typeof someCase>;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const holder = async (key: { kind: ClaimKind; caseId: string }) =>
  (await casework.readCase(staff(), key)).claim?.staffId ?? null;
const noteOf = (ctx: CtxOf<'staff'>, key: Key, text: string, more: object = {}) =>
  casework.writeNote(ctx, { ...key, text, about: [], team: [], ...more });
const messages = async (): Promise<Array<{ principal: string; type: string; data: object }>> => {
  const { rows } = await kit.ctx().db.execute<{
    principal: string;
    type: string;
    data: object;
  }>(sql`select principal, type, data from live.event order by id`);
  return rows;
};
const heard = async (act: () => Promise<unknown>) => {
  const before = (await messages()).length;
  await act();
  return (await messages()).slice(before);
};

describe('a claim', () => {
  it('is taken for two hours, and free again by the clock alone', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    await casework.takeCase(ada, key);
    const { claim: mine } = await casework.readCase(can, key);
    expect(mine?.staffId).toBe(ada.actor.id);
    expect(Date.parse(mine!.until) - Date.parse(mine!.takenAt)).toBe(2 * 3_600_000);
    expect(await code(casework.takeCase(can, key))).toBe('case_taken');
    await advance(kit.services, hours(2));
    expect(await holder(key)).toBeNull();
    expect((await casework.ownDesk(ada)).cases).toEqual([]);
    await casework.takeCase(can, key);
    expect(await holder(key)).toBe(can.actor.id);
  });

  it('is prolonged by whoever has it, and begins anew once it was over', async () => {
    const [ada, key] = [staff(), someCase()];
    await casework.takeCase(ada, key);
    const first = (await casework.readCase(ada, key)).claim!;
    await advance(kit.services, hours(1));
    await casework.takeCase(ada, key);
    const again = (await casework.readCase(ada, key)).claim!;
    expect(again.takenAt).toBe(first.takenAt);
    expect(Date.parse(again.until) - Date.parse(first.until)).toBeGreaterThanOrEqual(3_600_000);
    await advance(kit.services, hours(3));
    await casework.takeCase(ada, key);
    expect((await casework.readCase(ada, key)).claim!.takenAt > first.takenAt).toBe(true);
  });

  it('is one, whoever of fifty is first', async () => {
    const key = someCase();
    const all = Array.from({ length: 50 }, staff);
    const answers = await Promise.all(all.map((ctx) => code(casework.takeCase(ctx, key))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'case_taken')).toHaveLength(49);
    expect(await holder(key)).toBe(all[answers.indexOf('done')]!.actor.id);
  });

  it('that is over goes to one of fifty', async () => {
    const key = someCase();
    await casework.takeCase(staff(), key);
    await advance(kit.services, hours(3));
    const all = Array.from({ length: 50 }, staff);
    const answers = await Promise.all(all.map((ctx) => code(casework.takeCase(ctx, key))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  });

  it('is given back by its holder only', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    await casework.takeCase(ada, key);
    expect(await heard(() => casework.giveCaseBack(can, key))).toEqual([]);
    expect(await holder(key)).toBe(ada.actor.id);
    await casework.giveCaseBack(ada, key);
    expect(await holder(key)).toBeNull();
    await casework.giveCaseBack(ada, key);
  });

  it('is given on for two hours from then, with a notice and an entry of the log', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    await casework.takeCase(ada, key);
    await advance(kit.services, minutes(90));
    const to = { ...key, staffId: can.actor.id };
    const said = await heard(() => casework.giveCaseOn(ada, to));
    expect(said.map(({ principal, type }) => [principal, type])).toEqual([
      [`staff:${can.actor.id}`, deskChanged],
      ['staff', caseChanged],
    ]);
    await advance(kit.services, minutes(100));
    expect(await holder(key)).toBe(can.actor.id);
    const desk = await casework.ownDesk(can);
    expect(desk.cases).toMatchObject([key]);
    expect(desk.notices).toMatchObject([{ type: 'given', ...key, byId: ada.actor.id }]);
    expect(await code(casework.giveCaseOn(ada, to))).toBe('case_taken');
    const { rows } = await kit
      .ctx()
      .db.execute(sql`select facts from platform.audit_entry where action = 'casework.give-on'`);
    expect(rows).toEqual([{ facts: { kind: 'clinics', staffId: can.actor.id } }]);
  });

  it('that is over cannot be given on, and one of fifty gifts is made', async () => {
    const [ada, key] = [staff(), someCase()];
    await casework.takeCase(ada, key);
    const gifts = await Promise.all(
      Array.from({ length: 50 }, () =>
        code(casework.giveCaseOn(ada, { ...key, staffId: newId() })),
      ),
    );
    expect(gifts.filter((answer) => answer === 'done')).toHaveLength(1);
    const other = someCase();
    await casework.takeCase(ada, other);
    await advance(kit.services, hours(2));
    expect(await code(casework.giveCaseOn(ada, { ...other, staffId: newId() }))).toBe('case_taken');
  });

  it('is shown for a page of a list by one statement that reads no row but these, of 20,000', async () => {
    const { db } = kit.ctx();
    await db.execute(sql`
      insert into casework.claim (kind, case_id, staff_id, taken_at, until)
      select kind, gen_random_uuid(), gen_random_uuid(), platform.now(), platform.now() + interval '1 hour'
      from unnest(array['clinics', 'leads']) kind, generate_series(1, 10000)`);
    await db.execute(sql`analyze casework.claim`);
    const rows = await db.select().from(claim).where(eq(claim.kind, 'clinics')).limit(25);
    const taken = rows.map(({ caseId }) => caseId).sort();
    const ids = [...taken, newId()];
    const read = await rowsReadBy(kit, async (ctx) => {
      const claims = await casework.claimsOf(actAs(ctx, someReviewer()), { kind: 'clinics', ids });
      expect(claims.map(({ caseId }) => caseId).sort()).toEqual(taken);
    });
    expect(read).toEqual([25]);
    expect(await casework.claimsOf(staff(), { kind: 'leads', ids })).toEqual([]);
  });
});

describe('who looks at a case', () => {
  it('is shown to the others, at once when it is news, and costs one statement afterwards', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    expect(await casework.lookAtCase(ada, key)).toEqual([]);
    const came = await heard(async () => {
      expect(await casework.lookAtCase(can, key)).toEqual([ada.actor.id]);
    });
    expect(came).toEqual([
      { principal: 'staff', type: caseChanged, data: { ...key, what: 'viewers' } },
    ]);
    const stayed = await heard(async () => {
      expect(await casework.lookAtCase(ada, key)).toEqual([can.actor.id]);
    });
    expect(stayed).toEqual([]);
    expect((await casework.readCase(ada, key)).viewers).toEqual([can.actor.id]);
  });

  it('is over when the page says so, or has said nothing for 45 seconds; the sweep removes it', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    await casework.lookAtCase(ada, key);
    await casework.lookAtCase(can, key);
    const left = await heard(() => casework.leaveCase(can, key));
    expect(left).toHaveLength(1);
    expect(await heard(() => casework.leaveCase(can, key))).toEqual([]);
    expect((await casework.readCase(ada, key)).viewers).toEqual([]);
    await advance(kit.services, seconds(46));
    expect(await casework.lookAtCase(can, key)).toEqual([]);
    expect(await casework.sweepCases(kit.ctx(system('test')))).toBe(1);
    expect(await kit.ctx().db.$count(viewer)).toBe(1);
    await advance(kit.services, seconds(46));
    expect(await casework.sweepCases(kit.ctx(system('test')))).toBe(1);
  });

  it('is one row, however many pages of a person say it at once', async () => {
    const [ada, key] = [staff(), someCase()];
    await Promise.all(Array.from({ length: 50 }, () => casework.lookAtCase(ada, key)));
    expect(await kit.ctx().db.$count(viewer)).toBe(1);
  });
});

describe('a note', () => {
  it('notifies whom it names, without its words, and not its writer', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    const team = [
      { id: ada.actor.id, name: 'Ada' },
      { id: can.actor.id, name: 'Can' },
    ];
    await noteOf(ada, key, '@Can, is the canary word right? @Ada', { team });
    const { notes } = await casework.readCase(can, key);
    expect(notes).toMatchObject([
      { staffId: ada.actor.id, mentions: [can.actor.id, ada.actor.id] },
    ]);
    const { notices } = await casework.ownDesk(can);
    expect(notices).toMatchObject([
      { type: 'mentioned', ...key, byId: ada.actor.id, readAt: null },
    ]);
    expect((await casework.ownDesk(ada)).notices).toEqual([]);
    const { rows } = await kit.ctx().db.execute(sql`
      select facts::text as said from platform.audit_entry where action = 'casework.note'
      union all select data::text from live.event`);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('is read by its reader only', async () => {
    const [ada, can, key] = [staff(), staff(), someCase()];
    await noteOf(ada, key, '@Can', { team: [{ id: can.actor.id, name: 'Can' }] });
    const [notice] = (await casework.ownDesk(can)).notices;
    await casework.markNoticesRead(ada, { ids: [notice!.id] });
    expect((await casework.ownDesk(can)).notices[0]!.readAt).toBeNull();
    await casework.markNoticesRead(can, { ids: [notice!.id] });
    expect((await casework.ownDesk(can)).notices[0]!.readAt).not.toBeNull();
  });

  it('goes with each person and request that it is about', async () => {
    const [ada, patientId, leadId] = [staff(), newId(), newId()];
    const about = { about: [patientId, leadId] };
    const [one, two, other] = [someCase(), someCase(), someCase()];
    await noteOf(ada, one, 'one', about);
    await noteOf(ada, two, 'two', about);
    await noteOf(ada, other, 'other');
    const ctx = kit.ctx(system('test'));
    expect(await casework.personData.erase(ctx, { kind: 'patient', id: patientId })).toBe('more');
    expect(await casework.personData.erase(ctx, { kind: 'patient', id: patientId })).toBe('done');
    expect(await kit.ctx().db.$count(note)).toBe(1);
    await noteOf(ada, one, 'again', about);
    expect(await casework.forgetNotesAbout(ctx, [leadId, newId()])).toBe(1);
    await casework.takeCase(ada, other);
    const erase = () => casework.personData.erase(ctx, { kind: 'clinic', id: other.caseId });
    while ((await erase()) === 'more');
    expect(await kit.ctx().db.$count(note)).toBe(0);
    expect(await holder(other)).toBeNull();
  });

  it('is forgotten after two years unless it is about a clinic; notices after 90 days', async () => {
    const [ada, can] = [staff(), staff()];
    const team = [{ id: can.actor.id, name: 'Can' }];
    await noteOf(ada, someCase(), '@Can', { team });
    const lead = { kind: 'leads' as const, caseId: newId() };
    await casework.writeNote(ada, { ...lead, text: 'x', about: [], team });
    await advance(kit.services, hours(24 * 91));
    expect(await casework.forgetOldCases(kit.ctx(system('test')))).toBe(1);
    await advance(kit.services, hours(24 * 640));
    expect(await casework.forgetOldCases(kit.ctx(system('test')))).toBe(1);
    expect(await kit.ctx().db.$count(note)).toBe(1);
  });
});

describe('views and keys', () => {
  const query = {
    filter: { status: ['pending'] },
    sort: { field: 'createdAt', order: 'DESC' as const },
  };
  const save = (ctx: CtxOf<'staff'>, name: string, resource = 'clinics') =>
    casework.saveView(ctx, { resource, name, query });

  it('are kept by name for each list, and are no one else’s', async () => {
    const [ada, can] = [staff(), staff()];
    await save(ada, 'Mine');
    await save(ada, 'MINE');
    await save(ada, 'Mine', 'leads');
    const { views } = await casework.ownDesk(ada);
    expect(views.map(({ resource, name }) => [resource, name]).sort()).toEqual([
      ['clinics', 'MINE'],
      ['leads', 'Mine'],
    ]);
    expect(views[0]!.query).toEqual(query);
    expect((await casework.ownDesk(can)).views).toEqual([]);
    expect(await code(casework.removeView(can, { viewId: views[0]!.id }))).toBe('not_found');
    await casework.removeView(ada, { viewId: views[0]!.id });
    expect((await casework.ownDesk(ada)).views).toHaveLength(1);
  });

  it('are twenty at most, also when fifty are saved at once', async () => {
    const ada = staff();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => code(save(ada, `View ${n}`))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(mostViews);
    expect(answers.filter((answer) => answer === 'too_many_views')).toHaveLength(30);
    const [first] = (await casework.ownDesk(ada)).views;
    expect(await code(save(ada, first!.name))).toBe('done');
  });

  it('keys are on until their owner switches them off', async () => {
    const [ada, can] = [staff(), staff()];
    expect((await casework.ownDesk(ada)).keys).toBe(true);
    await casework.setKeys(ada, { on: false });
    expect((await casework.ownDesk(ada)).keys).toBe(false);
    expect((await casework.ownDesk(can)).keys).toBe(true);
    await casework.setKeys(ada, { on: true });
    expect((await casework.ownDesk(ada)).keys).toBe(true);
  });
});
