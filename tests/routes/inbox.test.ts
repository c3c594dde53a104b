import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { write } from '../../workflows/conversations/testing';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let clinic: SignedInClinic;
let other: SignedInClinic;
let patient: SignedInPatient;
let leadId: string;
let offerId: string;
let second: string;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  await withoutBudgets(server);
  clinic = await signedInClinic(server.ctx());
  other = await signedInClinic(server.ctx());
  patient = await signedInPatient(server.ctx());
  ({ leadId } = await publishedLead(server, {}, patient.ctx as never));
  offerId = await sentOffer(clinic.ctx, leadId);
  second = await sentOffer(other.ctx, leadId);
});
afterAll(() => server?.close());

const get = (path: string, cookie: string) =>
  server.request(path, { headers: { Cookie: cookie, Accept: 'text/html' } });
const html = async (path: string, cookie: string) => (await get(path, cookie)).text();
const ofPatient = () => `patient=${patient.token}`;
const ofClinic = ({ token }: SignedInClinic = clinic) => `clinic=${token}`;
interface Inbox {
  conversations: Array<{ offerId: string; preview: string | null; unread: number; with: string }>;
  nextCursor: string | null;
  unread: number;
}
const inbox = async (cookie: string, query = '') =>
  ((await (await get(`/api/conversations${query}`, cookie)).json()) as { data: Inbox }).data;

describe('the inbox', () => {
  it('says what will be there while it is empty', async () => {
    expect(await html('/messages', ofPatient())).toContain('No messages yet');
    expect(await html('/clinic/messages', ofClinic())).toContain('No messages yet');
    expect(await inbox(ofPatient())).toEqual({ conversations: [], nextCursor: null, unread: 0 });
  });

  it('has the latest message first, what is unread, and no contact data, also after the choice', async () => {
    await write(clinic.ctx, offerId, 'Welcome.');
    await write(clinic.ctx, offerId, 'Call me at 0532 123 45 67');
    await write(other.ctx, second, 'Good day.');
    const { conversations, unread } = await inbox(ofPatient());
    expect(conversations.map((one) => [one.offerId, one.unread])).toEqual([
      [second, 1],
      [offerId, 2],
    ]);
    expect(unread).toBe(3);
    const page = await html('/messages', ofPatient());
    expect(page).toContain('aria-label="Messages, 3 unread"');
    expect(page).toContain(`href="/conversation/${offerId}"`);
    expect(page).toContain('2 new messages');
    expect(page.indexOf(second)).toBeLessThan(page.indexOf(offerId));
    await acceptShownOffer(patient.ctx, { offerId });
    expect((await inbox(ofPatient())).conversations[1]!.preview).not.toContain('123');
    expect(await html('/clinic/messages', ofClinic())).toContain('aria-label="Messages"');
  });

  it('shows each only their own', async () => {
    expect((await inbox(ofClinic())).conversations.map((one) => one.offerId)).toEqual([offerId]);
    expect(await html('/clinic/messages', ofClinic(other))).not.toContain(offerId);
    const stranger = await signedInPatient(server.ctx());
    expect((await inbox(`patient=${stranger.token}`)).conversations).toEqual([]);
    const { token } = await signedInClinic(server.ctx(), { state: 'pending' });
    expect((await get('/clinic/messages', `clinic=${token}`)).status).toBe(302);
    expect((await get('/api/conversations', `clinic=${token}`)).status).toBe(403);
    expect((await get('/api/conversations', '')).status).toBe(401);
    const both = `${ofPatient()}; ${ofClinic()}`;
    expect((await get('/api/conversations', both)).status).toBe(409);
    expect((await inbox(both, '?as=clinic')).conversations[0]).not.toHaveProperty('patientId');
  });

  it('has the new message on the page of its offer too, until it is read', async () => {
    expect(await html(`/offer/${offerId}`, ofPatient())).toContain('Read 2 new messages');
    const body = new URLSearchParams({ intent: 'read' });
    await server.request(`/conversation/${offerId}`, {
      method: 'POST',
      headers: { Cookie: ofPatient() },
      body,
    });
    expect(await html(`/offer/${offerId}`, ofPatient())).not.toContain('new message');
    expect(await html('/messages', ofPatient())).toContain('aria-label="Messages, 1 unread"');
  });

  it('turns pages without losing or repeating any, with one statement for all rows', async () => {
    const { pool } = server.services.database;
    // Half of them share their moment: the id decides.
    await pool.query(
      `insert into messaging.conversation (id, lead_id, patient_id, clinic_id, last_message_at, last_from)
       select gen_random_uuid(), $1, $2, $3, '2026-01-01'::timestamptz + interval '1 minute' * (n / 2), 'clinic'
       from generate_series(1, 43) n`,
      [leadId, patient.ctx.actor.id, clinic.ctx.actor.id],
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Inbox = await inbox(ofPatient(), cursor ? `?cursor=${cursor}` : '');
      seen.push(...page.conversations.map((one) => one.offerId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    const { statements } = await countRoundTrips(() => get('/messages', ofPatient()));
    expect(statements.filter((text) => text.includes('last_from'))).toHaveLength(1);
    expect(await html('/messages', ofPatient())).toContain('>Older<');
    expect((await get('/api/conversations?cursor=nothing', ofPatient())).status).toBe(400);
  });

  it('keeps words of a patient whose deal is closed from the clinic', async () => {
    await write(patient.ctx, offerId, 'A secret of mine');
    expect((await inbox(ofClinic())).conversations[0]).toMatchObject({
      preview: 'A secret of mine',
    });
    expect((await inbox(ofClinic())).unread).toBe(1);
    await server.services.database.pool.query(
      `insert into offers.reading_end (offer_id, until) values ($1, now() - interval '1 day')
       on conflict (offer_id) do update set until = excluded.until`,
      [offerId],
    );
    const { conversations, unread } = await inbox(ofClinic());
    expect(conversations[0]).toMatchObject({ offerId, preview: null, unread: 0 });
    expect(unread).toBe(0);
    expect(await html('/clinic/messages', ofClinic())).not.toContain('secret');
  });
});
