import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showPhone } from '#contracts/identity';
import { answerTime, cancelDeal } from '#modules/deals';
import { proposeTime, readDealOf } from '#workflows';
import { signedInPatient } from '../../modules/identity/testing';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  await withoutBudgets(server);
});
afterAll(() => server?.close());

const ahead = () => new Date(Date.now() + 9 * 86_400_000).toISOString();

describe('the place of a deal', () => {
  const street = 'Bankalar Cd. 1';
  const page = async (path: string, cookie: string) =>
    (await server.request(path, { headers: { Accept: 'text/html', Cookie: cookie } })).text();

  it('opens to the patient with the acceptance, on its page and in the calendar, and never before', async () => {
    const { pool } = server.services.database;
    const other = await signedInClinic(server.ctx());
    await pool.query(
      `update clinic_onboarding.clinic set address = $2, doctor_name = 'Dr. Elif Kaya' where id = $1`,
      [other.clinicId, street],
    );
    await pool.query(
      `insert into clinic_onboarding.profile (clinic_id, languages) values ($1, '{en,de}')
       on conflict (clinic_id) do update set languages = excluded.languages`,
      [other.clinicId],
    );
    const own = await signedInPatient(server.ctx());
    const cookie = `patient=${own.token}`;
    const { leadId } = await publishedLead(server, {}, own.ctx as never);
    const offerId = await sentOffer(other.ctx as never, leadId);
    for (const path of [`/offers/${leadId}`, `/offer/${offerId}`, `/conversation/${offerId}`])
      expect(await page(path, cookie), path).not.toContain(street);
    expect(await page(`/deal/${offerId}`, cookie)).not.toContain(street);
    await acceptShownOffer(own.ctx as never, { offerId });
    const shown = await page(`/deal/${offerId}`, cookie);
    for (const words of [
      street,
      'Dr. Elif Kaya',
      'Spoken there: English',
      'German.',
      `https://www.openstreetmap.org/search?query=${new URLSearchParams({ q: street }).toString().slice(2)}`,
      `href="tel:${other.phone}"`,
      `Call ${showPhone(other.phone)}`,
      'The clinic has not described the way',
    ])
      expect(shown.includes(words), words).toBe(true);
    expect(await page(`/clinic/deal/${offerId}`, `clinic=${other.token}`)).not.toContain(
      'Where you go',
    );
    await proposeTime(other.ctx as never, { offerId, startsAt: ahead(), note: null });
    const { times } = await readDealOf(own.ctx as never, { offerId });
    await answerTime(own.ctx as never, { offerId, timeId: times[0]!._id, answer: 'accept' });
    const calendar = async (who: string) =>
      (await page(`/api/deals/${offerId}/calendar.ics`, who)).replace(/\r\n[ \t]/g, '');
    const entry = await calendar(cookie);
    expect(entry).toMatch(new RegExp(`LOCATION:${street}\\\\, \\w+\\\\, Türkiye`));
    expect(entry).toMatch(
      /DESCRIPTION:[^:]+\d:\d\d [AP]M in \w+\\, Türkiye time\\nHow to get there: https:\/\/www\.google\.com\/maps\/dir\/\?/,
    );
    expect(entry).toContain(`Whom to call: ${showPhone(other.phone)}`);
    await pool.query(`update identity.patient set locale = 'ar' where id = $1`, [own.ctx.actor.id]);
    const arabic = await calendar(cookie);
    expect(arabic).toMatch(new RegExp(`LOCATION:${street}، [^،]+، تركيا\r?$`, 'm'));
    expect(arabic).toMatch(/كيفية الوصول: https:\S+Turkey\\n/);
    const inArabic = await page(`/deal/${offerId}`, cookie);
    expect(inArabic).toContain(`\u2068${showPhone(other.phone)}\u2069`);
    expect(inArabic).toContain('<bdi>تركيا</bdi>');
    await pool.query(`update identity.patient set locale = 'en' where id = $1`, [own.ctx.actor.id]);
    expect(await calendar(`clinic=${other.token}`)).not.toContain('DESCRIPTION');
    await pool.query(`update clinic_onboarding.clinic set address = '' where id = $1`, [
      other.clinicId,
    ]);
    expect(await page(`/deal/${offerId}`, cookie)).toContain('has not given its street yet');
    await cancelDeal(own.ctx as never, { offerId, code: 'travel', reason: 'I cannot travel.' });
    expect(await page(`/deal/${offerId}`, cookie)).not.toContain('Where you go');
    expect(await calendar(cookie)).not.toContain('DESCRIPTION');
  });
});
