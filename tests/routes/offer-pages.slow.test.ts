import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateOf } from '#contracts/offers';
import { declineOffer, withdrawOffer } from '#modules/offers';
import { cancelLead, readLead } from '#modules/leads';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { closeConversation } from '../../workflows/conversations/talk';
import { found, read, texts, write } from '../../workflows/conversations/testing';
import { reviseOffer } from '../../workflows/offers/offers';
import {
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
} from '../../workflows/offers/testing';
import { browse as browseServer, type Seen } from '../kit/browse';
import { startTestServer, type TestServer } from '../kit/http';
import { clinicToday } from '../kit/clinic-days';

let server: TestServer;
let clinics: Array<CtxOf<'clinic'>>;
const names = ['Galata Dental', 'Ankara Smile', 'Antalya Clinic', 'Izmir House', 'Pera Dental'];
beforeAll(async () => {
  server = await startTestServer();
  clinics = await someClinics(server, 5);
  for (const [n, name] of names.entries())
    await server.services.database.pool.query(
      'update clinic_onboarding.clinic set clinic_name = $2 where id = $1',
      [clinics[n]!.actor.id, name],
    );
});
afterAll(() => server?.close());

const browse = (token: string | null) => browseServer(server, token);
interface Asked {
  person: SignedInPatient;
  page: ReturnType<typeof browse>;
  leadId: string;
  path: string;
}
async function asked(): Promise<Asked> {
  const person = await signedInPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, person.ctx);
  return { person, page: browse(person.token), leadId, path: `/offers/${leadId}` };
}
const whole = templateOf('Root Canal').map(({ key }) => key);
const all = (state = 'included') => whole.map((key) => ({ key, state }));
const clinicsIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/<th scope="col"[\s\S]*?<a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name!);

describe('/offers/{id}', () => {
  it('says what is to come while there is none', async () => {
    const { page, path } = await asked();
    const { status, words } = await page(path);
    expect([status, words.includes('No offers yet')]).toEqual([200, true]);
  });

  it('sets five side by side, with what each leaves out', async () => {
    const { page, path, leadId } = await asked();
    await sentOffer(clinics[0]!, leadId, {
      items: [
        { key: 'procedure', state: 'included' },
        { key: 'anaesthesia', state: 'extra', priceCents: 12_550 },
        { key: 'medication', state: 'extra' },
        { key: 'follow-up', state: 'not-needed' },
      ],
      listPriceCents: 300_000,
      doctorName: 'Dr. Ada',
      earliestDate: '2027-05-14',
      availability: 'Mondays',
    });
    await sentOffer(clinics[1]!, leadId, { amountCents: 260_000, items: all() });
    await sentOffer(clinics[2]!, leadId, { amountCents: 255_000, earliestDate: '2027-04-01' });
    await sentOffer(clinics[3]!, leadId, { amountCents: 100, currency: 'EUR' });
    const second = await sentOffer(clinics[4]!, leadId, { amountCents: 999_999_99 });
    await reviseOffer(clinics[4]!, {
      offerId: second,
      fields: someOfferFields({ amountCents: 900_000, doctorName: 'Dr. New' }),
    });
    const seen = await page(path);
    for (const word of [
      '5 open offers for Root Canal',
      '$2,625.50',
      'Extra + $125.50',
      'Extra (price not stated)',
      'Not needed',
      'Not stated',
      '$2,500 List price: $3,000',
      'Dr. Ada',
      'May 14, 2027',
      'Mondays',
      'All lines stated',
      'Changed: price, doctor',
      'Not compared: no rate for its currency',
      '€1',
      'Fewer than 5 reviews so far',
      'Open until',
    ])
      expect(seen.words).toContain(word);
    expect(seen.words).toMatch(/All lines stated[^$]*\$2,550 Without:/);
    const [galata, ankara, antalya, izmir, pera] = names;
    expect(clinicsIn(seen)).toEqual([ankara, antalya, galata, pera, izmir]);
    const by = async (sort: string) => clinicsIn(await page(`${path}?sort=${sort}`));
    expect(await by('price')).toEqual([galata, antalya, ankara, pera, izmir]);
    expect(await by('earliest')).toEqual([antalya, galata, ankara, pera, izmir]);
    expect(await by('nonsense')).toEqual(clinicsIn(seen));
    expect(seen.html).toContain(`href="${path}?sort=price"`);
  });

  it('says what one unit costs, marks quantities that differ, and keeps what is not stated in sight', async () => {
    const { page, path, leadId } = await asked();
    const procedure = (quantity: number) => [
      { key: 'procedure', state: 'included', quantity, unit: 'teeth', brand: 'Ceramic' },
    ];
    const assumptions = [
      { text: 'No third root.', surchargeCents: 15_000 },
      { text: 'The crown can stay.' },
    ];
    await sentOffer(clinics[0]!, leadId, {
      items: procedure(4),
      assumptions,
      ...{ trips: 2, guaranteeMonths: 0 },
    });
    await sentOffer(clinics[1]!, leadId, { items: procedure(2), nights: 1 });
    await sentOffer(clinics[2]!, leadId, { items: [{ key: 'hotel', state: 'included' }] });
    const { words } = await page(path);
    for (const word of [
      'Included 4 teeth Offers state different quantities. $625 per tooth Ceramic',
      'Included 2 teeth Offers state different quantities. $1,250 per tooth Ceramic',
      'The price rests on No third root. else + $150 The crown can stay. (else the price changes)',
      'Hotel Not stated Not stated Included',
      'Trips 2 trips Not stated Not stated',
      'Nights needed Not stated 1 night Not stated',
      'Guarantee none Not stated Not stated',
    ])
      expect(words).toContain(word);
    expect(words).not.toContain('Days in the country');
  });

  it('shows the doctor of an offer as its clinic does, and no one else', async () => {
    const { page, leadId } = await asked();
    const pictureId = newId();
    await server.services.database.pool.query(
      `insert into clinic_onboarding.picture
        (id, clinic_id, storage_key, width, height, bytes, doctor_name, review, reviewed_at, created_at)
        values ($1, $2, $3, 1, 1, 1, 'Dr. Shown', 'shown', now(), now())`,
      [pictureId, clinics[0]!.actor.id, `clinic-picture/${pictureId}`],
    );
    const of = async (n: number, doctorName: string) =>
      (await page(`/offer/${await sentOffer(clinics[n]!, leadId, { doctorName })}`)).html;
    expect(await of(0, 'Dr. Shown')).toContain(`/api/clinic-pictures/${pictureId}?size=thumb`);
    expect(await of(1, 'Dr. Shown')).not.toContain('/api/clinic-pictures/');
  });

  it('folds those that are over, each with why', async () => {
    const { person, page, path, leadId } = await asked();
    const declined = await sentOffer(clinics[0]!, leadId);
    await declineOffer(person.ctx, { offerId: declined, reason: 'dates' });
    const taken = await sentOffer(clinics[1]!, leadId);
    await withdrawOffer(clinics[1]!, { offerId: taken });
    const { words, html } = await page(path);
    expect(words).toContain('No open offers');
    expect(words).toContain('2 offers that are over');
    expect(words).toContain('You declined it. Your reason: The dates.');
    expect(words).toContain('The clinic withdrew it.');
    expect(html).toMatch(/<details(?![^>]* open)/);
    expect((await page(`/offer/${declined}`)).words).toContain('This offer is over');
  });

  it('says that a request without a choice is over', async () => {
    const { person, page, path, leadId } = await asked();
    await sentOffer(clinics[0]!, leadId);
    await cancelLead(person.ctx, { leadId, reason: null });
    const { words } = await page(path);
    expect(words).toContain('This request is over. It has no open offers.');
    expect(words).toContain('Your request ended.');
  });

  it('says that the offers could not be had', async () => {
    const { page, path } = await asked();
    const { pool } = server.services.database;
    await pool.query('alter table offers.offer rename to offer_away');
    const error = console.error;
    console.error = () => undefined;
    const failed = await page(path).finally(async () => {
      console.error = error;
      await pool.query('alter table offers.offer_away rename to offer');
    });
    expect(failed.status).toBe(500);
    expect(failed.words).toContain('The offers could not be loaded');
  });
});

describe('asking for what an offer leaves out', () => {
  const part = [
    { key: 'procedure', state: 'included' },
    { key: 'anaesthesia', state: 'extra' },
  ];

  it('sends one message for each version, also by fifty at once, without JavaScript', async () => {
    const { person, page, path, leadId } = await asked();
    const offerId = await sentOffer(clinics[0]!, leadId, { items: part });
    const ask = `/offer/${offerId}?index`;
    expect((await page(path)).html).toContain(`action="${ask}"`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => page(ask, { intent: 'ask' })),
    );
    expect(new Set(answers.map(({ to }) => to))).toEqual(new Set([`/conversation/${offerId}`]));
    const sent = await texts(person.ctx, offerId);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('- Anaesthesia');
    expect(sent[0]).toContain('- Medication');
    expect(sent[0]).not.toContain('- The procedure itself');
    expect((await page(path)).words).toContain('Asked: to the conversation');
    // Keys are forgotten after a day.
    await server.services.database.pool.query('delete from platform.idempotency_key');
    await page(ask, { intent: 'ask' });
    expect(await texts(person.ctx, offerId)).toHaveLength(1);
    const fields = someOfferFields({ items: part, amountCents: 240_000 });
    await reviseOffer(clinics[0]!, { offerId, fields });
    await page(ask, { intent: 'ask' });
    expect(await texts(person.ctx, offerId)).toHaveLength(2);
  });

  /** Two offers that count 6 and 20 crowns, and one that counts nothing. */
  async function planned() {
    const all = await asked();
    const crowns = (quantity: number) => ({
      items: [{ key: 'final-restoration', state: 'included', quantity, unit: 'teeth' }],
    });
    const ids = [
      await sentOffer(clinics[0]!, all.leadId, crowns(6)),
      await sentOffer(clinics[1]!, all.leadId, crowns(20)),
      await sentOffer(clinics[2]!, all.leadId, { amountCents: 1_000 }),
    ] as const;
    const ask = { intent: 'ask-apart', key: 'final-restoration', unit: 'teeth' };
    return { ...all, ids, ask, crowns };
  }

  it('sets plans beside each other that lie apart, and asks each clinic once, also by fifty at once', async () => {
    const { person, page, path, ids, ask, crowns } = await planned();
    const before = await page(path);
    for (const word of [
      'Where the plans differ',
      'Ask these 2 clinics',
      'Your offer counts 6 teeth',
    ])
      expect(before.words).toContain(word);
    const answers = await Promise.all(Array.from({ length: 50 }, () => page(path, ask)));
    expect(new Set(answers.map(({ to }) => to))).toEqual(new Set([`${path}#plans`]));
    const sent = await Promise.all(ids.map((offerId) => texts(person.ctx, offerId)));
    expect(sent.map(({ length }) => length)).toEqual([1, 1, 0]);
    for (const [n, own] of [6, 20].entries())
      expect(sent[n]![0]).toBe(
        `Your offer counts ${own} teeth for this line: Final filling or crown. The offers for my photos range from 6 to 20 teeth. Why do you plan this number, and what would make it another one?`,
      );
    const after = await page(path);
    expect(after.words).toContain('Asked: to the conversation with Galata Dental');
    expect(after.words).not.toContain('Ask these 2 clinics');
    // Another version of one offer is asked anew, the other clinic is not.
    await reviseOffer(clinics[0]!, { offerId: ids[0], fields: someOfferFields(crowns(7)) });
    await page(path, ask);
    const again = await Promise.all(ids.map((offerId) => texts(person.ctx, offerId)));
    expect(again.map(({ length }) => length)).toEqual([2, 1, 0]);
    await reviseOffer(clinics[0]!, { offerId: ids[0], fields: someOfferFields(crowns(14)) });
    expect((await page(path)).words).not.toContain('Where the plans differ');
    expect((await page(path, ask)).status).toBe(404);
  });

  it('asks the others where one clinic cannot be written to, and asks none for a stranger', async () => {
    const { person, page, path, ids, ask } = await planned();
    const stranger = await asked();
    expect((await stranger.page(path, ask)).status).toBe(404);
    expect((await page(path, { ...ask, unit: 'nights' })).status).toBe(404);
    expect((await page(path, { ...ask, unit: 'carats' })).status).toBe(422);
    await closeConversation(await found(clinics[1]!, ids[1]));
    expect((await page(path, ask)).to).toBe(`${path}#plans`);
    const sent = await Promise.all(ids.map((offerId) => texts(person.ctx, offerId)));
    expect(sent.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it('masks nothing of it in either language', async () => {
    const { person, page, leadId } = await asked();
    const said = { en: '- Medication', tr: '- İlaçlar' };
    for (const [n, locale] of (['en', 'tr'] as const).entries()) {
      await server.services.database.pool.query(
        'update identity.patient set locale = $2 where id = $1',
        [person.ctx.actor.id, locale],
      );
      const offerId = await sentOffer(clinics[n]!, leadId, { items: [] });
      await page(`/offer/${offerId}?index`, { intent: 'ask' });
      const { messages } = await read(person.ctx, offerId);
      expect(messages.map(({ masked }) => masked)).toEqual([[]]);
      expect(messages[0]!.text).toContain(said[locale]);
    }
    const inTurkish = await planned();
    await server.services.database.pool.query(
      `update identity.patient set locale = 'tr' where id = $1`,
      [inTurkish.person.ctx.actor.id],
    );
    await inTurkish.page(inTurkish.path, inTurkish.ask);
    const { messages } = await read(inTurkish.person.ctx, inTurkish.ids[1]);
    expect(messages.map(({ masked }) => masked)).toEqual([[]]);
    expect(messages[0]!.text).toContain('20 diş');
  });

  it('asks nothing of a whole offer, nor for somebody else', async () => {
    const { person, page, path, leadId } = await asked();
    const offerId = await sentOffer(clinics[0]!, leadId, { items: all() });
    expect((await page(path)).words).not.toContain('Ask what is missing');
    await page(`/offer/${offerId}?index`, { intent: 'ask' });
    expect(await texts(person.ctx, offerId)).toEqual([]);
    const open = await sentOffer(clinics[1]!, leadId, { items: part });
    const stranger = (await asked()).page;
    const refused = await stranger(`/offer/${open}?index`, { intent: 'ask' });
    expect(refused.status).toBe(404);
    expect(await texts(person.ctx, open)).toEqual([]);
  });
});

describe('/offer/{id}', () => {
  it('shows one in full, what changed, and why one cannot call yet', async () => {
    const { page, leadId } = await asked();
    const offerId = await sentOffer(clinics[0]!, leadId, { message: 'First.\n<b>bold</b>' });
    const fields = { amountCents: 240_000, message: 'Second.', items: all('extra') };
    await reviseOffer(clinics[0]!, { offerId, fields: someOfferFields(fields) });
    const { words, html } = await page(`/offer/${offerId}`);
    for (const word of [
      'Galata Dental',
      'Second.',
      'What changed',
      'Version 2',
      'Contact Clinic',
      'becomes possible with Galata Dental once you have accepted its offer',
    ])
      expect(words).toContain(word);
    expect(words).toMatch(/price: \$2,400 \( ?before: \$2,500 ?\)/);
    expect(html).toContain('&lt;b&gt;bold');
    expect(html).toContain(`href="/conversation/${offerId}"`);
    expect(html).not.toContain('href="tel:');
    // A call that is not possible is no button.
    expect(html).not.toMatch(/<(summary|button)[^>]*>(?:<[^>]+>|\s)*Call/);
    expect(html).toMatch(/href="\/find-clinics\/[a-z0-9-]+#reviews"/);
  });

  it('is accepted with what it rests on, which another final price names', async () => {
    const { page, leadId } = await asked();
    const assumptions = [{ text: 'No bone graft is needed.', surchargeCents: 40_000 }];
    const offerId = await sentOffer(clinics[0]!, leadId, { items: all(), assumptions, trips: 1 });
    const accept = await page(`/offer/${offerId}/accept`);
    expect(accept.words).toContain('No bone graft is needed. else + $400');
    await page(`/offer/${offerId}/accept`, { intent: 'accept', revision: '1' });
    const deal = await page(`/deal/${offerId}`);
    for (const word of ['Trips 1 trip', 'The price rests on No bone graft is needed.'])
      expect(deal.words).toContain(word);
    const treatedOn = clinicToday();
    const say = (more: object) =>
      page(`/deal/${offerId}`, { intent: 'treated', amount: '2900', treatedOn, ...more });
    const refused = await say({ because: '' });
    expect(refused.words).toContain('Please say what the offer said of it.');
    expect(refused.html).toContain('value="2900"');
    expect((await say({ because: 'assumption-1' })).status).toBe(302);
    expect((await page(`/deal/${offerId}`)).words).toContain(
      'Foreseen in the offer: No bone graft is needed.',
    );
  });

  it('is accepted through a page that says what happens, without JavaScript', async () => {
    const { person, page, leadId, path } = await asked();
    const offerId = await sentOffer(clinics[0]!, leadId, { items: all() });
    const other = await sentOffer(clinics[1]!, leadId);
    const accept = `/offer/${offerId}/accept`;
    const question = await page(accept);
    for (const word of [
      'Accept the offer of Galata Dental?',
      'Galata Dental sees your full name, phone number and e-mail address',
      'The other open offer is declined.',
      'is sealed',
    ])
      expect(question.words).toContain(word);
    expect(question.words).not.toContain('This offer does not state everything');
    expect((await page(`/offer/${other}/accept`)).words).toContain(
      'This offer does not state everything',
    );
    const done = await page(accept, { intent: 'accept', revision: '1' });
    expect([done.status, done.to]).toEqual([302, `/deal/${offerId}`]);
    const deal = await page(`/deal/${offerId}`);
    expect(deal.words).toMatch(/What was agreed \$2,500 All lines stated/);
    expect(deal.words).toContain('The procedure itself Included');
    expect((await readLead(person.ctx, { leadId })).lead.status).toBe('completed');
    const after = await page(`/offer/${offerId}`);
    expect(after.words).toContain('You accepted this offer');
    expect(after.html).toMatch(/href="tel:\+\d+"/);
    const over = await page(path);
    expect(over.words).toContain('You chose the offer of Galata Dental');
    expect(over.words).toContain('You chose another offer.');
    expect(over.html).toContain(`href="/deal/${offerId}"`);
    expect((await page(`/request-detail/${leadId}`)).html).toContain(`href="/deal/${offerId}"`);
    // From an old page: what became of it.
    for (const id of [offerId, other])
      expect((await page(`/offer/${id}/accept`, { intent: 'accept', revision: '1' })).to).toBe(
        `/offer/${id}`,
      );
  });

  it('says how much of its conversation is unread, to its patient alone', async () => {
    const { page, leadId } = await asked();
    const [clinic] = clinics as [CtxOf<'clinic'>];
    const offerId = await sentOffer(clinic, leadId);
    const here = `/offer/${offerId}`;
    expect((await page(here)).words).not.toContain('Read 2 new messages');
    await write(clinic, offerId, 'When would you like to come?');
    await write(clinic, offerId, 'We have time in May.');
    const seen = await page(here);
    expect(seen.words).toContain('Read 2 new messages');
    expect((await browse((await asked()).person.token)(here)).status).toBe(404);
    expect(seen.html).toContain(`href="/conversation/${offerId}"`);
  });

  it('is not accepted as it no longer is', async () => {
    const { person, page, leadId } = await asked();
    const offerId = await sentOffer(clinics[0]!, leadId);
    const fields = someOfferFields({ amountCents: 9_999_900 });
    await reviseOffer(clinics[0]!, { offerId, fields });
    for (const revision of ['1', '3', '', 'x', '0']) {
      const refused = await page(`/offer/${offerId}/accept`, { intent: 'accept', revision });
      expect([409, 422]).toContain(refused.status);
      expect(refused.words).toContain('$99,999');
    }
    const stale = await page(`/offer/${offerId}/accept`, { intent: 'accept', revision: '1' });
    expect(stale.words).toContain('has changed this offer in the meantime');
    expect((await readLead(person.ctx, { leadId })).lead.status).toBe('offers_received');
  });

  it('is declined in one tap with a reason, or without, without JavaScript', async () => {
    const { page, leadId, path } = await asked();
    const first = await sentOffer(clinics[0]!, leadId);
    const second = await sentOffer(clinics[1]!, leadId);
    const form = await page(`/offer/${first}/decline`);
    expect(form.html.match(/name="reason"/g)).toHaveLength(8);
    const unknown = await page(`/offer/${first}/decline`, { intent: 'decline', reason: 'ugly' });
    expect(unknown.status).toBe(422);
    const one = await page(`/offer/${first}/decline`, { intent: 'decline', reason: 'price' });
    expect([one.status, one.to]).toEqual([302, path]);
    await page(`/offer/${second}/decline`, { intent: 'decline', reason: '' });
    const { words } = await page(path);
    expect(words).toContain('You declined it. Your reason: The price.');
    expect((await page(`/offer/${first}/decline`)).to).toBe(`/offer/${first}`);
  });

  it('is counted where requests are listed, and told of in the profile', async () => {
    const { page, leadId, path } = await asked();
    await sentOffer(clinics[0]!, leadId);
    await sentOffer(clinics[1]!, leadId);
    const list = await page('/my-offers');
    expect(list.words).toContain('2 offers');
    expect(list.html).toContain(`href="${path}"`);
    const profile = await page('/profile');
    expect(profile.words).toContain('Total Offers 2');
    expect(profile.words).toContain('Root Canal: another offer arrived');
    expect(profile.html).toContain(`href="${path}"`);
  });
});
