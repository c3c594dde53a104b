import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '#engine/testing';
import { declineOffer } from '#modules/offers';
import {
  ownPreferences,
  resendNotification,
  setPreferences,
  textBudgets,
} from '#modules/notifications';
import { system } from '#platform/base/actor';
import { after, days, type Duration, hours, minutes } from '#platform/base/duration';
import type { CtxOf } from '#platform/context';
import { SmsError } from '#platform/ports/sms/sms-error';
import { writeSetting } from '#platform/settings/settings';
import { now } from '#platform/time/clock';
import { answerTime, startOfVisit } from '#modules/deals';
import { newPhone } from '../../modules/identity/testing';
import { announceEnds } from '../../modules/offers/commands.server';
import { advance } from '../../tests/kit/clock';
import { someReviewer, teamMember } from '../../tests/kit/clinics';
import { begun, offered, pass } from '../../tests/kit/event-scenes';
import { createQueuedServices, forgetLimits, holdCode } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { proposeTime } from '../deals/appointments';
import { withoutBudgets } from '../offers/testing';
import { registry } from '../registry';
import { removeMember } from '../team';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
});
afterAll(() => kit.close());
const texts = () => kit.ports.sent.texts;
/** Those of a person: offers of other tests end as well. */
const textsTo = (ctx: CtxOf<'patient'>) => texts().filter(({ to }) => to === ctx.actor.phone);
beforeEach(async () => {
  await forgetLimits(kit);
  await withoutBudgets(kit);
  await runJobs(kit.services, registry);
  texts().length = 0;
});

const sql = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(query, values)).rows;

type Person = CtxOf<'patient' | 'clinic'>;
const chooses = (ctx: Person, kind: 'offers' | 'deals', sms: boolean) =>
  setPreferences(ctx, { preferences: [{ kind, email: true, product: true, sms }] });
const announce = () => announceEnds(kit.ctx(system('test')));
const run = () => runJobs(kit.services, registry);
const rowsOf = (recipient: Person) =>
  sql<{ id: string; status: string; last_error: string | null; facts: Record<string, string> }>(
    `select id, status, last_error, facts from notifications.notification
     where channel = 'sms' and recipient_id = $1 order by created_at, id`,
    [recipient.actor.id],
  );

/** An offer that was sent long ago and of which so much is left; the clock stands where it did, so that jobs wait as they say. */
async function endingIn(left: Duration) {
  const scene = await offered(kit);
  await sql(
    `update offers.offer set created_at = created_at - interval '13 days',
       expires_at = platform.now() + make_interval(secs => $2) where id = $1`,
    [scene.offerId, left / 1000],
  );
  return scene;
}

describe('an offer that ends in two hours', () => {
  it('is announced once, whoever looks, and by text message only to whom chose that', async () => {
    const { patient, offerId } = await endingIn(minutes(115));
    const counts = await Promise.all(Array.from({ length: 50 }, announce));
    expect(counts.filter((one) => one > 0)).toEqual([1]);
    await run();
    expect(await rowsOf(patient)).toEqual([]);
    expect(
      await sql(
        `select id from notifications.notice where reader_id = $1 and kind = 'offers.ending'`,
        [patient.actor.id],
      ),
    ).toHaveLength(1);

    const other = await offered(kit);
    await chooses(other.patient, 'offers', true);
    await advance(kit.services, (days(14) - hours(2) + minutes(5)) as Duration);
    expect(await announce()).toBe(1);
    await run();
    expect(textsTo(other.patient)).toEqual([
      {
        to: other.patient.actor.phone,
        text: expect.stringMatching(
          /^[\w ]+: an offer for you ends in less than 2 hours\. https:\/\/clinics\.example\/notifications$/,
        ),
        key: expect.any(String),
        keepFor: hours(1),
      },
    ]);
    expect(await rowsOf(other.patient)).toMatchObject([
      { status: 'sent', facts: { offerId: other.offerId, personId: other.patient.actor.id } },
    ]);
    expect(offerId).not.toBe(other.offerId);
  });

  it('is not announced too early, nor when it is over, and anew after a revision alone', async () => {
    const { patient, offerId } = await endingIn(minutes(125));
    expect(await announce()).toBe(0);
    await declineOffer(patient, { offerId, reason: 'price' });
    await advance(kit.services, minutes(10));
    expect(await announce()).toBe(0);
  });

  it('is not spoken of once it was answered, and never after its end', async () => {
    const { patient, offerId } = await endingIn(hours(1));
    await chooses(patient, 'offers', true);
    await announce();
    await runAllBut('notifications.send-text');
    await declineOffer(patient, { offerId, reason: 'price' });
    await run();
    expect(textsTo(patient)).toEqual([]);
    expect(await rowsOf(patient)).toMatchObject([{ status: 'dropped' }]);
  });

  it('waits for the end of quiet hours, and is dropped where it is over by then', async () => {
    const { patient } = await endingIn(hours(1));
    await chooses(patient, 'offers', true);
    await quietFor(patient, hours(3));
    await announce();
    await run();
    expect(await rowsOf(patient)).toMatchObject([{ status: 'queued' }]);
    await advance(kit.services, hours(4));
    await run();
    expect(textsTo(patient)).toEqual([]);
    expect(await rowsOf(patient)).toMatchObject([{ status: 'dropped' }]);
  });

  it('is said at the end of quiet hours while it can be answered', async () => {
    const { patient } = await endingIn(minutes(115));
    await chooses(patient, 'offers', true);
    await quietFor(patient, hours(1));
    await announce();
    await run();
    expect(textsTo(patient)).toEqual([]);
    await advance(kit.services, minutes(61));
    await run();
    expect(textsTo(patient)).toMatchObject([
      { text: expect.stringContaining('less than an hour') },
    ]);
  });
});

/** Quiet hours that began a minute ago and last so long from now on. */
async function quietFor(ctx: Person, length: Duration): Promise<void> {
  const at = await now(kit.ctx());
  const time = (date: Date) => date.toISOString().slice(11, 16);
  const quietHours = {
    from: time(new Date(at.getTime() - minutes(1))),
    to: time(after(at, length)),
    zone: 'UTC',
  };
  await setPreferences(ctx, { preferences: [], quietHours });
}

const runAllBut = (name: string) =>
  runJobs(kit.services, {
    ...registry,
    jobs: registry.jobs.map((job) =>
      job.definition.name === name
        ? { ...job, handler: () => Promise.reject(new Error('not yet')) }
        : job,
    ),
  }).catch(() => undefined);

describe('a date tomorrow', () => {
  /** A deal of which both agreed on a date in three days. */
  async function dated() {
    const scene = await begun(kit);
    const startsAt = after(await now(kit.ctx()), days(3)).toISOString();
    await proposeTime(scene.patient, { offerId: scene.offerId, startsAt, note: null });
    const [time] = await sql<{ id: string }>(
      `select t.id from deals.time t join deals.deal d on d.id = t.deal_id where d.offer_id = $1`,
      [scene.offerId],
    );
    await answerTime(scene.clinic, { offerId: scene.offerId, timeId: time!.id, answer: 'accept' });
    return scene;
  }

  it('goes to the own numbers of those who chose it, each in their language, and to no other of the team', async () => {
    const { patient, clinic, offerId } = await dated();
    const [manager, reader] = [
      await teamMember(clinic, 'manager'),
      await teamMember(clinic, 'reader'),
    ];
    await chooses(patient, 'deals', true);
    await chooses(manager.ctx, 'deals', true);
    await sql(`update identity.patient set locale = 'tr' where id = $1`, [patient.actor.id]);
    await pass(kit, days(2.5) as Duration);
    await run();
    const sent = new Map(texts().map(({ to, text }) => [to, text]));
    expect([...sent.keys()].sort()).toEqual([patient.actor.phone, manager.phone].sort());
    expect(sent.get(patient.actor.phone)).toContain('randevunuz');
    expect(sent.get(manager.phone)).toContain('a patient has a date with your clinic');
    expect(sent.get(manager.phone)).toContain('/clinic/notifications');
    expect((await ownPreferences(reader.ctx)).find(({ kind }) => kind === 'deals')).toMatchObject({
      sms: false,
    });
    expect(await startOfVisit(kit.ctx(), { offerId })).not.toBeNull();
  });

  it('goes to none who is of the team no more', async () => {
    const { clinic } = await dated();
    const manager = await teamMember(clinic, 'manager');
    await chooses(manager.ctx, 'deals', true);
    await removeMember(clinic, { memberId: manager.ctx.actor.member.id });
    await pass(kit, days(2.5) as Duration);
    await run();
    expect(texts()).toEqual([]);
    expect(
      await sql('select 1 from notifications.person_preference where person_id = $1', [
        manager.ctx.actor.member.id,
      ]),
    ).toEqual([]);
  });
});

describe('text messages', () => {
  it('are a few a day for each person, and take nothing from codes', async () => {
    await writeSetting(kit.ctx(system('test')), textBudgets, { perPersonDay: 1, perHour: 500 });
    const { patient, offerId } = await endingIn(minutes(100));
    await chooses(patient, 'offers', true);
    await announce();
    await run();
    await sql('delete from offers.announced_end where offer_id = $1', [offerId]);
    await announce();
    await run();
    expect((await rowsOf(patient)).map((one) => [one.status, one.last_error])).toEqual([
      ['sent', null],
      ['dropped', 'budget'],
    ]);
    expect(textsTo(patient)).toHaveLength(1);
    await holdCode(kit.ctx(), patient.actor.phone);
    await run();
    expect(kit.ports.sent.sms.at(-1)).toMatchObject({ to: patient.actor.phone });
    await writeSetting(kit.ctx(system('test')), textBudgets, { perPersonDay: 3, perHour: 500 });
  });

  it('that fail hold up no code, and are failed in the end, with nothing of the person', async () => {
    const { patient } = await endingIn(minutes(100));
    await chooses(patient, 'offers', true);
    const { send } = kit.ports.texts;
    kit.ports.texts.send = () => Promise.reject(new SmsError('twilio_500'));
    await announce();
    await run().catch(() => undefined);
    await holdCode(kit.ctx(), newPhone());
    kit.ports.texts.send = send;
    const [row] = await rowsOf(patient);
    expect(row).toMatchObject({ status: 'queued', last_error: 'twilio_500' });
    expect(JSON.stringify(row)).not.toContain(patient.actor.phone);
    await sql(
      `update notifications.notification set status = 'failed', failed_at = platform.now() where id = $1`,
      [row!.id],
    );
    await resendNotification(kit.ctx(someReviewer()), { notificationId: row!.id });
    await run();
    expect(textsTo(patient)).toMatchObject([{ key: `${row!.id}:1` }]);
  });

  it('are not sent once they were switched off, of other topics never, and the choice is each person’s own', async () => {
    const { patient, clinic } = await endingIn(minutes(100));
    await chooses(patient, 'offers', true);
    await announce();
    await runAllBut('notifications.send-text');
    await chooses(patient, 'offers', false);
    await run();
    expect(await rowsOf(patient)).toMatchObject([{ status: 'dropped', last_error: 'not_wanted' }]);

    await expect(chooses(clinic, 'offers', true)).rejects.toMatchObject({
      details: { fields: { preferences: ['notices.preferences.no_sms'] } },
    });
    const manager = await teamMember(clinic, 'manager');
    await setPreferences(manager.ctx, {
      preferences: [{ kind: 'deals', email: true, product: true, push: false, sms: true }],
    });
    const ofDeals = async (ctx: Person) =>
      (await ownPreferences(ctx)).find(({ kind }) => kind === 'deals');
    expect(await ofDeals(manager.ctx)).toMatchObject({ push: false, sms: true });
    expect(await ofDeals(clinic)).toMatchObject({ push: true, sms: false });
    // Said nothing of: stays.
    await setPreferences(manager.ctx, {
      preferences: [{ kind: 'deals', email: false, product: true }],
    });
    expect(await ofDeals(manager.ctx)).toMatchObject({ email: false, push: false, sms: true });
    expect(await ofDeals(clinic)).toMatchObject({ email: false, push: true, sms: false });
  });
});
