import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { send } from '#engine';
import { showPhone } from '#contracts/identity';
import { approveLead, cancelLead, leadFlow } from '#modules/leads';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { browse as browseServer } from '../kit/browse';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const newPatient = (profile?: Parameters<typeof signedInPatient>[1]) =>
  signedInPatient(server.ctx(), profile);
const browse = (token: string | null) => browseServer(server, token);
const published = async (person: SignedInPatient): Promise<string> => {
  const { _id } = await submitted(person.ctx);
  await approveLead(server.ctx(system('test')), { leadId: _id });
  return _id;
};
const offered = (id: string) =>
  send(server.ctx(system('test')), leadFlow, {
    id,
    event: { type: 'leads.offer-received', offerId: newId() },
  });

describe('/profile', () => {
  it('shows who it is, figures and what really happened', async () => {
    const person = await newPatient({
      firstName: 'Émile',
      lastName: 'Zola',
      email: 'e@example.com',
    });
    const page = browse(person.token);
    expect((await page('/profile')).words).toContain('Nothing has happened yet');
    const id = await published(person);
    await offered(id);
    const { words, html } = await page('/profile');
    for (const word of [
      'Émile Zola',
      'e@example.com',
      showPhone(person.phone),
      'ÉZ',
      'Verified Account',
      'Sign Out',
    ])
      expect(words).toContain(word);
    const figures = [...html.matchAll(/<dd[^>]*>(\d+)<\/dd>/g)].map(([, n]) => Number(n));
    expect(figures).toEqual([1, 0, 1, 1]);
    expect(words).toContain('Root Canal: the first offer arrived');
    expect(html).not.toContain('>...<');
  });

  it('counts as completed what came to a choice, and not what was cancelled', async () => {
    const person = await newPatient();
    await cancelLead(person.ctx, { leadId: await published(person), reason: null });
    const page = browse(person.token);
    const { html } = await page('/profile');
    const figures = [...html.matchAll(/<dd[^>]*>(\d+)<\/dd>/g)].map(([, n]) => Number(n));
    expect(figures).toEqual([1, 0, 0, 0]);
    expect((await page('/my-offers')).words).toMatch(/Completed 1 /);
  });

  it('shows noughts when the figures cannot be had', async () => {
    const person = await newPatient();
    const { pool } = server.services.database;
    await pool.query('alter table leads.lead rename to lead_away');
    const page = await browse(person.token)('/profile').finally(() =>
      pool.query('alter table leads.lead_away rename to lead'),
    );
    expect(page.status).toBe(200);
    expect(page.html.match(/>0<\/dd>/g)).toHaveLength(4);
  });

  it('links to nothing that is not there', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const { html } = await page('/profile');
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const links = [...main.matchAll(/href="(\/[^"#]*)"/g)].map(([, to]) => to!);
    expect(links).toEqual(
      expect.arrayContaining([
        '/profile/personal',
        '/profile/help',
        '/profile/activity',
        '/profile/support',
      ]),
    );
    for (const to of new Set(links)) expect([to, (await page(to)).status]).toEqual([to, 200]);
  });
});

describe('/profile/personal', () => {
  const form = { intent: 'save', firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com' };

  it('saves, and without JavaScript goes back to the profile with the good news', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const before = await page('/profile/personal');
    expect(before.words).toContain('Phone number cannot be changed for security reasons');
    expect(before.html).not.toMatch(/name="[^"]*[Bb]irth/);
    const saved = await page('/profile/personal', form);
    expect([saved.status, saved.to]).toEqual([302, '/profile?saved']);
    const after = await page(saved.to!);
    expect(after.words).toContain('Profile updated successfully!');
    expect(after.words).toContain('Anna Berg');
  });

  it('answers fields that it does not know in words for people', async () => {
    const page = browse((await newPatient()).token);
    const form = { intent: 'save', firstName: 'A', lastName: 'B', email: 'a@b.co', role: 'admin' };
    const { status, words } = await page('/profile/personal', form);
    expect(status).toBe(422);
    expect(words).toContain('This field is not known here.');
    expect(words).not.toContain('Unrecognized');
  });

  it('keeps what was typed when something is wrong, and takes no phone', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const refused = await page('/profile/personal', { ...form, email: 'nonsense' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="nonsense"');
    expect(refused.html).toContain('value="Anna"');
    const other = await page('/profile/personal', { ...form, phoneNumber: '+12125550199' });
    expect(other.status).toBe(422);
    expect((await page('/profile')).words).toContain(showPhone(person.phone));
  });
});

describe('/profile/help', () => {
  it('finds questions by their words or their answers, in any case', async () => {
    const page = browse((await newPatient()).token);
    const all = await page('/profile/help');
    for (const topic of ['Getting Started', 'Payments & Pricing', 'Safety & Security'])
      expect(all.words).toContain(topic);
    expect(all.html.match(/<summary/g)).toHaveLength(6 + 2);
    const found = await page('/profile/help?q=ENCRYPTED');
    expect(found.words).toContain('Is my data secure?');
    expect(found.words).not.toContain('hidden fees');
    const none = await page('/profile/help?q=%3Cscript%3E');
    expect(none.words).toContain('No question matches your search');
    expect(none.html).not.toContain('<script>"');
  });
});
