import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLead } from '#modules/leads';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { publishedLead, sentOffer, someClinics } from '../../workflows/offers/testing';
import { browse as browseServer } from '../kit/browse';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinic: CtxOf<'clinic'>;
beforeAll(async () => {
  server = await startTestServer();
  [clinic] = (await someClinics(server)) as [CtxOf<'clinic'>];
});
afterAll(() => server?.close());

const browse = (token: string | null) => browseServer(server, token);
async function offered(): Promise<{ person: SignedInPatient; leadId: string; offerId: string }> {
  const person = await signedInPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, person.ctx);
  return { person, leadId, offerId: await sentOffer(clinic, leadId) };
}

describe('who else asks for offers', () => {
  const pages = (id: string): string[] => [
    `/offer/${id}`,
    `/offer/${id}/accept`,
    `/offer/${id}/decline`,
  ];

  it('is told of somebody else’s exactly as of one that does not exist', async () => {
    const { person, leadId, offerId } = await offered();
    const stranger = browse((await signedInPatient(server.ctx())).token);
    for (const id of [offerId, newId(), 'x'])
      for (const path of pages(id)) {
        expect([path, (await stranger(path)).status]).toEqual([path, 404]);
        if (path.endsWith(id)) continue;
        const form = { intent: path.split('/').at(-1)!, revision: '1', reason: 'price' };
        delete (form as Partial<typeof form>)[path.endsWith('accept') ? 'reason' : 'revision'];
        expect([path, (await stranger(path, form)).status]).toEqual([path, 404]);
      }
    expect((await stranger(`/offers/${leadId}`)).status).toBe(404);
    expect((await readLead(person.ctx, { leadId })).lead.offersCount).toBe(1);
  });

  it('is led to the sign-in: a clinic, and who is signed out', async () => {
    const { leadId, offerId } = await offered();
    const { token } = await signedInClinic(server.ctx());
    for (const path of [`/offers/${leadId}`, ...pages(offerId)]) {
      const answer = await server.request(path, { headers: { Cookie: `clinic=${token}` } });
      expect([path, answer.status]).toEqual([path, 302]);
      expect(answer.headers.get('Location')).toContain('/login');
      expect((await browse(null)(path)).to).toContain('/login');
    }
    const posted = await browse(null)(`/offer/${offerId}/accept`, {
      intent: 'accept',
      revision: '1',
    });
    expect([302, 401]).toContain(posted.status);
  });
});

describe('/offer/sample', () => {
  it('is an example for everybody, and says so', async () => {
    const { status, words, html } = await browse(null)('/offer/sample');
    expect(status).toBe(200);
    for (const word of [
      'Example Clinic',
      'This is an example',
      '$2,560 Comparable total: the price of $2,500 and extras of $60',
      'List price: $3,200',
      '4.8 of 5 (24 reviews)',
      'In about 2 hours',
      'In 11 of 12 treatments',
      'Contact Clinic',
      'Call',
      'Dr. Example',
      'Monday to Saturday',
    ])
      expect(words).toContain(word);
    expect(html).not.toMatch(/href="(tel:|\/conversation)/);
  });
});
