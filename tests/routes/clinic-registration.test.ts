import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetDrafts } from '#modules/clinic-onboarding';
import { system } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { codeOf, newPhone } from '../../modules/identity/testing';
import { verifiedClinicPhone } from '../kit/clinics';
import { advance, resetClock } from '../kit/clock';
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

const browserOf = (token?: string): FormBrowser => new FormBrowser(server, token);

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

const verified = async (): Promise<{ browser: FormBrowser; phone: string }> => {
  const { token, phone } = await verifiedClinicPhone(server.ctx());
  return { browser: browserOf(token), phone };
};

describe('/clinic-register', () => {
  it.each(['/clinic-login', '/clinic-register'])('%s leads through four steps', async (path) => {
    const browser = browserOf();
    const phone = newPhone();
    const bar = /aria-label="Steps of the registration"/;
    // Who signs in stands under no bar of a registration, and who registers has no passkey yet.
    const first = await browser.go(path);
    const registers = path === '/clinic-register';
    expect(bar.test(first.html)).toBe(registers);
    expect(first.html.includes('passkey')).toBe(!registers);
    expect(first.html).not.toContain('name="terms"');
    const asked = await browser.go(path, { intent: 'send', phone });
    expect(asked.to).toBe(path);
    expect((await browser.go(path)).words).toContain('We sent a six-digit code');
    const code = await codeOf(server.ctx(), phone);
    expect((await browser.go(path, { intent: 'verify', code })).to).toBe(path);
    expect((await browser.go(path)).words).toContain('About your clinic');
    expect((await browser.go(path, clinicForm)).to).toBe(path);
    expect((await browser.go(path)).words).toContain('4 required documents are missing');
    const documents = await browser.go(path);
    expect(documents.html).toMatch(bar);
    for (const step of ['Phone', 'Verify', 'Info', 'Documents'])
      expect(documents.words).toContain(step);
    const refused = await browser.go(path, { intent: 'complete' });
    expect(refused.status).toBe(422);
    expect(refused.words).toContain('Please agree to Terms and Conditions');
    const done = await browser.go(path, { intent: 'complete', terms: 'on' });
    expect(done.to).toBe('/clinic/pending-approval');
    const page = await browser.go('/clinic/pending-approval');
    expect(page.words).toContain('Application Under Review');
    expect(page.words).toContain('required documents are missing');
    expect((await browser.go(path)).to).toBe('/clinic/pending-approval');
  });

  it('says what is wrong, in the promised words', async () => {
    const browser = browserOf();
    const path = '/clinic-login';
    const bare = await browser.go(path, { intent: 'send', phone: '' });
    expect(bare.status).toBe(422);
    expect(bare.words).toContain('Please enter a valid phone number');
    const phone = newPhone();
    await browser.go(path, { intent: 'send', phone });
    const short = await browser.go(path, { intent: 'verify', code: '123' });
    expect(short.words).toContain('Please enter the complete 6-digit code');
    const right = await codeOf(server.ctx(), phone);
    const wrong = await browser.go(path, {
      intent: 'verify',
      code: right === '000000' ? '000001' : '000000',
    });
    expect(wrong.words).toContain('Invalid verification code');
  });

  it('keeps what is typed on the way, and nothing older that arrives late', async () => {
    const { browser } = await verified();
    const path = '/clinic-register';
    const writer = crypto.randomUUID();
    const keep = (clinicName: string, turn: string) =>
      browser.go(`${path}.data`, { intent: 'keep', clinicName, writer, turn });
    expect((await keep('Marmara Sm', '2')).status).toBe(200);
    expect((await keep('Marm', '1')).status).toBe(200);
    expect((await browser.go(path)).html).toContain('value="Marmara Sm"');
    expect((await browserOf().go(`${path}.data`, { intent: 'keep', clinicName: 'x' })).status).toBe(
      401,
    );
  });

  it('keeps what was typed when somebody goes back, finished or not', async () => {
    const { browser } = await verified();
    const path = '/clinic-register';
    const { specialties: _none, ...unfinished } = clinicForm;
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
    await browser.go(path, clinicForm);
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
    const early = await browser.go('/clinic-register', { intent: 'complete', terms: 'on' });
    expect(early.to).toBe('/clinic-register?step=info');
    const stranger = await browserOf().go('/clinic-register', clinicForm);
    expect(stranger.status).toBe(401);
    expect(stranger.html).toContain('value="Marmara Smile"');
  });

  it('takes documents as one form, and says of each refused one why', async () => {
    const { browser } = await verified();
    const path = '/clinic-register';
    await browser.go(path, clinicForm);
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
    expect((await browser.go(path, form)).words).toContain('Please agree to Terms and Conditions');
    form.set('terms', 'on');
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
    await one.browser.go('/clinic-register', clinicForm);
    await two.browser.go('/clinic-register', clinicForm);
    expect(await count()).toBe(2);
    await two.browser.go('/clinic-register', { intent: 'complete', terms: 'on' });
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
