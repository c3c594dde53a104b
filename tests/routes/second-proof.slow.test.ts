import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { days, seconds } from '#platform/base/duration';
import { runJobs } from '#engine/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic } from '../kit/clinics';
import { advance } from '../kit/clock';
import { clinicForm } from '../kit/clinic-form';
import { documentForm } from '../kit/clinic-browser';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { signInByCode } from '../kit/sign-in-by-code';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  await runJobs(server.services, registry);
  server.ports.sent.sms.length = 0;
  server.ports.sent.mail.length = 0;
});

const email = 'owner@example.com';
const asPatient = async () => {
  const { phone, ctx } = await signedInPatient(server.ctx(), { email });
  return { phone, id: ctx.actor.id, documents: [] as readonly string[] };
};
const asClinic = async () => {
  const {
    phone,
    clinicId: id,
    documents,
  } = await signedInClinic(server.ctx(), {
    details: { email },
  });
  return { phone, id, documents };
};

const signIn = async (path: string, phone: string) => {
  const browser = await signInByCode(server, path, phone);
  server.ports.sent.mail.length = 0;
  return browser;
};
const mailed = () => server.ports.sent.mail.at(-1)!;

const doors = [
  ['patient', '/login', '/consultation', asPatient],
  ['clinic', '/clinic-login', '/clinic/dashboard', asClinic],
] as const;

describe.each(doors)('a %s whose number was silent for half a year', (role, path, home, make) => {
  it('is let in by the number alone for 180 days', async () => {
    const { phone } = await make();
    await advance(server.services, days(179));
    expect((await (await signIn(path, phone)).go(path)).to).toBe(home);
    // Seen again, it is known for as long from then on.
    await advance(server.services, days(179));
    expect((await (await signIn(path, phone)).go(path)).to).toBe(home);
  });

  it('proves itself by a code in a mail, in words of either language', async () => {
    const { phone, id } = await make();
    await advance(server.services, days(181));
    const browser = await signIn(path, phone);
    const asked = await browser.go(path);
    expect(asked.words).toContain('One more check');
    expect((await browser.go(`/tr${path}`)).words).toContain('Bir kontrol daha');
    const elsewhere = (await browser.go(home)).to!;
    expect((await browser.go(elsewhere)).to ?? elsewhere).toContain(path);
    const before = server.ports.sent.sms.length;
    expect((await browser.go(path, { intent: 'send-proof' })).to).toBe(path);
    expect((await browser.go(path, { intent: 'send-proof' })).status).toBe(429);
    await runJobs(server.services, registry);
    expect(server.ports.sent.sms).toHaveLength(before);
    expect(mailed().to).toBe(email);
    await advance(server.services, seconds(46));
    expect((await browser.go(path, { intent: 'send-proof' })).to).toBe(path);
    await runJobs(server.services, registry);
    const code = mailed().text.slice(0, 6);
    const wrong = await browser.go(path, {
      intent: 'proof',
      code: code === '000000' ? '000001' : '000000',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.words).toContain('Invalid verification code');
    expect((await browser.go(path, { intent: 'proof', code })).to).toBe(home);
    expect((await browser.go(path)).to).toBe(home);
    const proved = { objectType: role, objectId: id };
    await expect(server).toBeAudited('identity.proved-by-email', proved, { times: 1 });
    expect((await (await signIn(path, phone)).go(path)).to).toBe(home);
  });

  it('shows nothing to whoever has the number now, and lets nothing be taken over', async () => {
    const { phone, documents } = await make();
    await advance(server.services, days(181));
    const browser = await signIn(path, phone);
    for (const query of ['', '?step=info', '?step=documents', '?step=code', '?step=phone']) {
      const page = await browser.go(path + query);
      expect(page.words).toContain('One more check');
      for (const kept of [email, 'Sarah', 'Miller', 'medical-license.pdf'])
        expect(page.html).not.toContain(kept);
    }
    const profile = { firstName: 'New', lastName: 'Owner', email: 'new@example.com' };
    for (const form of [
      clinicForm,
      { intent: 'complete', terms: 'on' },
      { intent: 'profile', terms: 'on', ...profile },
    ]) {
      const answer = await browser.go(path, form);
      expect(answer.status, JSON.stringify(form)).toBeGreaterThanOrEqual(400);
    }
    for (const id of documents) {
      expect((await browser.go(`/api/files/${id}`)).status).toBe(403);
      const removal = { intent: 'remove-document', id };
      expect((await browser.go(path, removal)).status).toBeGreaterThanOrEqual(400);
    }
    const { body } = documentForm({ intent: 'upload' }, 'insurance', { bytes: 'x', name: 'x.pdf' });
    if (role === 'clinic') expect((await browser.go(path, body)).status).toBe(403);
    // A proof that nobody can read opens nothing, however often a code is guessed.
    await browser.go(path, { intent: 'send-proof' });
    await runJobs(server.services, registry);
    const right = mailed().text.slice(0, 6);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) await browser.go(path, { intent: 'proof', code: wrong });
    expect((await browser.go(path, { intent: 'proof', code: right })).status).toBe(423);
    expect((await browser.go(path)).words).toContain('this code no longer works');
  });

  it('is let in once by fifty right codes at once', async () => {
    const { phone, id } = await make();
    await advance(server.services, days(181));
    const browser = await signIn(path, phone);
    await browser.go(path, { intent: 'send-proof' });
    await runJobs(server.services, registry);
    const code = mailed().text.slice(0, 6);
    const held = new Map(browser.cookies);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => {
        const tab = new FormBrowser(server);
        held.forEach((value, name) => tab.cookies.set(name, value));
        return tab.go(path, { intent: 'proof', code });
      }),
    );
    expect(all.filter(({ to }) => to === home)).toHaveLength(1);
    const { rows } = await server.services.database.pool.query(
      `select 1 from identity.session
       where subject_id = $1 and phase = 'full' and ended_at is null and created_at > platform.now() - interval '1 hour'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });
});

it('a number of a patient and a clinic proves each apart, each at its own address', async () => {
  const clinic = await asClinic();
  await signedInPatient(server.ctx(), { phone: clinic.phone, email: 'patient@example.com' });
  await advance(server.services, days(181));
  for (const [path, to] of [
    ['/clinic-login', email],
    ['/login', 'patient@example.com'],
  ] as const) {
    const browser = await signIn(path, clinic.phone);
    expect((await browser.go(path, { intent: 'send-proof' })).to).toBe(path);
    await runJobs(server.services, registry);
    expect(mailed().to).toBe(to);
    await advance(server.services, seconds(46));
  }
});
