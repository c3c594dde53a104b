import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankRates, staffRates } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { clearSetting, writeSetting } from '#platform/settings/settings';
import { today } from '#platform/time/clock';
import { signedInPatient } from '../../modules/identity/testing';
import { publishedLead, sentOffer, someClinics } from '../../workflows/offers/testing';
import { atConsole } from '../kit/admin-client';
import { auditOf } from '../kit/audit';
import { browse as browseServer, type Seen } from '../kit/browse';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinics: Array<CtxOf<'clinic'>>;
let now: string;
const names = ['Dollar Dental', 'Lira Smile', 'Pound Clinic'];
beforeAll(async () => {
  server = await startTestServer();
  clinics = await someClinics(server, 3);
  now = await today(server.ctx());
  for (const [n, name] of names.entries())
    await server.services.database.pool.query(
      'update clinic_onboarding.clinic set clinic_name = $2 where id = $1',
      [clinics[n]!.actor.id, name],
    );
});
afterAll(() => server?.close());

const rates = [
  { currency: 'USD', perEuro: '1.25' },
  { currency: 'TRY', perEuro: '50' },
];
const stated = (day: string) => ({ day, source: 'ecb' as const, rates });
beforeEach(async () => {
  await writeSetting(server.ctx(), bankRates, stated(now));
  await clearSetting(server.ctx(), staffRates.key);
});

/** Numbers of a country that reads euros, each once. */
let used = 0;
const german = () => `+4915112345${String(100 + (used += 1))}`;

async function offered(phone = german()) {
  const person = await signedInPatient(server.ctx(), { phone });
  const { leadId } = await publishedLead(server, {}, person.ctx);
  const dollars = await sentOffer(clinics[0]!, leadId, { amountCents: 250_000 });
  const lira = await sentOffer(clinics[1]!, leadId, { amountCents: 9_000_000, currency: 'TRY' });
  const page = browseServer(server, person.token);
  return { person, page, leadId, dollars, lira, path: `/offers/${leadId}` };
}

const clinicsIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/<th scope="col"[\s\S]*?<a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name!);
const saysAbout = ({ words }: Seen): boolean => /\babout\s+€/.test(words);

describe('prices in the currency of the reader', () => {
  it('stand beside the others, marked with day and source, and put the offers in order', async () => {
    const { page, path, dollars, leadId } = await offered();
    const seen = await page(`${path}?sort=price`);
    // 90,000 lira are 1,800 euros, 2,500 dollars are 2,000.
    expect(clinicsIn(seen)).toEqual(['Lira Smile', 'Dollar Dental']);
    expect(seen.words).toMatch(
      /about €1,800 · rate of \w{3} \d{1,2}, \d{4} \(European Central Bank\)/,
    );
    expect(seen.words).toMatch(/about €2,000 · rate of /);
    expect(seen.words).toContain('1 EUR = 50 TRY');
    expect(seen.words).toContain('1 EUR = 1.25 USD');
    expect(seen.words).not.toContain('Not compared');
    const one = await page(`/offer/${dollars}`);
    expect(one.words).toMatch(/\$2,500 about €2,000 · rate of /);
    await sentOffer(clinics[2]!, leadId, { amountCents: 1, currency: 'GBP' });
    const three = await page(`${path}?sort=price`);
    expect(clinicsIn(three)).toEqual(['Lira Smile', 'Dollar Dental', 'Pound Clinic']);
    expect(three.words).toContain('Not compared: no rate for its currency');
  });

  it('stand nowhere without a rate, or with one of last week', async () => {
    const { page, path, dollars } = await offered();
    const old = new Date(Date.parse(now) - 8 * 86_400_000).toISOString().slice(0, 10);
    for (const table of [stated(old), { ...stated(''), rates: [] }]) {
      await writeSetting(server.ctx(), bankRates, table);
      const [all, one] = [await page(path), await page(`/offer/${dollars}`)];
      expect([all, one].map(saysAbout)).toEqual([false, false]);
      expect(all.words).toContain('Not compared: no rate for its currency');
    }
  });

  it('stand nowhere where the offer is accepted, sealed and agreed', async () => {
    const { page, dollars } = await offered();
    const accept = await page(`/offer/${dollars}/accept`);
    await page(`/offer/${dollars}/accept`, { intent: 'accept', revision: '1' });
    const later = [await page(`/offer/${dollars}`), await page(`/deal/${dollars}`)];
    expect([accept, ...later].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([accept, ...later].map(saysAbout)).toEqual([false, false, false]);
    expect([accept, ...later].every(({ words }) => words.includes('$2,500'))).toBe(true);
  });

  it('are chosen in the profile, also none, and none that has no rate', async () => {
    const { page, path } = await offered();
    const form = await page('/profile/personal');
    expect(form.words).toContain('The currency of my phone number’s country: Euro');
    const choose = (currency: string) =>
      page('/profile/personal', { intent: 'currency', currency });
    expect((await choose('TRY')).to).toBe('/profile?saved');
    expect((await page(path)).words).toMatch(/about TRY\s100,000/);
    for (const wrong of ['GBP', 'euro', '<b>']) expect((await choose(wrong)).status).toBe(422);
    expect((await page(path)).words).toMatch(/about TRY\s100,000/);
    await choose('none');
    const none = await page(path);
    expect(none.words).not.toMatch(/about (€|TRY)/);
    // The order does not depend on who reads it.
    expect(none.words).toContain('1 EUR = 50 TRY');
    await choose('');
    expect(saysAbout(await page(path))).toBe(true);
  });

  it('are left out for who reads the currency of the offer', async () => {
    const person = await signedInPatient(server.ctx());
    const { leadId } = await publishedLead(server, {}, person.ctx);
    await sentOffer(clinics[0]!, leadId, { amountCents: 250_000 });
    const { words } = await browseServer(server, person.token)(`/offers/${leadId}`);
    expect(words).not.toMatch(/\babout \$|1 EUR =/);
  });
});

describe('rates that staff put in', () => {
  const value = (currency = 'SAR') => ({
    rates: [{ currency, perEuro: '4.3545', day: now, statedBy: 'Saudi Central Bank' }],
  });

  it('are the business of admins alone', async () => {
    const { client } = await atConsole(server, 'reviewer');
    const refused = [
      await client.get('/settings/offers.staff-rates'),
      await client.send('settings', 'offers.staff-rates', 'change', { value: value() }),
      await client.send('settings', 'offers.bank-rates', 'change', { value: stated(now) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    const { person } = await offered();
    const stranger = await server.request('/api/admin/settings/offers.staff-rates/change', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `patient=${person.token}` },
      body: JSON.stringify({ value: value() }),
    });
    expect(stranger.status).toBe(401);
  });

  it('are read by patients with their source, and are in the log', async () => {
    const { client } = await atConsole(server, 'admin');
    const put = await client.send('settings', 'offers.staff-rates', 'change', { value: value() });
    expect(put.status).toBe(200);
    const [entry] = await auditOf(server, 'settings.changed');
    expect(JSON.stringify(entry)).toContain('Saudi Central Bank');
    const { page, path } = await offered();
    await page('/profile/personal', { intent: 'currency', currency: 'SAR' });
    const { words } = await page(path);
    // 2,500 / 1.25 × 4.3545 = 8,709
    expect(words).toMatch(/about SAR\s8,710 · /);
    expect(words).toContain('(Saudi Central Bank, put in by our team)');
  });

  it('are refused where the table has one, and the table cannot be typed', async () => {
    const { client } = await atConsole(server, 'admin');
    const twice = await client.send('settings', 'offers.staff-rates', 'change', {
      value: value('USD'),
    });
    expect(twice.status).toBe(422);
    const empty = await client.send('settings', 'offers.staff-rates', 'change', {
      value: { rates: [{ currency: '', perEuro: '', day: '', statedBy: '' }] },
    });
    expect(Object.values(empty.body.errors as Record<string, string[]>).flat()).toEqual([
      'Three capital letters, such as SAR',
      'A number above 0 with a point, such as 4.3545',
      'Please choose the day of the rate.',
      'Please say where the rate is from, in 3 to 120 characters.',
    ]);
    const table = await client.send('settings', 'offers.bank-rates', 'change', {
      value: stated(now),
    });
    expect(table.status).toBe(409);
    expect((await client.get('/settings/offers.bank-rates')).body.allowedEvents).toEqual([]);
  });
});
