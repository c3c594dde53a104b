import type { Side } from '#platform/base/actor';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askEmailChange, cancelEmailChange, updateProfile } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { hours, minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { withTransaction } from '#engine';
import { runJobs } from '#engine/testing';
import { someDetails } from '../modules/clinic-onboarding/testing';
import { proveEmail, signedInPatient, type SignedInPatient } from '../modules/identity/testing';
import { signedInClinic } from '../tests/kit/clinics';
import { advance } from '../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../tests/kit/identity';
import type { TestServices } from '../tests/kit/services';
import { submitted } from '../modules/leads/testing';
import {
  accountEmail,
  changeClinicDetails,
  changeClinicEmail,
  confirmEmail,
  sendEmailLink,
} from './account-email';
import { registry } from './registry';

describe('the address of an account', () => {
  let kit: TestServices;
  let someone: SignedInPatient;
  let own: string;
  let other: string;
  beforeAll(async () => {
    kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    own = `${newId()}@example.com`;
    other = `${newId()}@example.com`;
    someone = await signedInPatient(kit.ctx(), { email: own, firstName: 'Zoë' });
    await mails();
  });

  /** What was sent since the last look, to one address. */
  const mails = async (to?: string) => {
    kit.ports.sent.mail.length = 0;
    await runJobs(kit.services, registry);
    return kit.ports.sent.mail.filter((mail) => !to || mail.to === to);
  };
  const linkIn = (mail: { html?: string } | undefined): string =>
    /\/email\?link=([\w.-]+)"/.exec(mail?.html ?? '')?.[1] ?? '';
  const save = (email: string, who = someone) =>
    updateProfile(who.ctx, { phoneNumber: who.phone, firstName: 'Zoë', lastName: 'Miller', email });
  const askedFor = async (email = other) => {
    await save(email);
    const sent = await mails();
    const mail = sent.find(({ to }) => to === email);
    return { sent, link: linkIn(mail) };
  };

  it('waits for its proof: names are saved, the old address stays and is told at once', async () => {
    const saved = await save(other);
    expect(saved).toMatchObject({ user: { firstName: 'Zoë', email: own }, pendingEmail: other });
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [
        [own, 'Another e-mail address was given for your account'],
        [other, 'Please confirm your e-mail address'],
      ].sort(),
    );
    for (const { text, html } of sent) {
      expect(`${text}${html}`).not.toMatch(/Zoë|Miller/);
      expect(`${text}${html}`).not.toContain(own);
      expect(`${text}${html}`).not.toContain(other);
      expect(`${text}${html}`).not.toContain(someone.phone);
    }
  });

  it('takes effect for its person, with its link and a fresh proof, once', async () => {
    const { link } = await askedFor();
    await advance(kit.services, minutes(11));
    expect(await outcome(confirmEmail(someone.ctx, { link }))).toBe('step_up');
    const fresh = await signedInPatient(kit.ctx(), { phone: someone.phone });
    const stranger = await signedInPatient(kit.ctx());
    expect(await outcome(confirmEmail(stranger.ctx, { link }))).toBe('invalid_link');
    const all = await Promise.all(
      Array.from({ length: 20 }, () => outcome(confirmEmail(fresh.ctx, { link }))),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(['ok', 'invalid_link']));
    expect(await accountEmail(fresh.ctx)).toEqual({
      email: other,
      proved: true,
      pendingEmail: null,
    });
    const told = await mails(own);
    expect(told.map(({ subject }) => subject)).toEqual([
      'The e-mail address of your account was changed',
    ]);
  });

  it.each<[string, (link: string) => string]>([
    ['of another row', (link) => `${newId()}.${link.split('.')[1]}`],
    ['with another signature', (link) => `${link.split('.')[0]}.${'A'.repeat(43)}`],
    ['without a signature', (link) => link.split('.')[0]!],
    ['that is none', () => ''],
  ])('takes no effect with a link %s', async (_what, forge) => {
    const { link } = await askedFor();
    expect(await outcome(confirmEmail(someone.ctx, { link: forge(link) }))).toBe('invalid_link');
    expect(await accountEmail(someone.ctx)).toMatchObject({ email: own });
  });

  it('can be taken back, replaced, and is forgotten after a day', async () => {
    const first = await askedFor();
    await cancelEmailChange(someone.ctx);
    expect(await outcome(confirmEmail(someone.ctx, first))).toBe('invalid_link');
    expect(await outcome(cancelEmailChange(someone.ctx))).toBe('not_found');
    const second = await askedFor();
    const third = await askedFor(`${newId()}@example.com`);
    expect(await outcome(confirmEmail(someone.ctx, second))).toBe('invalid_link');
    await advance(kit.services, hours(24));
    const later = await signedInPatient(kit.ctx(), { phone: someone.phone });
    expect(await outcome(confirmEmail(later.ctx, third))).toBe('invalid_link');
    expect(await accountEmail(later.ctx)).toMatchObject({ email: own, pendingEmail: null });
  });

  it('asked for fifty times at once waits once, and the mailbox gets one link', async () => {
    await Promise.all(Array.from({ length: 50 }, () => outcome(save(other))));
    expect((await mails(other)).length).toBe(1);
    expect(await accountEmail(someone.ctx)).toMatchObject({ pendingEmail: other });
  });

  it('sends no more than ten links a day for an account, and five to a mailbox', async () => {
    const outcomes: string[] = [];
    for (let i = 0; i < 12; i += 1) outcomes.push(await outcome(save(`${newId()}@example.com`)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(10);
    expect(outcomes.at(-1)).toBe('too_many_requests');
    const victim = `${newId()}@example.com`;
    const many = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const who = await signedInPatient(kit.ctx());
        return outcome(save(victim, who));
      }),
    );
    expect(many.filter((one) => one === 'ok')).toHaveLength(5);
  });

  it('of a clinic waits in the same way, while its application is open and afterwards', async () => {
    const pending = await signedInClinic(kit.ctx(), { state: 'pending', details: { email: own } });
    await mails();
    const details = someDetails({ email: other, city: 'Izmir' });
    const changed = await changeClinicDetails(pending.ctx, { details });
    expect(changed).toMatchObject({ clinic: { email: own, city: 'Izmir' }, pendingEmail: other });
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual([own, other].sort());
    const link = linkIn(sent.find(({ to }) => to === other));
    await confirmEmail(pending.ctx as CtxOf<Side>, { link });
    expect(await accountEmail(pending.ctx)).toMatchObject({ email: other, proved: true });
    const approved = await signedInClinic(kit.ctx(), { state: 'approved' });
    expect(await changeClinicEmail(approved.ctx, { email: own })).toMatchObject({
      email: 'clinic@example.com',
      pendingEmail: own,
    });
  });

  it('is proved by the mail after the registration, without a name in it; then nothing is left to send', async () => {
    const email = `${newId()}@example.com`;
    const fresh = await signedInPatient(kit.ctx(), { email, firstName: 'Zoë' });
    const [mail, ...more] = await mails(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Please confirm your e-mail address');
    expect(`${mail?.text}${mail?.html}`).not.toContain('Zoë');
    await advance(kit.services, minutes(11));
    await confirmEmail(fresh.ctx, { link: linkIn(mail) });
    expect(await accountEmail(fresh.ctx)).toMatchObject({ email, proved: true });
    expect(await outcome(sendEmailLink(fresh.ctx))).toBe('not_found');
  });

  it('hears nothing of requests and applications while nobody has proved it, and everything afterwards', async () => {
    await submitted(someone.ctx);
    const [mail] = await mails(own);
    expect(mail?.subject).toBe('There is news in your account');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Zoë|request-detail|clinic(s)? can see/i);
    await confirmEmail(someone.ctx, { link: linkIn(mail) });
    const clinic = await signedInClinic(kit.ctx(), {
      state: 'approved',
      details: { email: other },
    });
    const told = await mails(other);
    // The subject of an approval is promised.
    expect(new Set(told.map(({ subject }) => subject))).toEqual(
      new Set(['There is news in your account', 'Application Approved!']),
    );
    for (const { text, html } of told)
      expect(`${text}${html}`).not.toMatch(/Bosphorus|approved|application/i);
    await withTransaction(clinic.ctx, (tx) => askEmailChange(tx, { email: other, current: other }));
    expect(await mails(other)).toEqual([]);
  });

  it('is told of what is proved by its name again', async () => {
    await proveEmail(someone.ctx);
    await submitted(someone.ctx);
    const [mail] = await mails(own);
    expect(mail?.subject).toBe('We received your request');
    expect(mail?.text).toContain('Hello Zoë,');
  });
});
