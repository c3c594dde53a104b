import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { answerTime, proposeTime } from '#modules/deals';
import { digestNews, findUnsent, joinedNews, queueNotification } from '#modules/notifications';
import { answerTicket, openVisitorTicket } from '#modules/support';
import { now } from '#platform/time/clock';
import { withTransaction } from '#engine';
import type { DeclaredEvent } from '#engine/contract';
import { runJobs } from '#engine/testing';
import { after, days, minutes, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { somePatient } from '../../modules/leads/testing';
import { openedTicket } from '../../modules/support/testing';
import { provedPatient, signedInStaff } from '../../modules/identity/testing';
import { advance, resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { createQueuedServices, liftSiteBudgets } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { reviseOffer, acceptShownOffer } from '../offers/offers';
import {
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
  withoutBudgets,
} from '../offers/testing';
import { registry } from '../registry';
import { exemptMails } from './budget';
import { mails, pages } from '../reactions/index';

let kit: TestServices;
let ticketId: string;
beforeAll(async () => {
  kit = await createQueuedServices({});
  await liftSiteBudgets(kit.ctx());
  await withoutBudgets(kit);
  await signedInStaff(kit.ctx());
  ticketId = await openedTicket(kit.ctx(somePatient()));
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const rowsOf = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;

/** Ids that say what a fact is about; every other one is another one each time. */
const things = new Set(
  'offerId leadId patientId clinicId accountId staffId ticketId filterId changeId documentId ownerId'.split(
    ' ',
  ),
);

/** Facts of a declaration about one thing, in all the ways that its codes allow. */
function* factsOf(on: DeclaredEvent): Generator<() => object> {
  const shape = on.fields.shape as Record<string, z.ZodType>;
  const fixed = Object.fromEntries(Object.keys(shape).map((name) => [name, newId()]));
  // Who hears of a ticket is read there.
  fixed.ticketId = ticketId;
  let ways: Array<Record<string, unknown>> = [{}];
  for (const [name, schema] of Object.entries(shape)) {
    if (schema.safeParse(newId()).success) continue;
    const codes = 'options' in schema ? [...(schema.options as unknown[])] : [];
    const likely = [
      ...codes,
      true,
      false,
      1,
      2,
      'patient',
      'clinic',
      'en',
      '2026-11-24',
      null,
      [],
      {},
    ];
    const fits = likely.filter((one) => schema.safeParse(one).success);
    if (fits.length === 0) throw new Error(`no value for ${on.type}.${name}`);
    ways = ways.flatMap((way) => fits.map((one) => ({ ...way, [name]: one })));
  }
  const ids = () =>
    Object.entries(shape)
      .filter(([, schema]) => schema.safeParse(newId()).success)
      .map(([name]) => [name, things.has(name) ? fixed[name] : newId()]);
  for (const way of ways) yield () => ({ type: on.type, ...Object.fromEntries(ids()), ...way });
}

interface Queued {
  readonly recipient_id: string;
  readonly jobs: number;
  readonly rows: number;
  readonly latest: number;
}

/** Mails of a kind since some moment, by recipient: rows, those that are sent, and when the last of them is due. */
const queuedSince = (kind: string, since: Date) =>
  rowsOf<Queued>(
    `select n.recipient_id, count(*)::int as rows, count(j.id)::int as jobs,
       max(extract(epoch from j.start_after - n.created_at))::float8 as latest
     from notifications.notification n
     left join pgboss.job j on j.name = 'notifications.send-email'
       and j.data->'payload'->>'notificationId' = n.id::text
     where n.kind = $1 and n.created_at >= $2 group by n.recipient_id`,
    [kind, since],
  );

const budgeted = pages.flatMap(({ event, notify, notifications }) =>
  Object.entries(notify).flatMap(([kind, { by }], n) =>
    by === 'product' || Object.hasOwn(exemptMails, kind)
      ? []
      : [[kind, event, notifications[n]!] as const],
  ),
);

describe('fifty events in a minute', () => {
  it.each(budgeted)('are two mails: %s', async (kind, event, { handle }) => {
    const since = await now(kit.ctx());
    let heard: Queued[] = [];
    for (const fact of factsOf(event)) {
      const at = await now(kit.ctx());
      await Promise.all(
        Array.from({ length: 50 }, () => handle(kit.ctx(), fact(), { id: newId(), at })),
      );
      heard = await queuedSince(kind, since);
      if (heard.length > 0) break;
    }
    expect(heard).not.toEqual([]);
    for (const { rows, jobs, latest } of heard) {
      expect({ rows, jobs }).toEqual({ rows: 50, jobs: 2 });
      expect(latest).toBeGreaterThan(minutes(9) / 1000);
    }
  });

  it('of exempt kinds are mails about an account, each kind known and with its reason', () => {
    for (const [kind, reason] of Object.entries(exemptMails)) {
      expect(mails[kind]?.about, kind).toMatch(/account/);
      expect(reason, kind).toMatch(/^(security|code|account): /);
    }
  });
});

describe('by commands', () => {
  const areSent = ({ actor }: { actor: { id: string } }, kind: string, times: number) =>
    expect(kit).toHaveMailed(kind, { recipientId: actor.id, status: 'sent' }, { times });
  const mailsTo = (address: string) => kit.ports.sent.mail.filter(({ to }) => to === address);
  const pass = async (length: Duration) => {
    await advance(kit.services, length);
    await runJobs(kit.services, registry);
  };
  async function offered() {
    const email = `${newId()}@example.com`;
    const { ctx: patient } = await provedPatient(kit.ctx(), { email });
    const [clinic] = await someClinics(kit);
    const { leadId } = await publishedLead(kit, {}, patient);
    const offerId = await sentOffer(clinic!, leadId);
    await runJobs(kit.services, registry);
    return { patient, email, clinic: clinic!, offerId };
  }

  it('150 revisions of an offer are two mails and one line in the product', async () => {
    const { patient, email, clinic, offerId } = await offered();
    const before = mailsTo(email).length;
    for (let n = 1; n <= 150; n += 1)
      await reviseOffer(clinic, { offerId, fields: someOfferFields({ amountCents: 250_000 + n }) });
    await runJobs(kit.services, registry);
    await areSent(patient, 'offers.revised', 1);
    await pass(minutes(11));
    await pass(days(1));
    await areSent(patient, 'offers.revised', 2);
    expect(mailsTo(email).length - before).toBe(2);
    const line = { readerId: patient.actor.id };
    await expect(kit).toHaveNotified('offers.revised', line, { times: 1 });
  }, 60_000);

  it('60 proposed times are two mails, and as many that are declined as well', async () => {
    const { patient, clinic, offerId } = await offered();
    await acceptShownOffer(patient, { offerId });
    await runJobs(kit.services, registry);
    const startsAt = after(await now(kit.ctx()), days(9)).toISOString();
    for (let n = 0; n < 60; n += 1) {
      await proposeTime(clinic, { offerId, startsAt, note: null });
      const [{ id: timeId }] = (await rowsOf<{ id: string }>(
        `select t.id from deals.time t join deals.deal d on d.id = t.deal_id
         where d.offer_id = $1 and t.status = 'proposed'`,
        [offerId],
      )) as [{ id: string }];
      await answerTime(patient, { offerId, timeId, answer: 'decline' });
    }
    await runJobs(kit.services, registry);
    await areSent(patient, 'deals.time-proposed', 1);
    await pass(minutes(11));
    await pass(days(1));
    await areSent(patient, 'deals.time-proposed', 2);
    await areSent(clinic, 'deals.time-declined', 2);
    const line = { readerId: patient.actor.id };
    await expect(kit).toHaveNotified('deals.time-proposed', line, { times: 1 });
  }, 60_000);

  it('a visitor, who reads answers in mails alone, is sent each word of all that were joined', async () => {
    const [id, email] = [newId(), `${newId()}@example.com`];
    const asked = { name: 'Ada', email, subject: 'Hello', message: 'When?', from: '203.0.113.9' };
    await withTransaction(kit.ctx(), (tx) => openVisitorTicket(tx, { id, ...asked }));
    const staff = kit.ctx(someReviewer());
    for (const text of ['First answer', 'Second answer', 'Third answer'])
      await answerTicket(staff, { ticketId: id, text });
    await runJobs(kit.services, registry);
    expect(mailsTo(email).map(({ text }) => /First|Second|Third/.exec(text)?.[0])).toEqual([
      'First',
    ]);
    await pass(minutes(11));
    expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo(email)[1]!.text).toMatch(/Second answer\s+Third answer/);
  });

  it('what follows after ten quiet minutes goes at once again, and each offer for itself', async () => {
    const [one, other] = [await offered(), await offered()];
    const revise = async ({ clinic, offerId }: typeof one, n: number) => {
      await reviseOffer(clinic, { offerId, fields: someOfferFields({ amountCents: 260_000 + n }) });
      await runJobs(kit.services, registry);
    };
    await revise(one, 1);
    await revise(other, 1);
    for (const { patient } of [one, other]) await areSent(patient, 'offers.revised', 1);
    await pass(minutes(11));
    await revise(one, 2);
    await areSent(one.patient, 'offers.revised', 2);
  });
});

interface Due {
  readonly kind: string;
  /** Microseconds since the first was recorded: a whole number. */
  readonly due: number;
  readonly part: string | null;
}

const tenMinutes = minutes(10) * 1000;

/** Mails to a recipient in the order in which they are due. */
const dueTo = (id: string) =>
  rowsOf<Due>(
    `select kind, last_error as part,
       (extract(epoch from due_at - min(created_at) over ()) * 1000000)::float8 as due
     from notifications.notification where recipient_id = $1 order by due_at, id`,
    [id],
  );

describe('mails about different things to one recipient', () => {
  const queueOne = (type: 'patient' | 'clinic' | 'staff' | 'visitor', id: string, more = {}) =>
    withTransaction(kit.ctx(), (tx) =>
      queueNotification(tx, {
        ...{ kind: 'offers.made', recipient: { type, id }, thing: newId(), eventId: newId() },
        ...more,
      }),
    );

  it('fifty at once are four mails and one digest ten minutes later', async () => {
    const id = newId();
    const kinds = ['offers.made', 'offers.revised', 'deals.scheduled', 'messaging.unread'];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => queueOne('patient', id, { kind: kinds[n % 4] })),
    );
    const rows = await dueTo(id);
    expect(rows.filter(({ part }) => part === 'digest')).toHaveLength(46);
    const [digest, ...others] = rows.filter(({ part }) => part === null).reverse();
    expect(others).toHaveLength(4);
    for (const { due } of others) expect(due).toBeLessThan(tenMinutes / 10);
    expect(digest).toMatchObject({ kind: 'notifications.digest' });
    expect(digest!.due).toBeGreaterThanOrEqual(tenMinutes);
    const jobs = await rowsOf(
      `select from pgboss.job j join notifications.notification n
         on n.id::text = j.data->'payload'->>'notificationId' where n.recipient_id = $1`,
      [id],
    );
    expect(jobs).toHaveLength(5);
  });

  it('to two recipients in one transaction each, fifty at once, end without a deadlock', async () => {
    const [one, other] = [newId(), newId()].toSorted() as [string, string];
    await Promise.all(
      Array.from({ length: 50 }, () =>
        withTransaction(kit.ctx(), async (tx) => {
          for (const id of [one, other])
            await queueNotification(tx, {
              ...{ kind: 'deals.scheduled', eventId: newId(), thing: newId() },
              recipient: { type: id === one ? 'patient' : 'clinic', id },
            });
        }),
      ),
    );
    for (const id of [one, other])
      expect((await dueTo(id)).filter(({ part }) => part === null)).toHaveLength(5);
  });

  it('are four and a digest within any ten minutes, however they come', async () => {
    const id = newId();
    const things = Array.from({ length: 8 }, newId);
    for (let n = 0; n < 120; n += 1) {
      // No pattern of its own: 0 to 150 seconds apart, most of them close together.
      await advance(kit.services, minutes(n % 7 === 0 ? (n % 5) / 2 : (n % 3) / 10));
      const kind = n % 2 === 0 ? 'offers.revised' : 'offers.made';
      await queueOne('clinic', id, { kind, thing: things[(n * 5) % 8] });
    }
    const rows = await dueTo(id);
    const sent = rows.filter(({ part }) => part === null);
    const digests = sent.filter(({ kind }) => kind === 'notifications.digest');
    expect(digests.length).toBeGreaterThan(2);
    for (const { due } of sent) {
      const within = sent.filter((one) => one.due >= due && one.due < due + tenMinutes);
      const ofDigests = within.filter(({ kind }) => kind === 'notifications.digest').length;
      expect(ofDigests).toBeLessThanOrEqual(1);
      expect(within.length - ofDigests).toBeLessThanOrEqual(4);
    }
    // Each piece of news is in one mail that is due with it.
    const dueTimes = new Set(sent.map(({ due }) => due));
    expect(rows.filter(({ due }) => !dueTimes.has(due))).toEqual([]);
    expect(rows.length - digests.length).toBe(120);
  });

  it('to staff and visitors, and those that stand alone, are in no digest', async () => {
    const [staff, visitor, clinic] = [newId(), newId(), newId()];
    for (let n = 0; n < 8; n += 1) {
      await queueOne('staff', staff);
      await queueOne('visitor', visitor);
      await queueOne('clinic', clinic, { kind: 'aftercare.danger', alone: true });
    }
    for (const id of [staff, visitor, clinic])
      expect((await dueTo(id)).filter(({ part }) => part === null)).toHaveLength(8);
  });

  it('that follow about a thing that is in a digest wait for ten minutes after it', async () => {
    const id = newId();
    const thing = newId();
    for (let n = 0; n < 4; n += 1) await queueOne('patient', id);
    await queueOne('patient', id, { thing });
    await advance(kit.services, minutes(11));
    await queueOne('patient', id, { thing });
    expect((await dueTo(id)).at(-1)!.due).toBeGreaterThanOrEqual(2 * tenMinutes);
  });

  it('that are about to become part of a digest are waited for when it is due', async () => {
    const id = newId();
    for (let n = 0; n < 5; n += 1) await queueOne('patient', id);
    const [{ id: digestId }] = (await rowsOf<{ id: string }>(
      `select id from notifications.notification where recipient_id = $1 and kind = 'notifications.digest'`,
      [id],
    )) as [{ id: string }];
    const row = (await findUnsent(kit.ctx(), { notificationId: digestId, resend: 0 }))!;
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let decided!: () => void;
    const hasDecided = new Promise<void>((resolve) => (decided = resolve));
    const joining = withTransaction(kit.ctx(), async (tx) => {
      const news = { kind: 'offers.made', recipient: { type: 'patient', id } as const };
      await queueNotification(tx, { ...news, thing: newId(), eventId: newId() });
      decided();
      await held;
    });
    await hasDecided;
    await advance(kit.services, minutes(11));
    let found: unknown[] | undefined;
    const composing = digestNews(kit.ctx(), row).then((news) => (found = news));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(found).toBeUndefined();
    release();
    await Promise.all([joining, composing]);
    expect(found).toHaveLength(2);
    await queueOne('patient', id);
    expect(await digestNews(kit.ctx(), row)).toHaveLength(2);
  });
});

it('a mail that is due waits for what is about to join it, and nothing joins it afterwards', async () => {
  const recipient = { type: 'patient', id: newId() } as const;
  const thing = newId();
  const wish = (n: string) => ({
    ...{ kind: 'offers.revised', recipient, thing, eventId: newId() },
    params: { n },
  });
  const queue = (n: string) => withTransaction(kit.ctx(), (tx) => queueNotification(tx, wish(n)));
  await queue('1');
  await queue('2');
  const [{ id }] = (await rowsOf<{ id: string }>(
    `select id from notifications.notification where recipient_id = $1 and facts->>'n' = '2'`,
    [recipient.id],
  )) as [{ id: string }];
  const row = (await findUnsent(kit.ctx(), { notificationId: id, resend: 0 }))!;
  let joined!: () => void;
  const held = new Promise<void>((resolve) => (joined = resolve));
  let decided!: () => void;
  const hasDecided = new Promise<void>((resolve) => (decided = resolve));
  const joining = withTransaction(kit.ctx(), async (tx) => {
    await queueNotification(tx, wish('3'));
    decided();
    await held;
  });
  await hasDecided;
  await advance(kit.services, minutes(11));
  let facts: unknown;
  const composing = joinedNews(kit.ctx(), row).then((found) => (facts = found));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(facts).toBeUndefined();
  joined();
  await Promise.all([joining, composing]);
  expect(facts).toEqual([{ n: '2' }, { n: '3' }]);
  await queue('4');
  expect(await joinedNews(kit.ctx(), row)).toEqual([{ n: '2' }, { n: '3' }]);
});
