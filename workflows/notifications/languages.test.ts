import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clinicEvents, verificationEvents } from '#contracts/clinic-onboarding';
import { leadEvents } from '#contracts/leads';
import { setClinicEmail } from '#modules/clinic-onboarding';
import { chooseLocale } from '#modules/identity';
import { answerTicket, openVisitorTicket } from '#modules/support';
import { withTransaction, publish } from '#engine';
import { runJobs } from '#engine/testing';
import { newId } from '#platform/base/ids';
import type { Locale } from '#platform/base/locale';
import { provedPatient, signedInStaff } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { someApplication, someDetails } from '../../modules/clinic-onboarding/testing';
import { signedInClinic } from '../../tests/kit/clinics';
import { englishIn } from '../../tests/kit/english-words';
import { createQueuedServices, liftSiteBudgets } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { ownNotices } from '../index.server';
import { registry } from '../registry';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices({ parsed: { PUBLIC_URL: 'https://clinics.example' } });
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
beforeEach(async () => {
  await runJobs(kit.services, registry);
  kit.ports.sent.mail.length = 0;
});

const sentTo = (email: string) => kit.ports.sent.mail.filter(({ to }) => to === email);

describe('what is told', () => {
  it('comes in the language that its reader has now, with its dates', async () => {
    const email = `${newId()}@example.com`;
    const { ctx } = await provedPatient(kit.ctx(), { email });
    await chooseLocale(ctx, { locale: 'tr' });
    const { _id: leadId } = await submitted(ctx);
    const fact = { leadId, patientId: ctx.actor.id };
    await withTransaction(kit.ctx(), (tx) => publish(tx, leadEvents['leads.published'], fact));
    await runJobs(kit.services, registry);
    const mails = sentTo(email);
    expect(mails.map(({ subject }) => subject)).toContain('Talebiniz kliniklere açıldı');
    for (const { subject, text, html, unsubscribe } of mails) {
      expect(englishIn(`${subject}\n${text}`)).toEqual([]);
      expect(html).toMatch(/<html[^>]* lang="tr"/);
      expect(text).toMatch(/https:\/\/clinics.example\/tr\/help/);
      expect(text).toContain(`https://clinics.example/request-detail/${leadId}`);
      expect(unsubscribe).toMatch(/^https:\/\/clinics.example\/tr\/unsubscribe\//);
    }
    const preview = mails.map(({ html }) => html).join();
    const month = new Intl.DateTimeFormat('tr', { month: 'long', timeZone: 'UTC' });
    expect(preview).toMatch(new RegExp(`\\d ${month.format(new Date())} \\d{4} tarihli talebiniz`));
    kit.ports.sent.mail.length = 0;
    await chooseLocale(ctx, { locale: 'en' });
    await withTransaction(kit.ctx(), (tx) => publish(tx, leadEvents['leads.expired'], fact));
    await runJobs(kit.services, registry);
    expect(sentTo(email).map(({ subject }) => subject)).toEqual(['Your request has closed']);
  });

  it('is stored without a sentence: old notices are read in the language of today', async () => {
    const { ctx } = await provedPatient(kit.ctx());
    const { _id: leadId } = await submitted(ctx);
    const fact = { leadId, patientId: ctx.actor.id };
    await withTransaction(kit.ctx(), (tx) => publish(tx, leadEvents['leads.published'], fact));
    await runJobs(kit.services, registry);
    const read = async (locale: Locale) =>
      (await ownNotices({ ...ctx, locale })).notifications.map(({ text }) => text);
    const [english, turkish] = [await read('en'), await read('tr')];
    expect(english).toEqual(['Clinics can see your request for Root Canal now.']);
    expect(turkish).toEqual(['Kanal tedavisi talebinizi artık klinikler görebiliyor.']);
  });

  it('names what it is about in the language of a clinic', async () => {
    const { ctx: clinic, clinicId } = await signedInClinic(kit.ctx(), { state: 'approved' });
    await withTransaction(clinic, (tx) => setClinicEmail(tx, someDetails()));
    await chooseLocale(clinic, { locale: 'tr' });
    await runJobs(kit.services, registry);
    kit.ports.sent.mail.length = 0;
    const fact = { clinicId, kind: 'medical-license', until: '2027-03-05' } as const;
    await withTransaction(kit.ctx(), (tx) =>
      publish(tx, verificationEvents['clinic-onboarding.verification-ending'], fact as never),
    );
    await runJobs(kit.services, registry);
    const { subject, text } = sentTo('clinic@example.com').at(-1)!;
    expect(subject).toBe('Kliniğinizin bir doğrulamasının süresi yakında doluyor');
    expect(text.replace(/\s+/g, ' ')).toContain('(hekimlik lisansı) süresi 5 Mart 2027 tarihinde');
    expect(englishIn(`${subject}\n${text}`)).toEqual([]);
  });

  it('answers a visitor in the language in which they asked', async () => {
    const { ctx: staff } = await signedInStaff(kit.ctx());
    const email = `${newId()}@example.com`;
    const id = newId();
    const words = { name: 'Ada', email, subject: 'Fiyatlar', message: 'Ne kadar?' };
    await withTransaction({ ...kit.ctx(), locale: 'tr' }, (tx) =>
      openVisitorTicket(tx, { id, ...words, from: '203.0.113.40' }),
    );
    await answerTicket(staff, { ticketId: id, text: 'Sayfamıza bakın.' });
    await runJobs(kit.services, registry);
    const [mail, ...others] = sentTo(email);
    expect(others).toEqual([]);
    expect(mail!.text).toContain('https://clinics.example/tr/contact');
    expect(mail!.text).toContain('Sayfamıza bakın.');
    expect(englishIn(`${mail!.subject}\n${mail!.text}`)).toEqual([]);
  });

  it('is English for staff, whoever it is about', async () => {
    const { ctx: staff, email } = await signedInStaff(kit.ctx());
    const { clinicId } = await someApplication({ ...kit.ctx(), locale: 'tr' }, staff.actor);
    await withTransaction({ ...kit.ctx(), locale: 'tr' }, (tx) =>
      publish(tx, clinicEvents['clinic-onboarding.escalated'], { clinicId }),
    );
    await runJobs(kit.services, registry);
    const [mail] = sentTo(email);
    expect(mail!.html).toMatch(/<html[^>]* lang="en"/);
    expect(englishIn(mail!.text).length).toBeGreaterThan(0);
  });
});
