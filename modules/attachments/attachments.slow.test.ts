import { accountHolder, type Side } from '#platform/base/actor';
import { sql } from 'drizzle-orm';
import { deflateSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { days, hours } from '#platform/base/duration';
import { withTransaction, job } from '#engine';
import type { Registry } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { openStorage } from '#platform/ports/open-storage';
import type { Scanner, Verdict } from '#platform/ports/scanner';
import { writeSetting } from '#platform/settings/settings';
import { advance, resetClock } from '../../tests/kit/clock';
import { docFile, docxFile, docxSaying, pdfFile, relation } from '../../tests/kit/document-files';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { jpegPhoto, patientActor } from '../consultation/testing';
import { sweepAttachments, attachmentQuota, attachmentsPerTenMinutes } from './commands.server';
import * as attachments from './index.server';

const registry: Registry = {
  flows: [],
  jobs: [job(attachments.scanAttachmentJob, attachments.scanAttachmentHandler)],
  subscriptions: [],
  schedules: [],
};

let kit: TestServices;
let ports: { storage: ReturnType<typeof openStorage>; scanner: Scanner };
beforeAll(async () => {
  kit = await createQueuedServices();
  ports = kit.services.ports as typeof ports;
  ports.storage = openStorage(kit.services.env);
  useScanner(null);
  await writeSetting(kit.ctx(), attachmentsPerTenMinutes, 1_000);
});
afterAll(() => kit?.close());

function useScanner(verdict: Verdict | null): void {
  ports.scanner = {
    configured: verdict !== null,
    scan: () => Promise.resolve(verdict ?? 'clean'),
  };
}

const asPatient = (): CtxOf<Side> => kit.ctx(patientActor());
const asClinic = (): CtxOf<Side> =>
  kit.ctx({
    kind: 'clinic',
    id: newId(),
    member: accountHolder(newId()),
    phone: '+12025550100',
    sessionId: newId(),
    approved: true,
  });

/** A PDF whose streams say this, packed as most programs do it. */
function pdfSaying(contents: string | readonly string[], more = ''): Buffer {
  const streams = [contents].flat().flatMap((content, n) => {
    const packed = deflateSync(Buffer.from(content, 'latin1'));
    const head = `${n + 2} 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return [Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')];
  });
  const head = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog ${more} >>\nendobj\n`;
  const tail = 'trailer << /Root 1 0 R >>\n%%EOF\n';
  return Buffer.concat([Buffer.from(head), ...streams, Buffer.from(tail)]);
}

const add = (ctx: CtxOf<Side>, bytes: Buffer, name: string, type = '') =>
  attachments.addAttachment(ctx, { bytes, name, type });
const addPdf = (
  ctx: CtxOf<Side>,
  content: string | readonly string[] = 'BT (Treatment plan) Tj ET',
  name = 'plan.pdf',
) => add(ctx, pdfSaying(content), name, 'application/pdf');
const claim = (
  ctx: CtxOf<Side>,
  ids: string[],
  {
    isOpen = false,
    ...parent
  }: {
    isOpen?: boolean;
    offerId?: string;
    messageId?: string;
  } = {},
) =>
  withTransaction(ctx, (tx) =>
    attachments.claimAttachments(tx, ids, { parent: { offerId: newId(), ...parent }, isOpen }),
  );
const read = async (ctx: CtxOf<Side>, id: string) =>
  buffer((await attachments.openOwnAttachment(ctx, { id })).body);
const refusal = (field: string, key: string) => ({
  code: 'validation_failed',
  details: { fields: { [field]: [key] } },
});

describe('an attachment', () => {
  it('is read by its owner until it is sent, and by nobody else', async () => {
    const [mine, theirs] = [asPatient(), asClinic()];
    const { id, type, name } = await addPdf(mine);
    expect([type, name]).toEqual(['application/pdf', 'plan.pdf']);
    expect((await read(mine, id)).subarray(0, 5).toString()).toBe('%PDF-');
    for (const other of [theirs, asPatient()])
      await expect(attachments.openOwnAttachment(other, { id })).rejects.toMatchObject({
        code: 'not_found',
      });
    expect(await attachments.offerOfAttachment(theirs, { id })).toBeNull();
  });

  it('is a picture without what its camera wrote, a PDF, a text or a Word file, by its content', async () => {
    const ctx = asClinic();
    const picture = await add(ctx, await jpegPhoto(1), 'me.jpg', 'image/jpeg');
    expect((await read(ctx, picture.id)).includes(Buffer.from('Exif'))).toBe(false);
    const text = await add(ctx, Buffer.from('Aftercare: rest.'), 'care.txt', 'text/plain');
    expect(text.type).toBe('text/plain');
    expect((await add(ctx, docxFile(), 'plan.docx')).type).toContain('wordprocessingml');
    for (const [bytes, name] of [
      [Buffer.from('<html><script>1</script>'), 'x.txt'],
      [Buffer.from([0x4d, 0x5a, 0, 1, 2]), 'x.txt'],
      [Buffer.from('plain'), 'x.pdf'],
      [pdfFile(), 'x.jpg'],
      [Buffer.from('<svg/>'), 'x.svg'],
      [pdfFile(), 'a.php.pdf'],
    ] as const)
      await expect(add(ctx, bytes, name), name).rejects.toMatchObject({
        code: 'unsupported_file_type',
      });
  });

  it('keeps a quota of what is not sent yet, also when files come at once', async () => {
    await writeSetting(kit.ctx(), attachmentQuota, { files: 3, bytes: 1e9 });
    const ctx = asPatient();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => add(ctx, Buffer.from('a'), 'a.txt')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await writeSetting(kit.ctx(), attachmentQuota, { files: 60, bytes: 1e9 });
  });

  it('is removed while nothing holds it, and not afterwards', async () => {
    const ctx = asPatient();
    const [free, held] = [await addPdf(ctx), await addPdf(ctx)];
    await claim(ctx, [held.id]);
    await attachments.removeAttachment(ctx, { id: free.id });
    await expect(read(ctx, free.id)).rejects.toMatchObject({ code: 'not_found' });
    const remove = (who: CtxOf<Side>) => attachments.removeAttachment(who, { id: held.id });
    await expect(remove(ctx)).rejects.toMatchObject({ code: 'event_refused' });
    await expect(remove(asPatient())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('claiming', () => {
  it('gives a file to one offer, which may keep it in a revision, and to no other', async () => {
    const ctx = asClinic();
    const { id } = await addPdf(ctx);
    const offerId = newId();
    await claim(ctx, [id], { offerId });
    await claim(ctx, [id], { offerId });
    expect(await attachments.offerOfAttachment(asPatient(), { id })).toBe(offerId);
    const no = refusal('attachments', 'attachments.error.not-yours');
    await expect(claim(ctx, [id])).rejects.toMatchObject(no);
    await expect(claim(ctx, [id], { offerId, messageId: newId() })).rejects.toMatchObject(no);
    await expect(claim(asClinic(), [(await addPdf(ctx)).id])).rejects.toMatchObject(no);
    await expect(claim(ctx, [newId()])).rejects.toMatchObject(no);
  });

  it('gives it to one of fifty at once', async () => {
    const ctx = asPatient();
    const { id } = await addPdf(ctx);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => claim(ctx, [id])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes what can be read and holds no contact data, until an offer is accepted', async () => {
    const ctx = asClinic();
    const offerId = newId();
    const word = await add(ctx, docxFile(), 'plan.docx');
    const text = await add(ctx, Buffer.from('Rest.'), 'care.txt');
    const photo = await add(ctx, await jpegPhoto(2), 'me.jpg');
    const old = await add(ctx, docFile(), 'old.doc');
    await expect(claim(ctx, [photo.id, old.id], { offerId })).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.unreadable'),
    );
    await claim(ctx, [photo.id, word.id, text.id, (await addPdf(ctx)).id], { offerId });
    await claim(ctx, [old.id], { offerId, isOpen: true });
  });

  const paragraph = (...runs: string[]) =>
    `<w:p>${runs.map((run) => `<w:r><w:t>${run}</w:t></w:r>`).join('')}</w:p>`;
  it.each([
    ['a number', docxSaying(paragraph('Call 0532 123 45 67'))],
    ['a number in pieces', docxSaying(paragraph('Call 0532 ', '123 45', ' 67'))],
    [
      'an address in its header',
      docxFile({
        name: 'word/header1.xml',
        data: '<w:hdr><w:p><w:t>a.b@example.com</w:t></w:p></w:hdr>',
      }),
    ],
    ['a link', docxFile(relation('hyperlink', 'https://example.com/me'))],
    [
      'an address in its properties',
      docxFile({
        name: 'docProps/core.xml',
        data: '<cp><dc:title>a.b@example.com</dc:title></cp>',
      }),
    ],
  ])('refuses a Word document that holds %s', async (_what, file) => {
    const ctx = asClinic();
    const { id } = await add(ctx, file, 'plan.docx');
    await expect(claim(ctx, [id])).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.contact-data'),
    );
    await claim(ctx, [id], { isOpen: true });
  });

  it('refuses a text that holds a number, and a Word document with an object that it cannot read', async () => {
    const ctx = asClinic();
    const said = await add(ctx, Buffer.from('Rest, then call 0532\n123 45 67.'), 'care.txt');
    await expect(claim(ctx, [said.id])).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.contact-data'),
    );
    const object = docxFile({ name: 'word/embeddings/sheet.bin', data: 'x' });
    const { id } = await add(ctx, object, 'plan.docx');
    await expect(claim(ctx, [id])).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.unreadable'),
    );
  });

  const map =
    '/CIDInit begincmap 2 beginbfchar <0001> <0030> <0002> <0035> endbfchar 1 beginbfrange <0003> <000a> <0031> endbfrange endcmap';
  it.each([
    ['a number', 'BT (Call 0532 123 45 67) Tj ET'],
    ['a number in pieces', 'BT [(Call 0532) -250 (123) -250 (45 67)] TJ ET'],
    ['a number over lines', "BT (0532) Tj 0 -14 Td (123 45 67) ' ET"],
    ['an address in octal', 'BT (sarah\\100example.com) Tj ET'],
    ['a number in hexadecimal', `BT <${Buffer.from('0532 123 45 67').toString('hex')}> Tj ET`],
    [
      'a number in codes of its font',
      [map, 'BT <00010002000500040003000400050006> Tj <00070008000900> Tj ET'],
    ],
    ['a link', 'BT (Plan) Tj ET << /URI (https://example.com/me) >>'],
    ['a number to dial', 'BT (Plan) Tj ET << /URI (tel:+905321234567) >>'],
  ])('refuses a PDF that holds %s', async (_what, content) => {
    const ctx = asClinic();
    const { id } = await addPdf(ctx, content);
    await expect(claim(ctx, [id])).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.contact-data'),
    );
    await claim(ctx, [id], { isOpen: true });
  });

  it('takes a PDF with dates, prices and sizes, and refuses one that it cannot read', async () => {
    const ctx = asClinic();
    const plan =
      'BT (12.05.2026 14:30, 4.500 EUR, implants 4.1 x 10 mm, lot 20240512-1234567) Tj ET';
    await claim(ctx, [(await addPdf(ctx, plan)).id]);
    const locked = await add(ctx, pdfSaying('BT (x) Tj ET', '/Encrypt 3 0 R'), 'locked.pdf');
    await expect(claim(ctx, [locked.id])).rejects.toMatchObject(
      refusal('attachments', 'attachments.error.unreadable'),
    );
  });

  it('shows names without contact data until an offer is accepted', async () => {
    const ctx = asClinic();
    const { id } = await addPdf(ctx, undefined, 'sarah 0532 123 45 67.pdf');
    const nameIn = async (isOpen: boolean) =>
      (await attachments.attachmentsById(ctx, { ids: [id], isOpen })).get(id)?.name;
    expect(await nameIn(false)).toBe('sarah •••.pdf');
    expect(await nameIn(true)).toBe('sarah 0532 123 45 67.pdf');
    const offerId = newId();
    await claim(ctx, [id], { offerId });
    const opened = await attachments.openAttachmentOf(asPatient(), { id, offerId, isOpen: false });
    opened.body.destroy();
    expect(opened.name).toBe('sarah •••.pdf');
    await expect(
      attachments.openAttachmentOf(asPatient(), { id, offerId: newId(), isOpen: false }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the scanner', () => {
  it('is asked before anybody gets a file, and an infected one is gone', async () => {
    const ctx = asClinic();
    useScanner('clean');
    const good = await addPdf(ctx);
    await expect(read(ctx, good.id)).rejects.toMatchObject({ code: 'document_unchecked' });
    await runJobs(kit.services, registry);
    expect((await read(ctx, good.id)).length).toBeGreaterThan(0);
    useScanner('infected');
    const bad = await addPdf(ctx);
    await runJobs(kit.services, registry);
    await expect(read(ctx, bad.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(claim(ctx, [bad.id])).rejects.toMatchObject({ code: 'validation_failed' });
    useScanner(null);
  });
});

describe('the sweep', () => {
  it('has files scanned that came before there was a scanner, and lets none wait for one that is gone', async () => {
    const ctx = asClinic();
    const { id } = await addPdf(ctx);
    useScanner('clean');
    await expect(read(ctx, id)).rejects.toMatchObject({ code: 'document_unchecked' });
    expect((await sweepAttachments(kit.ctx())).realigned).toBeGreaterThan(0);
    await runJobs(kit.services, registry);
    expect((await read(ctx, id)).length).toBeGreaterThan(0);
    const { id: waiting } = await addPdf(ctx);
    useScanner(null);
    expect((await sweepAttachments(kit.ctx())).realigned).toBe(1);
    expect((await read(ctx, waiting)).length).toBeGreaterThan(0);
  });

  it('takes what nothing claimed for a day, and files without a row, and nothing else', async () => {
    const ctx = asClinic();
    const [loose, held] = [await addPdf(ctx), await addPdf(ctx)];
    await claim(ctx, [held.id]);
    await ports.storage.put(`attachment/${newId()}`, Buffer.from('x'), 'text/plain');
    await sweepAttachments(kit.ctx());
    expect((await read(ctx, loose.id)).length).toBeGreaterThan(0);
    await advance(kit.services, (days(1) + hours(1)) as never);
    await sweepAttachments(kit.ctx());
    await expect(read(ctx, loose.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await read(ctx, held.id)).length).toBeGreaterThan(0);
    const keys: string[] = [];
    for await (const { key } of ports.storage.list('attachment')) keys.push(key);
    const { rows } = await ctx.db.execute<{ storage_key: string }>(
      sql`select storage_key from attachments.attachment`,
    );
    expect(keys.sort()).toEqual(rows.map((row) => row.storage_key).sort());
    await resetClock(kit.services);
  });
});
