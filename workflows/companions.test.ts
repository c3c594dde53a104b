import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mostLive, mostNotes } from '#contracts/companions';
import { forgetShares, openShare, removeNote, revokeShare, writeNote } from '#modules/companions';
import { cancelDeal } from '#modules/deals';
import { cancelLead } from '#modules/leads';
import { runDueTimers } from '#engine/testing';
import type { CtxOf } from '#platform/context';
import { days, type Duration } from '#platform/base/duration';
import { newId, newToken } from '#platform/base/ids';
import { now } from '#platform/time/clock';
import { somePatient } from '../modules/leads/testing';
import { advance, resetClock } from '../tests/kit/clock';
import { begun, offered, published } from '../tests/kit/event-scenes';
import { forgetLimits } from '../tests/kit/identity';
import { deadlocks } from '../tests/kit/locks';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { requestWithPhotos } from '../tests/kit/shown-photos';
import { ownCompanions, openSharedPhoto, sharedView, shareWithCompanion } from './companions';
import { closeOwnAccount } from './leaving/close-account';
import { personModules } from './leaving/person-modules';
import { acceptShownOffer } from './offers/offers';
import { withoutBudgets } from './offers/testing';
import { registry } from './registry';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await withoutBudgets(kit);
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  await forgetLimits(kit);
  await kit.services.database.pool.query('delete from flow.timer');
});

type Patient = CtxOf<'patient'>;
const share = (
  patient: Patient,
  leadId: string,
  more: Partial<{ withPhotos: boolean; withNotes: boolean }> = {},
) =>
  shareWithCompanion(patient, {
    kind: 'comparison',
    id: leadId,
    withPhotos: false,
    withNotes: true,
    ...more,
  });
const shareDeal = (patient: Patient, offerId: string) =>
  shareWithCompanion(patient, { kind: 'deal', id: offerId, withPhotos: false, withNotes: true });
const browser = () => kit.ctx();
const open = async (token: string) => (await openShare(browser(), { token })).token;
const look = (cookie: string) => sharedView(browser(), { cookie });
const links = async (patient: Patient, leadId: string) =>
  (await ownCompanions(patient, { kind: 'comparison', id: leadId })).links;
const pass = async (length: Duration) => {
  await advance(kit.services, length);
  await runDueTimers(kit.services, registry, await now(kit.ctx()));
};
const gone = { code: 'link_gone' };
const missing = { code: 'not_found' };

describe('a link', () => {
  it('is exchanged once for a cookie that lasts as long as the link, and says when it was opened', async () => {
    const { patient, leadId } = await offered(kit);
    const { link, token } = await share(patient, leadId);
    expect(link).toMatchObject({ state: 'open', openedAt: null, lastOpenedAt: null, notes: [] });
    expect(token).toMatch(/^[\w-]{43}$/);
    await advance(kit.services, days(2));
    const { token: cookie, maxAgeSeconds } = await openShare(browser(), { token });
    expect(maxAgeSeconds).toBeGreaterThan(days(5) / 1_000 - 60);
    expect(maxAgeSeconds).toBeLessThanOrEqual(days(5) / 1_000);
    await expect(open(token)).rejects.toMatchObject(gone);
    await expect(open(newToken())).rejects.toMatchObject(gone);
    await expect(look(token)).rejects.toMatchObject(gone);
    expect((await look(cookie)).offers).toHaveLength(1);
    await advance(kit.services, days(1));
    await look(cookie);
    const [shown] = await links(patient, leadId);
    expect(shown!.state).toBe('used');
    const looked = Date.parse(shown!.lastOpenedAt!) - Date.parse(shown!.openedAt!);
    expect(Math.round(looked / days(1))).toBe(1);
    const id = link._id;
    for (const action of ['companions.share', 'companions.open'])
      await expect(kit).toBeAudited(action, { objectId: id }, { times: 1 });
  });

  it('leaves neither token nor cookie in the database', async () => {
    const { patient, leadId } = await published(kit);
    const { token } = await share(patient, leadId);
    const cookie = await open(token);
    const { rows } = await kit.services.database.pool.query<{ text: string }>(
      `select s::text as text from companions.share s
        union all select i::text from flow.instance i where machine = 'companions.share'
        union all select t::text from flow.transition t
        union all select j.data::text from pgboss.job j`,
    );
    const all = rows.map(({ text }) => text).join();
    for (const secret of [token, cookie]) expect(all).not.toContain(secret);
  });

  it('shows nothing after seven days, also while its clock stands still', async () => {
    const { patient, leadId } = await published(kit);
    const [first, second] = [await share(patient, leadId), await share(patient, leadId)];
    const cookie = await open(first.token);
    await advance(kit.services, days(7));
    await expect(look(cookie)).rejects.toMatchObject(gone);
    await expect(open(second.token)).rejects.toMatchObject(gone);
    await expect(
      writeNote(browser(), { cookie, text: 'Late.', author: null }),
    ).rejects.toMatchObject(gone);
    const late = await links(patient, leadId);
    expect(late.map(({ state, endedBecause }) => [state, endedBecause])).toEqual([
      ['ended', 'expired'],
      ['ended', 'expired'],
    ]);
    await runDueTimers(kit.services, registry, await now(kit.ctx()));
    expect(await links(patient, leadId)).toEqual(
      late.map((one) => ({ ...one, endedAt: expect.any(String) as string })),
    );
    // Those that are over count no more.
    await share(patient, leadId);
  });

  it('is taken back at once, as often as one likes', async () => {
    const { patient, leadId } = await published(kit);
    const { link, token } = await share(patient, leadId);
    const cookie = await open(token);
    for (let times = 0; times < 2; times += 1) await revokeShare(patient, { shareId: link._id });
    await expect(look(cookie)).rejects.toMatchObject(gone);
    expect(await links(patient, leadId)).toMatchObject([
      { state: 'ended', endedBecause: 'revoked' },
    ]);
    await expect(kit).toBeAudited('companions.revoke', { objectId: link._id }, { times: 1 });
    const unopened = await share(patient, leadId);
    await revokeShare(patient, { shareId: unopened.link._id });
    await expect(open(unopened.token)).rejects.toMatchObject(gone);
  });

  it('ends with the request: chosen or cancelled, and none is made after it', async () => {
    const chosen = await offered(kit);
    const cancelled = await published(kit);
    for (const [scene, end] of [
      [chosen, () => acceptShownOffer(chosen.patient, { offerId: chosen.offerId })],
      [cancelled, () => cancelLead(cancelled.patient, { leadId: cancelled.leadId, reason: null })],
    ] as const) {
      const { patient, leadId } = scene;
      const cookie = await open((await share(patient, leadId)).token);
      await end();
      await expect(look(cookie)).rejects.toMatchObject(gone);
      expect(await links(patient, leadId)).toMatchObject([{ endedBecause: 'request-ended' }]);
      await expect(share(patient, leadId)).rejects.toMatchObject({ code: 'share_closed' });
    }
  });

  it('ends with the deal that it shows, and with the account', async () => {
    const { patient, offerId } = await begun(kit);
    const cookie = await open((await shareDeal(patient, offerId)).token);
    expect((await look(cookie)).deal).toMatchObject({ status: 'accepted', scheduledFor: null });
    await cancelDeal(patient, { offerId, code: 'dates', reason: 'Another time.' });
    await expect(look(cookie)).rejects.toMatchObject(gone);
    await expect(shareDeal(patient, offerId)).rejects.toMatchObject({ code: 'share_closed' });

    const leaver = await published(kit);
    const other = await open((await share(leaver.patient, leaver.leadId)).token);
    await closeOwnAccount(leaver.patient);
    await expect(look(other)).rejects.toMatchObject(gone);
  });
});

describe('what it shows', () => {
  it('is of the patient the first name alone, and nothing to reach anybody by', async () => {
    const { patient, offerId, clinic, leadId } = await offered(kit);
    const { rows } = await kit.services.database.pool.query<Record<string, string>>(
      `select p.first_name as first, p.last_name as last, p.phone, p.email, c.phone as clinic_phone, c.email as clinic_email
        from identity.patient p, clinic_onboarding.clinic c where p.id = $1 and c.id = $2`,
      [patient.actor.id, clinic.actor.id],
    );
    const { first, last, ...reach } = rows[0]!;
    const hidden = [last!, ...Object.values(reach), 'It hurts at night.', 'Gladly, in May.'];
    const cookie = await open((await share(patient, leadId)).token);
    const view = await look(cookie);
    expect(view.patient).toBe(first);
    for (const word of hidden) expect(JSON.stringify(view)).not.toContain(word);
    await acceptShownOffer(patient, { offerId });
    const deal = await look(await open((await shareDeal(patient, offerId)).token));
    expect(deal.deal).toMatchObject({ price: { amountCents: 250_000, currency: 'USD' } });
    for (const word of hidden) expect(JSON.stringify(deal)).not.toContain(word);
  });

  it('has photos only where the patient chose so, under no name of theirs', async () => {
    const { patient, leadId, photos } = await requestWithPhotos(kit.ctx(), { photos: 2 });
    const without = await open((await share(patient.ctx, leadId)).token);
    expect((await look(without)).photos).toEqual([]);
    const photo = { id: photos[0]!, size: 'thumb' } as const;
    const see = (cookie: string, id = photo.id) =>
      openSharedPhoto(browser(), { cookie, ...photo, id });
    await expect(see(without)).rejects.toMatchObject(missing);
    const cookie = await open((await share(patient.ctx, leadId, { withPhotos: true })).token);
    expect((await look(cookie)).photos.map(({ id }) => id).toSorted()).toEqual(photos.toSorted());
    const opened = await see(cookie);
    expect(opened.name).toBe('photo.jpg');
    opened.body.destroy();
    const others = await requestWithPhotos(kit.ctx());
    for (const id of [others.photos[0]!, newId(), 'no-id'])
      await expect(see(cookie, id)).rejects.toMatchObject(missing);
    await revokeShare(patient.ctx, { shareId: (await links(patient.ctx, leadId))[0]!._id });
    await expect(see(cookie)).rejects.toMatchObject(missing);
  });
});

describe('every other person', () => {
  it('finds no link and no note', async () => {
    const { patient, leadId } = await published(kit);
    const { link, token } = await share(patient, leadId);
    await writeNote(browser(), { cookie: await open(token), text: 'Hello.', author: 'Ann' });
    const [{ notes } = { notes: [] }] = await links(patient, leadId);
    const stranger = kit.ctx(somePatient());
    const shareId = link._id;
    await expect(share(stranger, leadId)).rejects.toMatchObject(missing);
    await expect(links(stranger, leadId)).rejects.toMatchObject(missing);
    await expect(revokeShare(stranger, { shareId })).rejects.toMatchObject(missing);
    const noteId = notes[0]!._id;
    await expect(removeNote(stranger, { shareId, noteId })).rejects.toMatchObject(missing);
    for (const id of [newId(), 'no-id']) {
      await expect(revokeShare(patient, { shareId: id })).rejects.toMatchObject(missing);
      await expect(removeNote(patient, { shareId, noteId: id })).rejects.toMatchObject(missing);
    }
    const other = await share(patient, leadId);
    const beside = { shareId: other.link._id, noteId };
    await expect(removeNote(patient, beside)).rejects.toMatchObject(missing);
    await removeNote(patient, { shareId, noteId });
    expect((await links(patient, leadId)).flatMap((one) => one.notes)).toEqual([]);
  });
});

describe('notes', () => {
  it('are read by the patient alone, newest first, where the patient wants them', async () => {
    const { patient, leadId } = await published(kit);
    const silent = await open((await share(patient, leadId, { withNotes: false })).token);
    expect((await look(silent)).notesLeft).toBeNull();
    const note = { cookie: silent, text: 'May I?', author: null };
    await expect(writeNote(browser(), note)).rejects.toMatchObject(missing);
    const cookie = await open((await share(patient, leadId)).token);
    expect((await look(cookie)).notesLeft).toBe(mostNotes);
    await writeNote(browser(), { cookie, text: 'Ask about the hotel.', author: 'Ann' });
    const { notesLeft } = await writeNote(browser(), { cookie, text: 'Looks fair.', author: null });
    expect(notesLeft).toBe(mostNotes - 2);
    expect(JSON.stringify(await look(cookie))).not.toContain('hotel');
    const [link] = await links(patient, leadId);
    expect(link!.notes.map(({ text, author }) => [text, author])).toEqual([
      ['Looks fair.', null],
      ['Ask about the hotel.', 'Ann'],
    ]);
  });
});

describe('at once', () => {
  const many = <T>(what: () => Promise<T>) => Promise.allSettled(Array.from({ length: 50 }, what));
  const codesOf = (results: ReadonlyArray<PromiseSettledResult<unknown>>) =>
    new Set(
      results.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
      ),
    );
  const done = (results: ReadonlyArray<PromiseSettledResult<unknown>>) =>
    results.filter(({ status }) => status === 'fulfilled').length;

  it('fifty links of one subject are three', async () => {
    const { patient, leadId } = await published(kit);
    const results = await many(() => share(patient, leadId));
    expect([done(results), [...codesOf(results)]]).toEqual([mostLive, ['links_full']]);
    expect(await links(patient, leadId)).toHaveLength(mostLive);
    // One that is taken back makes room for one.
    await revokeShare(patient, { shareId: (await links(patient, leadId))[0]!._id });
    expect(done(await many(() => share(patient, leadId)))).toBe(1);
  });

  it('fifty exchanges of one token have one winner', async () => {
    const { patient, leadId } = await published(kit);
    const { token } = await share(patient, leadId);
    const results = await many(() => open(token));
    expect([done(results), [...codesOf(results)]]).toEqual([1, ['link_gone']]);
    const [cookie] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await look(cookie!);
  });

  it('fifty notes are as many as a link holds', async () => {
    const { patient, leadId } = await published(kit);
    const cookie = await open((await share(patient, leadId)).token);
    const results = await many(() => writeNote(browser(), { cookie, text: 'a', author: null }));
    expect([done(results), [...codesOf(results)]]).toEqual([mostNotes, ['notes_full']]);
    expect((await look(cookie)).notesLeft).toBe(0);
  });

  it('links, looks and the end of the request leave nothing open', async () => {
    const { patient, leadId } = await published(kit);
    const { token } = await share(patient, leadId);
    await Promise.allSettled([
      ...Array.from({ length: 10 }, () => share(patient, leadId)),
      ...Array.from({ length: 10 }, () => open(token).then(look)),
      cancelLead(patient, { leadId, reason: null }),
    ]);
    const states = (await links(patient, leadId)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['ended']));
    expect(await deadlocks(kit)).toBe(0);
  });
});

describe('what is left', () => {
  const rowsOf = async (patientId: string) => {
    const { rows } = await kit.services.database.pool.query<{ n: number }>(
      `select (select count(*) from companions.share where patient_id = $1::uuid)::int
        + (select count(*) from companions.note where patient_id = $1::uuid)::int
        + (select count(*) from flow.instance i where machine = 'companions.share'
            and i.state->'context'->>'patientId' = $1::text)::int as n`,
      [patientId],
    );
    return rows[0]!.n;
  };

  it('is forgotten thirty days after the end, but for who is held', async () => {
    const { patient, leadId } = await published(kit);
    const { link, token } = await share(patient, leadId);
    await writeNote(browser(), { cookie: await open(token), text: 'Hello.', author: null });
    await revokeShare(patient, { shareId: link._id });
    await pass(days(29));
    expect(await forgetShares(kit.ctx(), { held: [] })).toBe(0);
    await advance(kit.services, days(2));
    const { id } = patient.actor;
    await forgetShares(kit.ctx(), { held: [id] });
    expect(await rowsOf(id)).toBe(3);
    expect(await forgetShares(kit.ctx(), { held: [] })).toBe(1);
    expect(await rowsOf(id)).toBe(0);
  });

  it('is taken along by the patient, and erased with them', async () => {
    const { patient, leadId } = await published(kit);
    const { token } = await share(patient, leadId);
    await writeNote(browser(), { cookie: await open(token), text: 'Canary.', author: 'Ann' });
    const person = { kind: 'patient', id: patient.actor.id } as const;
    const reach = { closedAmong: () => Promise.resolve(new Set<string>()) };
    const taken: Record<string, object[]> = {};
    for await (const part of personModules.companions!.exportOf(kit.ctx(), person, reach))
      if (part.kind === 'rows')
        for await (const row of part.rows) (taken[part.path] ??= []).push(row);
    expect(taken).toMatchObject({
      'companion-links': [{ requestId: leadId, state: 'used' }],
      'companion-notes': [{ text: 'Canary.', author: 'Ann' }],
    });
    expect(JSON.stringify(taken)).not.toMatch(/hash/i);
    while ((await personModules.companions!.erase(kit.ctx(), person)) === 'more');
    expect(await rowsOf(patient.actor.id)).toBe(0);
  });
});
