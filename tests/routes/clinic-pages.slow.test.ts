import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actAs } from '#platform/context';
import { hours, minutes } from '#platform/base/duration';
import { signedInPatient } from '../../modules/identity/testing';
import { askDocumentAgain } from '../../modules/clinic-onboarding/reviews.server';
import { recordFindings } from '../../modules/clinic-onboarding/documents/files.server';
import { someDetails, someDocument } from '../../modules/clinic-onboarding/testing';
import { rejectClinic } from '../../workflows/review-clinic';
import { signedInClinic, someReviewer, type ClinicState } from '../kit/clinics';
import { advance, resetClock, setClock } from '../kit/clock';
import { clinicForm } from '../kit/clinic-form';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => forgetLimits(server));
afterAll(() => server?.close());

const asReviewer = () => actAs(server.ctx(), someReviewer());
const refuse = (documentId: string, note: string) =>
  askDocumentAgain(asReviewer(), { documentId, note });

const browserOf = (token?: string): FormBrowser => new FormBrowser(server, token);

describe('a signed-in clinic', () => {
  it.each<[ClinicState, string]>([
    ['approved', '/clinic/dashboard'],
    ['pending', '/clinic/pending-approval'],
    ['rejected', '/clinic/pending-approval'],
    ['suspended', '/clinic/pending-approval'],
  ])('that is %s is led to %s', async (state, home) => {
    const { token } = await signedInClinic(server.ctx(), { state });
    for (const path of ['/clinic-login', '/clinic-register'])
      expect((await browserOf(token).go(path)).to).toBe(home);
  });

  it('comes back to the page it asked for, never to another site', async () => {
    const { token } = await signedInClinic(server.ctx());
    const to = async (wanted: string) =>
      (await browserOf(token).go(`/clinic-login?redirectTo=${encodeURIComponent(wanted)}`)).to;
    expect(await to('/clinic/dashboard?tab=won')).toBe('/clinic/dashboard?tab=won');
    expect(await to('//evil.example')).toBe('/clinic/dashboard');
    expect(await to('/my-offers')).toBe('/clinic/dashboard');
  });

  it('leaves by the door it came in, and keeps the patient of the same browser', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
    const browser = browserOf(token);
    const patient = await signedInPatient(server.ctx());
    browser.cookies.set('patient', patient.token);
    const page = await browser.go('/clinic/pending-approval');
    expect(page.html).toMatch(/name="to" value="\/clinic-login"/);
    const out = await browser.go('/logout', {
      intent: 'logout',
      area: 'clinic',
      to: '/clinic-login',
    });
    expect(out.to).toBe('/clinic-login');
    expect(browser.cookies.has('clinic')).toBe(false);
    expect((await browser.go('/my-offers')).status).toBe(200);
    const expired = await browserOf(token).go('/clinic/pending-approval');
    expect(expired.to).toMatch(/^\/clinic-login\?redirectTo=/);
    const elsewhere = await browser.go('/logout', { intent: 'logout', to: 'https://evil.example' });
    expect(elsewhere.status).toBe(422);
  });
});

describe('/clinic/pending-approval', () => {
  const titles: Record<ClinicState, string> = {
    documents: 'Application Under Review',
    pending: 'Application Under Review',
    approved: 'Application Approved!',
    rejected: 'Application Rejected',
    suspended: 'Account Suspended',
  };

  it.each(Object.entries(titles) as Array<[ClinicState, string]>)(
    'shows a clinic that is %s "%s"',
    async (state, title) => {
      const { token, phone } = await signedInClinic(server.ctx(), { state });
      const page = await browserOf(token).go('/clinic/pending-approval');
      expect(page.words).toContain('Application Status');
      expect(page.words).toContain(title);
      expect(page.words).toContain('Dr. Ada Kaya');
      expect(page.words).toContain(`+1 ${phone.slice(2, 5)}`);
      for (const [other, words] of Object.entries(titles))
        if (words !== title) expect(page.words, other).not.toContain(words);
      const reason = 'The license could not be verified.';
      const given = state === 'rejected' || state === 'suspended';
      expect(page.words.includes(reason)).toBe(given);
      expect(page.html.includes('href="/clinic/dashboard"')).toBe(state === 'approved');
      if (state === 'pending') {
        expect(page.words).toContain('24-48 hours');
        expect(page.words).toContain('1-3 business days');
        expect(page.words).toContain('Last checked');
        expect(page.words).toContain('Check Status');
      }
    },
  );

  const path = '/clinic/pending-approval';
  const placeOf = (html: string, words: string): number => {
    expect(html).toContain(words);
    return html.indexOf(words);
  };

  it('promises the review in days, without a clock time, right on a Saturday too', async () => {
    const promised = async (at: string) => {
      await setClock(server.services, new Date(at));
      const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
      const { words } = await browserOf(token).go(path);
      expect(words).toContain('24-48 hours');
      await resetClock(server.services);
      return /You have our decision (by [^.]+)\./.exec(words)?.[1];
    };
    expect(await promised('2026-03-02T15:00:00Z')).toBe(
      'by Wednesday, Mar 4, at the latest Thursday, Mar 5',
    );
    expect(await promised('2026-02-28T18:00:00Z')).toBe(
      'by Tuesday, Mar 3, at the latest Wednesday, Mar 4',
    );
  });

  it('puts what is asked for again on top, with its reason and its upload, and says so', async () => {
    const { token, documents } = await signedInClinic(server.ctx(), { state: 'pending' });
    const browser = browserOf(token);
    expect((await browser.go(path)).words).not.toContain('needed again');
    await refuse(documents[0]!, 'The stamp cannot be read.');
    const { html, words } = await browser.go(path);
    const heading = placeOf(html, 'One document is needed again');
    expect(heading).toBeLessThan(placeOf(html, 'Application Under Review'));
    expect(placeOf(html, 'The stamp cannot be read.')).toBeLessThan(
      placeOf(html, 'Application Under Review'),
    );
    const field = html.search(/<input[^>]*type="file"/);
    expect(field).toBeGreaterThan(heading);
    expect(field).toBeLessThan(placeOf(html, 'Application Under Review'));
    expect(html.split('name="medical-license"')).toHaveLength(2);
    expect(words).toContain('The clock of the review stands still');
  });

  it('says in whole words that a file had a virus', async () => {
    const { token, documents } = await signedInClinic(server.ctx(), { state: 'pending' });
    await recordFindings(server.ctx(), { id: documents[0]!, scan: 'infected', warnings: [] });
    const { html, words } = await browserOf(token).go(path);
    expect(words).toContain(
      'Our scanner found a virus in this file, so we deleted it. Please upload a clean copy.',
    );
    expect(html).not.toMatch(/\{&quot;Our scanner|\["Our scanner/);
    expect(words).toContain('needed again');
  });

  it('tells past steps once and folded, what comes in the open', async () => {
    const clinic = await signedInClinic(server.ctx(), { state: 'pending' });
    const { token, documents } = clinic;
    await refuse(documents[0]!, 'The stamp cannot be read.');
    await refuse(await someDocument(server.ctx(), clinic), 'Still not.');
    const { html } = await browserOf(token).go(path);
    const folded = html.match(/<details.*?<\/details>/gs)!.find((part) => part.includes('so far'))!;
    expect(folded.split('A document was asked for again')).toHaveLength(2);
    expect(folded).toContain('Application received');
    expect(folded).not.toContain('Decision');
    expect(html.replace(folded, '')).not.toContain('Application received');
  });

  it('offers to hand in again only when something that was named was mended', async () => {
    const named = await signedInClinic(server.ctx(), { state: 'pending' });
    const { clinicId, documents } = named;
    await refuse(documents[0]!, 'The stamp cannot be read.');
    await rejectClinic(asReviewer(), { clinicId, reason: 'The license.' });
    const browser = browserOf(named.token);
    const offered = async (one: FormBrowser) =>
      /name="intent" value="resubmit"/.test((await one.go(path)).html);
    expect(await offered(browser)).toBe(false);
    await browser.go('/clinic/application', { ...clinicForm, intent: 'details' });
    expect(await offered(browser)).toBe(false);
    await someDocument(server.ctx(), named);
    expect(await offered(browser)).toBe(true);
    // Where no document was named, only people can tell what was: any change will do.
    const other = await signedInClinic(server.ctx(), { state: 'rejected' });
    const second = browserOf(other.token);
    expect(await offered(second)).toBe(false);
    await second.go('/clinic/application', { ...clinicForm, intent: 'details' });
    expect(await offered(second)).toBe(true);
  });

  it('leads a suspended clinic to us first', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'suspended' });
    const { html } = await browserOf(token).go(path);
    const main = html.slice(html.indexOf('<main'));
    const contact = placeOf(main, 'href="/contact"');
    expect(contact).toBeLessThan(placeOf(main, 'Check Status'));
    expect(contact).toBeLessThan(placeOf(main, 'id="documents-heading"'));
  });

  it('takes changed details while they can be changed', async () => {
    const { email } = someDetails();
    const form = { ...clinicForm, email, intent: 'details' };
    for (const state of ['pending', 'rejected'] as const) {
      const browser = browserOf((await signedInClinic(server.ctx(), { state })).token);
      expect((await browser.go('/clinic/application')).status).toBe(200);
      expect((await browser.go('/clinic/application', form)).to).toBe('/clinic/pending-approval');
      expect((await browser.go('/clinic/pending-approval')).words).toContain('Marmara Smile');
      const moved = { ...form, email: 'elsewhere@example.com' };
      expect((await browser.go('/clinic/application', moved)).to).toBe('/clinic/email');
    }
    for (const state of ['approved', 'suspended'] as const) {
      const browser = browserOf((await signedInClinic(server.ctx(), { state })).token);
      expect((await browser.go('/clinic/application')).to).toBe('/clinic/pending-approval');
      expect((await browser.go('/clinic/application', form)).status).not.toBe(200);
      expect((await browser.go('/clinic/pending-approval')).words).not.toContain('Marmara Smile');
    }
  });

  it('hands a rejected application in again, once', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'rejected' });
    const browser = browserOf(token);
    const path = '/clinic/pending-approval';
    expect((await browser.go(path, { intent: 'resubmit' })).to).toBe(path);
    expect((await browser.go(path)).words).toContain('Application Under Review');
    const again = await browser.go(path, { intent: 'resubmit' });
    expect(again.status).toBe(409);
  });

  it('keeps no session alive by asking, only by being opened', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
    const browser = browserOf(token);
    for (let n = 0; n < 3; n += 1) {
      await advance(server.services, hours(5));
      const poll = await browser.go('/clinic/pending-approval.data', undefined, '*/*');
      if (n < 2) expect(poll.html).toContain('Bosphorus Dental (test)');
      else expect(poll.html).toContain('/clinic-login');
    }
    await resetClock(server.services);
    const opened = browserOf((await signedInClinic(server.ctx(), { state: 'pending' })).token);
    for (let n = 0; n < 3; n += 1) {
      await advance(server.services, hours(5));
      expect((await opened.go('/clinic/pending-approval')).status).toBe(200);
      await advance(server.services, minutes(1));
    }
    await resetClock(server.services);
  });
});
