import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetDrafts } from '#modules/clinic-onboarding';
import { system } from '#platform/actor';
import { days, hours, minutes } from '#platform/duration';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { signedInClinic, verifiedClinicPhone, type ClinicState } from '../kit/clinics';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { codeOf } from '../../modules/identity/testing';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => forgetLimits(server));
afterAll(() => server?.close());

interface Seen {
  readonly status: number;
  readonly to: string | null;
  readonly html: string;
  readonly words: string;
}

/** A browser without JavaScript that keeps its cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  constructor(token?: string) {
    if (token) this.cookies.set('clinic', token);
  }
  async go(
    path: string,
    form?: Record<string, string | string[]> | FormData,
    accept = 'text/html',
  ) {
    const body =
      form instanceof FormData || !form
        ? form
        : new URLSearchParams(
            Object.entries(form).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
          );
    const answer = await server.request(path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        Accept: accept,
        Origin: `http://127.0.0.1:${server.listening.port}`,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    const html = await answer.text();
    const words = html
      .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ');
    return { status: answer.status, to: answer.headers.get('Location'), html, words } as Seen;
  }
}

const details = {
  intent: 'info',
  clinicName: 'Marmara Smile',
  doctorName: 'Dr. Ada Kaya',
  email: 'marmara@example.com',
  address: '12 Istiklal Avenue',
  city: 'Istanbul',
  country: 'Turkey',
  website: '',
  specialties: ['Dental Treatment', 'Other'],
  licenseNumber: 'TR-1',
  experience: '5-10',
  description: 'Two chairs.',
};

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function files(...parts: Array<[kind: string, name: string, bytes: Buffer]>): FormData {
  const form = new FormData();
  for (const [kind, name, bytes] of parts)
    form.append(kind, new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  form.append('intent', 'upload');
  return form;
}

const verified = async (): Promise<{ browser: Browser; phone: string }> => {
  const { token, phone } = await verifiedClinicPhone(server.ctx());
  return { browser: new Browser(token), phone };
};

describe('/clinic-register', () => {
  it.each(['/clinic-login', '/clinic-register'])('%s leads through four steps', async (path) => {
    const browser = new Browser();
    const phone = newPhone();
    const first = await browser.go(path);
    for (const step of ['Phone', 'Verify', 'Info', 'Documents'])
      expect(first.words).toContain(step);
    const asked = await browser.go(path, { intent: 'send', phone, terms: 'on' });
    expect(asked.to).toBe(path);
    expect((await browser.go(path)).words).toContain('We sent a six-digit code');
    const code = await codeOf(server.ctx(), phone);
    expect((await browser.go(path, { intent: 'verify', code })).to).toBe(path);
    expect((await browser.go(path)).words).toContain('About your clinic');
    expect((await browser.go(path, details)).to).toBe(path);
    expect((await browser.go(path)).words).toContain('4 required documents are missing');
    const done = await browser.go(path, { intent: 'complete' });
    expect(done.to).toBe('/clinic/pending-approval');
    const page = await browser.go('/clinic/pending-approval');
    expect(page.words).toContain('Application Under Review');
    expect(page.words).toContain('required documents are missing');
    expect((await browser.go(path)).to).toBe('/clinic/pending-approval');
  });

  it('says what is wrong, in the words of the specification', async () => {
    const browser = new Browser();
    const path = '/clinic-login';
    const bare = await browser.go(path, { intent: 'send', phone: '' });
    expect(bare.status).toBe(422);
    expect(bare.words).toContain('Please agree to Terms and Conditions');
    expect(bare.words).toContain('Please enter a valid phone number');
    const phone = newPhone();
    await browser.go(path, { intent: 'send', phone, terms: 'on' });
    const short = await browser.go(path, { intent: 'verify', code: '123' });
    expect(short.words).toContain('Please enter the complete 6-digit code');
    const right = await codeOf(server.ctx(), phone);
    const wrong = await browser.go(path, {
      intent: 'verify',
      code: right === '000000' ? '000001' : '000000',
    });
    expect(wrong.words).toContain('Invalid verification code');
  });

  it('keeps what was typed when somebody goes back, finished or not', async () => {
    const { browser } = await verified();
    const path = '/clinic-register';
    const { specialties: _none, ...unfinished } = details;
    const back = await browser.go(path, { ...unfinished, intent: 'back', email: 'not an address' });
    expect(back.to).toBe(`${path}?step=code`);
    expect((await browser.go(back.to!)).words).toContain('Phone verified');
    const again = await browser.go(path);
    expect(again.html).toContain('value="Marmara Smile"');
    expect(again.html).toContain('value="not an address"');
    const refused = await browser.go(path, { ...unfinished, city: '' });
    expect(refused.status).toBe(422);
    expect(refused.words).toContain('Please enter the city');
    expect(refused.words).toContain('Please choose at least one specialty');
    expect(refused.html).toContain('value="Marmara Smile"');
    await browser.go(path, details);
    const info = await browser.go(`${path}?step=info`);
    expect(info.html).toMatch(
      /checked=""[^>]*value="Dental Treatment"|value="Dental Treatment"[^>]*checked=""/,
    );
    expect(info.html).toContain('Two chairs.');
  });

  it('lets nobody jump ahead', async () => {
    const { browser } = await verified();
    expect((await browser.go('/clinic-register?step=documents')).words).toContain(
      'About your clinic',
    );
    const early = await browser.go('/clinic-register', { intent: 'complete' });
    expect(early.to).toBe('/clinic-register?step=info');
    const stranger = await new Browser().go('/clinic-register', details);
    expect(stranger.status).toBe(401);
    expect(stranger.html).toContain('value="Marmara Smile"');
  });

  it('takes documents as one form, and says of each refused one why', async () => {
    const { browser } = await verified();
    const path = '/clinic-register';
    await browser.go(path, details);
    const mixed = await browser.go(
      path,
      files(
        ['medical-license', 'license.png', png],
        ['insurance', 'policy.pdf', Buffer.from('<script>')],
      ),
    );
    expect(mixed.status).toBe(415);
    expect(mixed.words).toContain('These files were not added');
    expect(mixed.words).toContain('policy.pdf');
    expect(mixed.words).toContain('license.png');
    const id = /name="id" value="([^"]+)"/.exec(mixed.html)![1]!;
    const other = await verified();
    await other.browser.go(path, { intent: 'remove-document', id });
    expect((await browser.go(path)).words).toContain('license.png');
    expect((await browser.go(path, { intent: 'remove-document', id })).to).toBe(path);
    expect((await browser.go(path)).words).not.toContain('license.png');
    const form = files(['medical-license', 'license.png', png]);
    form.set('intent', 'complete');
    expect((await browser.go(path, form)).to).toBe('/clinic/pending-approval');
    expect((await browser.go('/clinic/pending-approval')).words).toContain('license.png');
  });

  it('forgets what nobody finished after a week, and what was finished at once', async () => {
    const count = async () =>
      (
        await server.services.database.pool.query<{ n: number }>(
          'select count(*)::int as n from clinic_onboarding.registration_draft where phone = any($1)',
          [[one.phone, two.phone]],
        )
      ).rows[0]!.n;
    const [one, two] = [await verified(), await verified()];
    await one.browser.go('/clinic-register', details);
    await two.browser.go('/clinic-register', details);
    expect(await count()).toBe(2);
    await two.browser.go('/clinic-register', { intent: 'complete' });
    expect(await count()).toBe(1);
    await advance(server.services, days(6));
    await forgetDrafts(server.ctx(system('test')));
    expect(await count()).toBe(1);
    await advance(server.services, days(2));
    await forgetDrafts(server.ctx(system('test')));
    expect(await count()).toBe(0);
    await resetClock(server.services);
  });
});

describe('a signed-in clinic', () => {
  it.each<[ClinicState, string]>([
    ['approved', '/clinic/dashboard'],
    ['pending', '/clinic/pending-approval'],
    ['rejected', '/clinic/pending-approval'],
    ['suspended', '/clinic/pending-approval'],
  ])('that is %s is led to %s', async (state, home) => {
    const { token } = await signedInClinic(server.ctx(), { state });
    for (const path of ['/clinic-login', '/clinic-register'])
      expect((await new Browser(token).go(path)).to).toBe(home);
  });

  it('comes back to the page it asked for, never to another site', async () => {
    const { token } = await signedInClinic(server.ctx());
    const to = async (wanted: string) =>
      (await new Browser(token).go(`/clinic-login?redirectTo=${encodeURIComponent(wanted)}`)).to;
    expect(await to('/clinic/dashboard?tab=won')).toBe('/clinic/dashboard?tab=won');
    expect(await to('//evil.example')).toBe('/clinic/dashboard');
    expect(await to('/my-offers')).toBe('/clinic/dashboard');
  });

  it('leaves by the door it came in, and keeps the patient of the same browser', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
    const browser = new Browser(token);
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
    const expired = await new Browser(token).go('/clinic/pending-approval');
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
      const page = await new Browser(token).go('/clinic/pending-approval');
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

  it('takes changed details while they can be changed', async () => {
    const { intent: _intent, ...fields } = details;
    const form = { ...fields, intent: 'details' };
    for (const state of ['pending', 'rejected'] as const) {
      const browser = new Browser((await signedInClinic(server.ctx(), { state })).token);
      expect((await browser.go('/clinic/application')).status).toBe(200);
      expect((await browser.go('/clinic/application', form)).to).toBe('/clinic/pending-approval');
      expect((await browser.go('/clinic/pending-approval')).words).toContain('Marmara Smile');
    }
    for (const state of ['approved', 'suspended'] as const) {
      const browser = new Browser((await signedInClinic(server.ctx(), { state })).token);
      expect((await browser.go('/clinic/application')).to).toBe('/clinic/pending-approval');
      expect((await browser.go('/clinic/application', form)).status).not.toBe(200);
      expect((await browser.go('/clinic/pending-approval')).words).not.toContain('Marmara Smile');
    }
  });

  it('hands a rejected application in again, once', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'rejected' });
    const browser = new Browser(token);
    const path = '/clinic/pending-approval';
    expect((await browser.go(path, { intent: 'resubmit' })).to).toBe(path);
    expect((await browser.go(path)).words).toContain('Application Under Review');
    const again = await browser.go(path, { intent: 'resubmit' });
    expect(again.status).toBe(409);
  });

  it('keeps no session alive by asking, only by being opened', async () => {
    const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
    const browser = new Browser(token);
    for (let n = 0; n < 3; n += 1) {
      await advance(server.services, hours(5));
      const poll = await browser.go('/clinic/pending-approval.data', undefined, '*/*');
      if (n < 2) expect(poll.html).toContain('Bosphorus Dental (test)');
      else expect(poll.html).toContain('/clinic-login');
    }
    await resetClock(server.services);
    const opened = new Browser((await signedInClinic(server.ctx(), { state: 'pending' })).token);
    for (let n = 0; n < 3; n += 1) {
      await advance(server.services, hours(5));
      expect((await opened.go('/clinic/pending-approval')).status).toBe(200);
      await advance(server.services, minutes(1));
    }
    await resetClock(server.services);
  });
});
