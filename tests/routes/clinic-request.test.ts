import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterForMail, saveFilter, savedFilters } from '#modules/exchange';
import { approveLead } from '#modules/leads';
import { readOfferDraft, reusableOffers } from '#modules/offers';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInClinic, type ClinicState, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let clinic: SignedInClinic;
let patient: SignedInPatient;
let leadId: string;
beforeAll(async () => {
  server = await startTestServer();
  clinic = await signedInClinic(server.ctx());
  patient = await signedInPatient(server.ctx(), {
    firstName: 'Canaryfirst',
    lastName: 'Canarylast',
    email: 'canary.mail@example.com',
  });
  leadId = await published(patient);
});
afterAll(() => server?.close());

async function published({ ctx }: SignedInPatient): Promise<string> {
  const { _id } = await submitted(ctx, {
    description: 'My molar <b>hurts</b>.',
    patientInfo: {
      ageBand: '35-44',
      gender: 'female',
      medicalHistory: 'Asthma',
      allergies: 'Latex',
    },
  });
  await approveLead(server.ctx(system('test')), { leadId: _id });
  return _id;
}

const at = (id = leadId) => `/clinic/request/${id}`;
const get = (path: string, { token } = clinic) =>
  server.request(path, {
    redirect: 'manual',
    headers: { Cookie: `clinic=${token}`, Accept: 'text/html' },
  });
const page = async (path: string, who = clinic) => (await get(path, who)).text();
const post = (path: string, fields: Record<string, string>, { token } = clinic) =>
  server.request(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: `clinic=${token}`,
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  });
const offer = {
  amount: '2,450.50',
  currency: 'USD',
  message: 'We gladly help.',
  'items.procedure.state': 'included',
  'items.medication.state': 'extra',
  'items.medication.price': '80',
};

describe('the page of a request', () => {
  it('shows what a clinic may know, and nothing that says who the patient is', async () => {
    const shown = await page(at());
    for (const words of ['Canaryfirst C.', '35-44', 'Female', 'Asthma', 'Latex', 'Istanbul'])
      expect(shown, words).toContain(words);
    expect(shown).toContain('My molar &lt;b&gt;hurts&lt;/b&gt;.');
    expect(shown).toContain('Hemen Teklif Gönder');
    // The treatment itself is included unless the clinic says otherwise; every other line waits for its word.
    const stated = (line: string) =>
      new RegExp(
        `name="items\\.${line}\\.state"(?:(?!</select>)[\\s\\S])*?value="([a-z-]+)" selected`,
      ).exec(shown)?.[1];
    expect([stated('procedure'), stated('medication')]).toEqual(['included', 'not-stated']);
    const data = await (await get(`${at()}.data`)).text();
    for (const secret of ['Canarylast', 'canary.mail', patient.phone, patient.ctx.actor.id])
      for (const text of [shown, data]) expect(text).not.toContain(secret);
  });

  it('is not there for a clinic that the request does not match, whatever it does', async () => {
    const other = await signedInClinic(server.ctx(), { details: { specialties: ['Urology'] } });
    for (const id of [leadId, newId(), 'no-uuid']) {
      expect((await get(at(id), other)).status, id).toBe(404);
      for (const intent of ['send', 'revise', 'withdraw', 'keep'])
        expect((await post(at(id), { intent, ...offer }, other)).status, intent).toBe(404);
    }
    expect(await readOfferDraft(other.ctx, { leadId })).toBeNull();
  });

  it.each<ClinicState>(['pending', 'rejected', 'suspended'])(
    'is closed to a clinic that is %s, as are its templates',
    async (state) => {
      const shut = await signedInClinic(server.ctx(), { state });
      for (const path of [at(), '/clinic/templates'])
        expect((await get(path, shut)).headers.get('Location')).toBe('/clinic/pending-approval');
      await post(at(), { intent: 'keep', ...offer }, shut);
      expect(await readOfferDraft(shut.ctx, { leadId })).toBeNull();
    },
  );

  it('asks the database little', async () => {
    await get(at());
    const { result, statements } = await countRoundTrips(() => get(at()));
    expect(result.status).toBe(200);
    // One of them is the frame's: what the bell counts; one names who of the team may look after the request.
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(11);
  });
});

describe('an offer by a form without a script', () => {
  it('needs an amount and a message, and keeps what was typed', async () => {
    const refused = await post(at(), { intent: 'send', message: ' ', availability: 'Mondays' });
    expect(refused.status).toBe(422);
    const shown = await refused.text();
    expect(shown).toContain('Please fill in all fields');
    expect(shown).toContain('Mondays');
    const odd = await post(at(), { intent: 'send', ...offer, amount: 'a lot' });
    expect(await odd.text()).toContain('Please enter an amount');
    const low = await post(at(), { intent: 'send', ...offer, listPrice: '2,000' });
    expect(await low.text()).toContain('The list price must be above the amount.');
  });

  const stated = {
    'items.procedure.quantity': '2',
    'items.procedure.unit': 'teeth',
    'items.procedure.brand': 'Gutta-percha',
    'items.hotel.state': 'extra',
    'items.hotel.price': '180',
    'items.hotel.quantity': '3',
    ...{ trips: '2', nights: '', guaranteeMonths: '24' },
    'assumptions[1].text': 'No third root is found.',
    'assumptions[1].surcharge': '150',
  };

  it('takes quantities, the journey and what the price rests on, and says what is wrong with each', async () => {
    const id = await published(patient);
    const wrong: Array<[Record<string, string>, string]> = [
      [{ 'items.procedure.quantity': 'many' }, 'Please enter a whole number from 1 to 9,999.'],
      [{ trips: '9' }, 'within the range of this field'],
      [{ 'assumptions[1].text': ' ' }, 'Please say what the price rests on.'],
      [{ 'assumptions[1].surcharge': 'some' }, 'Please enter an amount'],
    ];
    for (const [more, words] of wrong) {
      const refused = await post(at(id), { intent: 'send', ...offer, ...stated, ...more });
      const shown = await refused.text();
      expect([refused.status, shown.includes(words)], words).toEqual([422, true]);
      expect(shown).toContain('value="Gutta-percha"');
    }
    expect((await post(at(id), { intent: 'send', ...offer, ...stated })).status).toBe(302);
    const { rows } = await server.services.database.pool.query<Record<string, unknown>>(
      `select r.* from offers.revision r join offers.offer o on o.id = r.offer_id where o.lead_id = $1`,
      [id],
    );
    expect(rows[0]).toMatchObject({
      ...{ trips: 2, nights: null, days_in_country: null, guarantee_months: 24 },
      assumptions: [{ text: 'No third root is found.', surchargeCents: 15_000 }],
    });
    expect(rows[0]!.items).toContainEqual({
      ...{ key: 'procedure', state: 'included', quantity: 2, unit: 'teeth', brand: 'Gutta-percha' },
    });
    expect(rows[0]!.items).toContainEqual({
      ...{ key: 'hotel', state: 'extra', priceCents: 18_000, quantity: 3, unit: 'nights' },
    });
    // What it says stands in the form that changes it.
    const again = await page(at(id));
    for (const value of ['Gutta-percha', 'No third root is found.', '150', '180'])
      expect(again, value).toContain(`value="${value}"`);
  });

  it('goes into the WhatsApp message as it is typed, and nothing of it is lost', async () => {
    const id = await published(patient);
    const typed = { ...offer, amount: '1,234', message: 'Typed & unsent.' };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...typed, intent: 'prepare-whatsapp' }))
      form.append(name, value);
    const asForm = { Cookie: `clinic=${clinic.token}`, Accept: 'text/html' };
    const answer = await server.request(at(id), {
      ...{ method: 'POST', redirect: 'manual', headers: asForm, body: form },
    });
    const to = `${at(id)}?whatsapp=ready#offer`;
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, to]);
    const html = await page(to.split('#')[0]!);
    const said = 'Our proposal for Root Canal: 1,234 USD. Typed & unsent.';
    const [, address] = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(html)!;
    expect(new URL(address!.replaceAll('&amp;', '&')).searchParams.get('text')).toBe(said);
    expect(html).toContain('The WhatsApp message says what is typed now.');
    expect(html).toContain('value="1,234"');
    expect(html).toContain('Typed &amp; unsent.</textarea>');
    expect(await page('/clinic/dashboard')).toContain(at(id));

    const other = await signedInClinic(server.ctx(), { state: 'pending' });
    await post(at(id), { ...typed, intent: 'prepare-whatsapp' }, other);
    expect(await readOfferDraft(other.ctx, { leadId: id })).toBeNull();
  });

  it('is kept while it is typed, sent, changed and taken back', async () => {
    const turn = { writer: newId(), turn: '1' };
    expect((await post(at(), { intent: 'keep', ...offer, ...turn })).status).toBe(200);
    expect(await page(at())).toContain('value="2,450.50"');
    const sent = await post(at(), { intent: 'send', ...offer });
    expect(sent.headers.get('Location')).toBe('/clinic/dashboard?sent=yes');
    expect(await page('/clinic/dashboard?sent=yes')).toContain('Offer sent successfully!');
    expect(await readOfferDraft(clinic.ctx, { leadId })).toBeNull();
    const bids = await page('/clinic/dashboard?tab=bids');
    for (const words of ['Canaryfirst C.', '$2,450.50', 'View Conversation', '$3,000'])
      expect(bids, words).toContain(words);
    expect(bids).not.toContain('Canarylast');
    // What it is bid on is no new lead any more.
    expect(await page('/clinic/dashboard')).not.toContain(at());
    expect((await post(at(), { intent: 'send', ...offer })).status).toBe(409);
    const revised = await post(at(), { intent: 'revise', ...offer, amount: '2000' });
    expect(revised.headers.get('Location')).toBe(`${at()}?changed=yes`);
    expect(await page(at())).toContain('changed, version 2');
    expect((await post(at(), { intent: 'withdraw' })).status).toBe(302);
    expect(await page('/clinic/dashboard?tab=bids&over=yes')).toContain('The offer was withdrawn.');
    expect(await page('/clinic/dashboard')).toContain(at());
    expect((await post(at(), { intent: 'withdraw' })).status).toBe(404);
  });
});

describe('templates', () => {
  it('are kept by a form, begin an offer of their treatment, and are removed', async () => {
    const empty = await page('/clinic/templates?for=Root+Canal');
    expect(empty).toContain('name="items.procedure.state"');
    const wish = { intent: 'save', subTreatment: 'Root Canal', name: 'Usual', ...offer };
    expect((await post('/clinic/templates', wish)).status).toBe(302);
    expect((await post('/clinic/templates', wish)).status).toBe(409);
    const [kept] = await reusableOffers(clinic.ctx);
    expect(kept).toMatchObject({ name: 'Usual', fields: { amount: '2,450.50' } });
    const began = await page(`${at()}?from=${kept!.id}`);
    expect(began).toContain('We gladly help.');
    const other = await signedInClinic(server.ctx());
    expect(await page(`${at()}?from=${kept!.id}`, other)).not.toContain('We gladly help.');
    const remove = { intent: 'remove', id: kept!.id };
    expect((await post('/clinic/templates', remove, other)).status).toBe(404);
    expect((await post('/clinic/templates', remove)).status).toBe(302);
    expect(await reusableOffers(clinic.ctx)).toEqual([]);
  });
});

describe('the link that ends the mails of a filter', () => {
  it('shows when it is opened, and ends when its button is pressed, for nobody in particular', async () => {
    const filterId = await saveFilter(clinic.ctx, { name: 'Mine', query: {}, mails: true });
    const filter = { filterId, clinicId: clinic.clinicId };
    const { endToken } = (await filterForMail(server.ctx(), filter))!;
    const path = `/saved-filter/${endToken}`;
    const nobody = { ...clinic, token: '' };
    expect(await page(path, nobody)).toContain('End these mails');
    expect((await savedFilters(clinic.ctx))[0]!.mails).toBe(true);
    expect((await post(path, { intent: 'end' }, nobody)).status).toBe(200);
    expect((await savedFilters(clinic.ctx))[0]!.mails).toBe(false);
    expect(await page(path, nobody)).toContain('These mails have ended.');
    expect((await get(`/saved-filter/${filterId}.x`, nobody)).status).toBe(410);
  });
});
