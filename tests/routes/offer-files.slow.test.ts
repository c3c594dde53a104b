import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepAttachmentsHandler } from '#modules/attachments';
import { keepOfferDraft, ownOfferFor, readOfferDraft } from '#modules/offers';
import { openStorage } from '#platform/ports/open-storage';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { publishedLead, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { pdfFile } from '../kit/document-files';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let clinic: SignedInClinic;
let patient: SignedInPatient;
let leadId: string;
beforeAll(async () => {
  server = await startTestServer();
  (server.services.ports as { storage: unknown }).storage = openStorage(server.services.env);
  await forgetLimits(server);
  await withoutBudgets(server);
  clinic = await signedInClinic(server.ctx());
  patient = await signedInPatient(server.ctx());
});
afterAll(() => server?.close());
beforeEach(async () => {
  leadId = (await publishedLead(server, {}, patient.ctx as never)).leadId;
});

const at = () => `/clinic/request/${leadId}`;
const ask = (path: string, token: string, init: RequestInit = {}) =>
  server.request(path, {
    redirect: 'manual',
    ...init,
    headers: { Cookie: token, Accept: 'text/html', ...init.headers },
  });
const cookieOf = ({ token }: SignedInClinic) => `clinic=${token}`;

interface Sent extends Record<string, unknown> {
  /** Ticked files. */
  readonly attachments?: readonly string[];
  readonly cookie?: string;
}

/** As a browser without a script sends the form. */
function send(
  intent: string,
  files: ReadonlyArray<[name: string, bytes: Uint8Array]>,
  { attachments = [], cookie = cookieOf(clinic), ...more }: Sent = {},
) {
  const body = new FormData();
  const fields = {
    amount: '2,450.50',
    currency: 'USD',
    message: 'We gladly help.',
    'items.procedure.state': 'included',
    'items.medication.state': 'extra',
    'items.medication.price': '80',
    availability: 'Mondays',
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  for (const id of attachments) body.append('attachments', id);
  for (const [name, bytes] of files) body.append('attachment', new File([bytes as BlobPart], name));
  body.append('intent', intent);
  return ask(at(), cookie, { method: 'POST', body });
}
const picture = async (name = 'room.jpg') =>
  [name, new Uint8Array(await jpegPhoto())] as [string, Uint8Array];
const plan: [string, Uint8Array] = ['plan.pdf', new Uint8Array(pdfFile())];
const note: [string, Uint8Array] = ['notes.txt', new TextEncoder().encode('Call 0532 123 45 67')];

/** Files that the form of the page would send along. */
const ticked = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="attachments"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes('checked') && !input.includes('disabled'))
    .map((input) => /value="([^"]+)"/.exec(input)![1]!);
const page = async () => (await ask(at(), cookieOf(clinic))).text();
const own = async () => (await ownOfferFor(clinic.ctx, { leadId }))!;
const rows = async () =>
  (await server.services.database.pool.query('select 1 from attachments.attachment')).rowCount;

describe('files of an offer by a form without a script', () => {
  it('go along with it; its patient opens them, and nobody else', async () => {
    const sent = await send('send', [await picture(), plan]);
    expect(sent.headers.get('Location')).toBe('/clinic/dashboard?sent=yes');
    const { id, content } = await own();
    expect(content.attachments).toHaveLength(2);
    const shown = await (await ask(`/offer/${id}`, `patient=${patient.token}`)).text();
    expect(shown).toContain('room.jpg');
    expect(shown).toContain('plan.pdf');
    const strangers = [
      `patient=${(await signedInPatient(server.ctx())).token}`,
      cookieOf(await signedInClinic(server.ctx())),
    ];
    for (const file of content.attachments) {
      for (const mine of [`patient=${patient.token}`, cookieOf(clinic)])
        expect((await ask(`/api/files/${file}`, mine)).status).toBe(200);
      for (const stranger of strangers)
        expect((await ask(`/api/files/${file}`, stranger)).status).toBe(404);
    }
    expect(await page()).toContain('plan.pdf');
  });

  it.each([
    ['with contact data in it', note, 'This file holds contact details'],
    ['that is no file of its kind', ['a.jpg', new Uint8Array(99)], 'a.jpg: '],
    ['over 10 MB', ['big.pdf', new Uint8Array(10_485_761)], 'big.pdf: '],
  ] as Array<[string, [string, Uint8Array], string]>)(
    'are said to be missing where one is refused, %s; nothing is sent and nothing is lost',
    async (_what, refused, words) => {
      const answer = await send('send', [refused, await picture()]);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain(
        'Some files were not uploaded. Please ensure files are images, PDFs, or documents under 10MB.',
      );
      for (const kept of [words, 'room.jpg', 'We gladly help.', 'Mondays', 'value="80"'])
        expect(html, kept).toContain(kept);
      expect(await ownOfferFor(clinic.ctx, { leadId })).toBeNull();
      const attachments = ticked(html);
      expect(attachments).toHaveLength(1);
      expect((await send('send', [], { attachments })).status).toBe(302);
      expect((await own()).content.attachments).toEqual(attachments);
      expect(await readOfferDraft(clinic.ctx, { leadId })).toBeNull();
    },
  );

  it('stay with a form that lacks something else', async () => {
    const answer = await send('send', [plan], { message: '' });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('Please fill in all fields');
    expect(ticked(html)).toHaveLength(1);
    expect(html).toContain('value="80"');
  });

  it('stay with an offer that is changed, until one is unticked', async () => {
    await send('send', [await picture(), plan]);
    const before = (await own()).content.attachments;
    expect(ticked(await page())).toEqual(before);
    await send('revise', [note], { attachments: ticked(await page()), amount: '2000' });
    expect((await own()).revision).toBe(1);
    const third = await picture('third.jpg');
    await send('revise', [third], { attachments: ticked(await page()), amount: '2000' });
    const changed = await own();
    expect([changed.revision, changed.content.attachments.slice(0, 2)]).toEqual([2, before]);
    expect(changed.content.attachments).toHaveLength(3);
    const [, ...others] = ticked(await page());
    await send('revise', [], { attachments: others });
    expect((await own()).content.attachments).toEqual(others);
    const [first] = before;
    // What an earlier revision had, its patient still opens.
    expect((await ask(`/api/files/${first}`, `patient=${patient.token}`)).status).toBe(200);
  });

  it('are ten at most, and one too many is said without losing any', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => picture(`p${n}.jpg`)));
    const full = await send('send', ten.slice(0, 6), { message: '' });
    const six = ticked(await full.text());
    const over = await send('send', ten.slice(0, 5), { attachments: six });
    expect(over.status).toBe(422);
    const html = await over.text();
    expect(html).toContain('At most 10 files can be sent together');
    expect(ticked(html)).toHaveLength(11);
  });
});

describe('nobody else', () => {
  it('leaves a file with a request that is not there for them', async () => {
    const other = await signedInClinic(server.ctx(), { details: { specialties: ['Urology'] } });
    const shut = await signedInClinic(server.ctx(), { state: 'suspended' });
    const before = await rows();
    const cookies = [cookieOf(other), cookieOf(shut), `patient=${patient.token}`, ''];
    for (const cookie of cookies) {
      const answer = await send('send', [await picture()], { cookie });
      expect(answer.status, cookie).toBeGreaterThanOrEqual(300);
    }
    expect(await rows()).toBe(before);
  });

  it('loses what was typed when the session is over', async () => {
    const answer = await send('send', [await picture()], {
      cookie: 'clinic=gone',
      message: 'Typed for long',
    });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('Typed for long');
  });

  it('sees a file in their own form by naming it', async () => {
    await send('send', [await picture('secret.jpg')], { message: '' });
    const [id] = ticked(await page());
    const other = await signedInClinic(server.ctx());
    await keepOfferDraft(other.ctx, { leadId, fields: { attachments: [id!] }, turn: null });
    const html = await (await ask(at(), cookieOf(other))).text();
    expect(html).not.toContain('secret.jpg');
    expect(ticked(html)).toEqual([]);
    expect((await send('send', [], { attachments: [id!], cookie: cookieOf(other) })).status).toBe(
      422,
    );
  });
});

it('says so when a file has waited too long for its offer', async () => {
  await send('send', [await picture(), await picture('young.jpg')], { message: '' });
  const [old, young] = ticked(await page());
  await server.services.database.pool.query(
    `update attachments.attachment set created_at = created_at - interval '2 days' where id = $1`,
    [old],
  );
  await sweepAttachmentsHandler(server.ctx(), { payload: {}, attempt: 1 } as never);
  const html = await page();
  expect(html).toContain('1 file that you added is not there any more');
  expect(ticked(html)).toEqual([young]);
});
