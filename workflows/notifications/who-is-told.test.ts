import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction, publish } from '#engine';
import { runDueTimers, runJobs } from '#engine/testing';
import { anonymous } from '#platform/base/actor';
import { days, hours, seconds } from '#platform/base/duration';
import { clinicEvents } from '#contracts/clinic-onboarding';
import { identityEvents } from '#contracts/identity';
import { leadEvents } from '#contracts/leads';
import { ticketEvents } from '#contracts/support';
import { newId } from '#platform/base/ids';
import { someApplication } from '../../modules/clinic-onboarding/testing';
import { provedPatient, signedInStaff, type SignedInStaff } from '../../modules/identity/testing';
import { askDocumentAgain } from '#modules/clinic-onboarding';
import { rejectLead, sendLeadBack } from '#modules/leads';
import { submitted } from '../../modules/leads/testing';
import { advance, resetClock } from '../../tests/kit/clock';
import { signedInClinic } from '../../tests/kit/clinics';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
} from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { registry } from '../registry';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
const send = () => kit.ports.sent.mail;
beforeEach(async () => {
  await resetClock(kit.services);
  await runJobs(kit.services, registry);
  send().length = 0;
});

const sql = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(query, values)).rows;
const subjects = () => send().map(({ to, subject }) => `${to}: ${subject}`);

describe('patients', () => {
  it('are told of their request, from its receipt to its end', async () => {
    const email = `${newId()}@example.com`;
    const { ctx } = await provedPatient(kit.ctx(), { email, firstName: 'Zoë' });
    const lead = await submitted(ctx);
    await runJobs(kit.services, registry);
    expect(subjects()).toEqual([`${email}: We received your request`]);
    const steps: Array<[number, string]> = [
      [hours(1), 'Your request is open to clinics'],
      [hours(50), 'No offers yet: what would you like to do?'],
      [days(26), 'Your request closes soon'],
      [days(31), 'Your request has closed'],
    ];
    for (const [ms, subject] of steps) {
      await runDueTimers(kit.services, registry, new Date(Date.now() + ms));
      send().length = 0;
      await runJobs(kit.services, registry);
      expect(subjects()).toEqual([`${email}: ${subject}`]);
      const { text, html } = send()[0]!;
      for (const form of [text, html!]) {
        expect(form).toContain('Hello Zoë,');
        expect(form).toContain(`https://clinics.example/request-detail/${lead._id}`);
        expect(form).not.toMatch(/root canal|istanbul|hurts/i);
      }
    }
  });

  it('are told when the team refuses their request, not when they cancel it themselves', async () => {
    const { ctx } = await provedPatient(kit.ctx());
    const { ctx: staff } = await signedInStaff(kit.ctx());
    const lead = await submitted(ctx, { description: 'Call me: +1 212 555 0199' });
    await rejectLead(staff, { leadId: lead._id, reason: 'No phone numbers, please.' });
    await withTransaction(kit.ctx(), (tx) =>
      publish(tx, leadEvents['leads.cancelled'], {
        leadId: newId(),
        patientId: ctx.actor.id,
        by: 'patient',
      }),
    );
    await runJobs(kit.services, registry);
    const mails = send().filter(({ to }) => to === 'sarah@example.com');
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'We received your request',
      'Your request was not published',
    ]);
    expect(JSON.stringify(mails)).not.toContain('No phone numbers');
  });

  it('are asked to change a request that the team sends back', async () => {
    const { ctx } = await provedPatient(kit.ctx(), { email: 'back@example.com' });
    const { ctx: staff } = await signedInStaff(kit.ctx());
    const lead = await submitted(ctx, { description: 'Call me: +1 212 555 0199' });
    await sendLeadBack(staff, { leadId: lead._id, reason: 'No phone numbers, please.' });
    await runJobs(kit.services, registry);
    const mails = send().filter(({ to }) => to === 'back@example.com');
    expect(mails.map(({ subject }) => subject)).toContain('Please change your request');
    expect(JSON.stringify(mails)).not.toContain('No phone numbers');
  });
});

describe('clinics and staff', () => {
  let staff: SignedInStaff;
  let gone: SignedInStaff;
  beforeAll(async () => {
    staff = await signedInStaff(kit.ctx());
    gone = await signedInStaff(kit.ctx());
    await sql('update identity.staff_account set disabled_at = now() where id = $1', [gone.id]);
  });
  const email = 'clinic@example.com';
  const clinicMails = () => send().filter(({ to }) => to === email);

  it.each([
    ['approved', 'Application Approved!', '/clinic/dashboard'],
    ['rejected', 'Your application was not approved', '/clinic/pending-approval'],
    ['suspended', 'Your account is suspended', '/clinic/pending-approval'],
    ['reinstated', 'Your account is active again', '/clinic/dashboard'],
  ] as const)('clinics are told that they are %s', async (news, subject, page) => {
    const { clinicId } = await someApplication(kit.ctx(), staff.ctx.actor);
    await withTransaction(kit.ctx(), (tx) =>
      publish(tx, clinicEvents[`clinic-onboarding.${news}`], { clinicId }),
    );
    await runJobs(kit.services, registry);
    const mail = clinicMails().find((sent) => sent.subject === subject);
    expect(mail?.text).toContain(`https://clinics.example${page}`);
    expect(
      clinicMails()
        .map((sent) => sent.subject)
        .sort(),
    ).toEqual(['We received your registration', subject].sort());
  });

  it('clinics are told which document is needed again, and read the note on their page only', async () => {
    const { documents } = await someApplication(kit.ctx(), staff.ctx.actor, { at: 'complete' });
    await askDocumentAgain(staff.ctx, { documentId: documents[0]!, note: 'Too dark: canary-1' });
    await runJobs(kit.services, registry);
    const mail = clinicMails().find(({ subject }) => /needed again/.test(subject))!;
    expect(mail.text.replace(/\s+/g, ' ')).toContain('that you uploaded as medical license.');
    expect(JSON.stringify(send())).not.toContain('canary-1');
  });

  it('everybody of staff is told once of each clock, and nobody who has left', async () => {
    const other = await signedInStaff(kit.ctx(), { role: 'admin' });
    const { clinicId } = await someApplication(kit.ctx(), staff.ctx.actor);
    await runJobs(kit.services, registry);
    send().length = 0;
    for (const clock of ['reminder-due', 'escalated', 'breached'] as const)
      await withTransaction(kit.ctx(), (tx) =>
        publish(tx, clinicEvents[`clinic-onboarding.${clock}`], { clinicId }),
      );
    await runJobs(kit.services, registry);
    for (const { email: to } of [staff, other])
      expect(send().filter((mail) => mail.to === to)).toHaveLength(3);
    expect(send().filter(({ to }) => to === gone.email)).toEqual([]);
    expect(send()[0]!.text).toContain('Bosphorus Dental');
  });

  it('staff are told of a sign-in from somewhere new, and of a changed way to sign in', async () => {
    const signIn = (newDevice: boolean) =>
      withTransaction(kit.ctx(), (tx) =>
        publish(tx, identityEvents['identity.staff-signed-in'], { staffId: staff.id, newDevice }),
      );
    await signIn(false);
    await runJobs(kit.services, registry);
    expect(send()).toEqual([]);
    await signIn(true);
    await withTransaction(kit.ctx(), (tx) =>
      publish(tx, identityEvents['identity.staff-factor-changed'], { staffId: staff.id }),
    );
    await runJobs(kit.services, registry);
    expect(subjects().sort()).toEqual(
      ['New sign-in to your account', 'Your way to sign in was changed'].map(
        (subject) => `${staff.email}: ${subject}`,
      ),
    );
  });
});

describe('a sign-in', () => {
  let asked = 0;
  const signInOf = async (
    role: 'patient' | 'clinic',
    phone: string,
    known: string | null,
    sharedDevice = false,
  ) => {
    await advance(kit.services, seconds(46));
    const at = kit.ctx(anonymous, { ip: `10.77.0.${(asked += 1)}` });
    const held = await holdCode(at, phone, role);
    const signedIn = await tryCode(at, held, held.code, { role, known, sharedDevice });
    await runJobs(kit.services, registry);
    return signedIn.known?.token ?? null;
  };

  it('on a device that is new is told to a patient by mail, without a word about health', async () => {
    const email = `${newId()}@example.com`;
    const { phone } = await provedPatient(kit.ctx(), { email });
    await runJobs(kit.services, registry);
    expect(send()).toEqual([]);
    const known = await signInOf('patient', phone, null);
    expect(subjects()).toEqual([`${email}: New sign-in to your account`]);
    expect(send()[0]!.text).toContain('https://clinics.example/profile/devices');
    expect(JSON.stringify(send()[0])).not.toMatch(/treat|medic|dental|photo|offer|\+1212/i);
    await signInOf('patient', phone, known);
    expect(send()).toHaveLength(1);
    await signInOf('patient', phone, null, true);
    await signInOf('patient', phone, 'made-up');
    expect(send()).toHaveLength(3);
  });

  it('of fifty at once with one code is told once', async () => {
    const { phone } = await provedPatient(kit.ctx());
    await advance(kit.services, seconds(46));
    const held = await holdCode(kit.ctx(anonymous, { ip: newId() }), phone);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(tryCode(kit.ctx(anonymous, { ip: newId() }), held, held.code)),
      ),
    );
    await runJobs(kit.services, registry);
    expect(send()).toHaveLength(1);
  });

  it('on a device that is new is told to a clinic, and the first one of an account is not', async () => {
    const { phone } = await signedInClinic(kit.ctx());
    await runJobs(kit.services, registry);
    const before = send().filter(({ subject }) => subject === 'New sign-in to your account');
    expect(before).toEqual([]);
    send().length = 0;
    const known = await signInOf('clinic', phone, null);
    expect(send().map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
    await signInOf('clinic', phone, known);
    expect(send()).toHaveLength(1);
  });
});

describe('a ticket', () => {
  it('that went with its owner meanwhile is no news, and no job of it is given up', async () => {
    const ticket = { ticketId: newId(), owner: 'patient', ownerId: newId() } as const;
    await withTransaction(kit.ctx(), (tx) => publish(tx, ticketEvents['support.overdue'], ticket));
    await runJobs(kit.services, registry);
    expect(send()).toEqual([]);
    const left = `select from pgboss.job_common where state < 'completed' and data ->> 'subscription' like '%support.overdue'`;
    expect(await sql(left)).toEqual([]);
  });
});

describe('a fact', () => {
  const subscription = registry.subscriptions.find(({ on }) => on === 'leads.published')!;

  it('that is delivered fifty times at once is one mail', async () => {
    const { ctx } = await provedPatient(kit.ctx());
    const fact = { type: 'leads.published', leadId: newId(), patientId: ctx.actor.id };
    const delivery = { id: newId(), at: new Date() };
    await Promise.all(
      Array.from({ length: 50 }, () => subscription.handle(kit.ctx(), fact, delivery)),
    );
    await runJobs(kit.services, registry);
    expect(send()).toHaveLength(1);
    const mail = { recipientId: ctx.actor.id };
    await expect(kit).toHaveMailed('leads.published', mail, { times: 1 });
  });

  it('of a transaction that rolled back is no mail', async () => {
    const { ctx } = await provedPatient(kit.ctx());
    const fact = { leadId: newId(), patientId: ctx.actor.id };
    const failing = withTransaction(kit.ctx(), async (tx) => {
      await publish(tx, leadEvents['leads.published'], fact);
      const delivered = { type: 'leads.published', ...fact };
      await subscription.handle(tx, delivered, { id: newId(), at: new Date() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await runJobs(kit.services, registry);
    expect(send()).toEqual([]);
    await expect(kit).not.toHaveMailed('leads.published', { recipientId: ctx.actor.id });
  });
});
