import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { runJobs } from '#engine/testing';
import type { Topic } from '#contracts/notifications';
import {
  endMailsAbout,
  queueNotification,
  resendNotification,
  type NewNotification,
} from '#modules/notifications';
import { chooseLocale } from '#modules/identity';
import { minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import {
  provedPatient,
  signedInPatient,
  signedInStaff,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { advance, resetClock } from '../../tests/kit/clock';
import { englishIn } from '../../tests/kit/english-words';
import { createQueuedServices, liftSiteBudgets } from '../../tests/kit/identity';
import type { MailFields } from '../../tests/kit/matchers';
import type { TestServices } from '../../tests/kit/services';
import { registry } from '../registry';
import { mails, pages } from '../reactions/index';
import { offeredUnsubscribe, unsubscribe } from '../unsubscribe';
import { exemptMails } from './budget';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

type Patient = SignedInPatient['ctx'];
const recipientOf = ({ actor }: Patient) => ({ type: 'patient', id: actor.id }) as const;

async function reader() {
  const email = `${newId()}@example.com`;
  const { ctx } = await provedPatient(kit.ctx(), { email });
  await runJobs(kit.services, registry);
  const sent = () => kit.ports.sent.mail.filter(({ to }) => to === email);
  return { ctx, sent };
}

const queue = (patient: Patient, kind: string, more: Partial<NewNotification> = {}) =>
  withTransaction(kit.ctx(), (tx) =>
    queueNotification(tx, {
      ...{ kind, recipient: recipientOf(patient), eventId: newId(), thing: newId() },
      params: { leadId: newId(), offerId: newId(), ticketId: newId(), to: 'patient' },
      ...more,
    }),
  );

/** Four mails that leave no room for others. */
async function fill(patient: Patient, mails = 4) {
  for (let n = 0; n < mails; n += 1) await queue(patient, 'leads.published');
}

async function later() {
  await advance(kit.services, minutes(10));
  await runJobs(kit.services, registry);
}

const isDigest = async (patient: Patient, fields: MailFields) => {
  const recipientId = patient.actor.id;
  await expect(kit).toHaveMailed('notifications.digest', { recipientId, ...fields }, { times: 1 });
};
const inDigest = { status: 'dropped', lastError: 'digest' };

describe('what is more than four mails in ten minutes', () => {
  it('is one mail with a line of each news, the newest at the end', async () => {
    const { ctx, sent } = await reader();
    await fill(ctx);
    await queue(ctx, 'offers.made');
    await queue(ctx, 'leads.expired');
    for (let n = 0; n < 2; n += 1) await queue(ctx, 'offers.made');
    await queue(ctx, 'offers.expired');
    await runJobs(kit.services, registry);
    const before = sent().length;
    expect(before).toBeLessThanOrEqual(4);
    await isDigest(ctx, { status: 'queued' });
    const recipientId = ctx.actor.id;
    await expect(kit).toHaveMailed('offers.made', { recipientId, ...inDigest }, { times: 3 });
    await later();
    await isDigest(ctx, { status: 'sent', attempts: 1, lastError: null });
    expect(sent()).toHaveLength(before + 1);
    const { subject, text } = sent().at(-1)!;
    expect(subject).toBe('More has happened');
    expect(text).toMatch(
      /request has closed\s+You have a new offer \(3 times\)\s+An offer has run/,
    );
    expect(text).toContain('https://clinics.example/notifications');
  });

  it('is in the language of its reader', async () => {
    const { ctx, sent } = await reader();
    await chooseLocale(ctx, { locale: 'tr' });
    await fill(ctx);
    for (const kind of ['offers.made', 'offers.made', 'offers.expired']) await queue(ctx, kind);
    await later();
    const { subject, text, unsubscribe: link } = sent().at(-1)!;
    expect(englishIn(`${subject}\n${text}`)).toEqual([]);
    expect(text).toMatch(/\(2 kez\)/);
    expect(link).toMatch(/^https:\/\/clinics.example\/tr\/unsubscribe\//);
  });

  it('is left out where it is gone, or is not wanted any more', async () => {
    const { ctx, sent } = await reader();
    await fill(ctx);
    // Read meanwhile.
    await queue(ctx, 'messaging.unread');
    for (const kind of ['offers.made', 'leads.published', 'leads.expired']) await queue(ctx, kind);
    await endMailsAbout(kit.ctx(), { reader: recipientOf(ctx), topic: 'offers' });
    await later();
    const { text } = sent().at(-1)!;
    expect(text).toMatch(/open to clinics\s+Your request has closed/);
    expect(text).not.toMatch(/message|offer /);
  });

  it('is the mail itself when it is about one thing', async () => {
    const { ctx, sent } = await reader();
    await fill(ctx);
    const thing = newId();
    for (let n = 0; n < 2; n += 1) await queue(ctx, 'offers.revised', { thing });
    await later();
    expect(sent().at(-1)).toMatchObject({ subject: 'An offer was changed' });
    await isDigest(ctx, { status: 'sent' });
  });

  it.each([
    ['not wanted any more', 'offers.made', 'not_wanted'],
    ['gone', 'messaging.unread', null],
  ])('is no mail when it is %s', async (_what, kind, lastError) => {
    const { ctx, sent } = await reader();
    await fill(ctx);
    for (let n = 0; n < 2; n += 1) await queue(ctx, kind);
    await endMailsAbout(kit.ctx(), { reader: recipientOf(ctx), topic: 'offers' });
    await later();
    await isDigest(ctx, { status: 'dropped', lastError });
    expect(sent().map(({ subject }) => subject)).not.toContain('More has happened');
  });

  it('is shortened after twenty lines, and what is left is counted', async () => {
    const { ctx, sent } = await reader();
    await fill(ctx);
    for (const { notify } of pages)
      for (const [kind, { by, to }] of Object.entries(notify))
        if (by !== 'product' && !Object.hasOwn(exemptMails, kind) && to.kinds.includes('patient'))
          await queue(ctx, kind);
    await later();
    expect(sent().at(-1)!.text).toMatch(/And \d+ more/);
  });

  it('says nothing at an address without a proof', async () => {
    const { ctx } = await signedInPatient(kit.ctx());
    await fill(ctx);
    await queue(ctx, 'offers.made');
    await queue(ctx, 'leads.expired');
    kit.ports.sent.mail.length = 0;
    await later();
    await isDigest(ctx, { status: 'sent' });
    expect(JSON.stringify(kit.ports.sent.mail)).not.toMatch(/offer|closed|More has happened/);
  });

  it('is sent again by staff as another message with the same news', async () => {
    const { ctx, sent } = await reader();
    const { ctx: staff } = await signedInStaff(kit.ctx());
    await fill(ctx);
    for (const kind of ['offers.made', 'offers.expired']) await queue(ctx, kind);
    await later();
    const first = sent().at(-1)!;
    await resendNotification(staff, { notificationId: first.key });
    await runJobs(kit.services, registry);
    expect(sent().at(-1)).toEqual({ ...first, key: `${first.key}:1` });
  });

  it('is begun by no event that was delivered before', async () => {
    const { ctx } = await reader();
    const event = { eventId: newId(), thing: newId() };
    await queue(ctx, 'offers.made', event);
    await fill(ctx, 3);
    await queue(ctx, 'offers.made', event);
    const recipientId = ctx.actor.id;
    await expect(kit).toHaveMailed('offers.made', { recipientId, status: 'queued' }, { times: 1 });
    await expect(kit).not.toHaveMailed('notifications.digest', { recipientId });
    for (let n = 0; n < 2; n += 1) await queue(ctx, 'offers.expired', event);
    await isDigest(ctx, { status: 'queued' });
    await expect(kit).toHaveMailed('offers.expired', { recipientId, ...inDigest }, { times: 1 });
  });
});

describe('the link that ends mails like it', () => {
  async function digestOf(...kinds: string[]) {
    const { ctx, sent } = await reader();
    await fill(ctx);
    for (const kind of kinds) await queue(ctx, kind);
    await later();
    const mail = sent().at(-1)!;
    const token = mail.unsubscribe?.split('/').at(-1);
    return { ctx, mail, token };
  }

  it('ends those about all that is in it, and nothing else', async () => {
    const { token = '' } = await digestOf('offers.made', 'offers.expired', 'leads.expired');
    const ofIt = { reader: 'patient', topics: ['requests', 'offers'] satisfies Topic[] };
    expect(await offeredUnsubscribe(kit.ctx(), { token })).toEqual({ ...ofIt, ended: false });
    await unsubscribe(kit.ctx(), { token });
    expect(await offeredUnsubscribe(kit.ctx(), { token })).toEqual({ ...ofIt, ended: true });
  });
});

it('no mail that may be in a digest goes to another address, proves one or holds what was written', () => {
  for (const [kind, mail] of Object.entries(mails)) {
    if (!mail.alone && !Object.hasOwn(exemptMails, kind) && kind !== 'support.answered-visitor')
      expect([mail.elsewhere, mail.proves, mail.words, mail.first].some(Boolean), kind).toBe(false);
  }
});

it('mails that people keep, or have to act upon at once, stand alone', () => {
  const alone = Object.keys(mails).filter((kind) => mails[kind]!.alone);
  expect(alone.toSorted()).toEqual([
    'aftercare.danger',
    'clinic-onboarding.approved',
    'clinic-onboarding.reinstated',
    'clinic-onboarding.rejected',
    'clinic-onboarding.suspended',
    'deals.cancelled',
    'deals.rescheduled',
    'deals.scheduled',
    'deals.team-wrote',
    'deals.visit-soon',
  ]);
});
