import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDto } from '#contracts/clinic-onboarding';
import { newId } from '#platform/base/ids';
import { maxFileBytes } from '../../platform/files/upload/read-upload.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { signedInClinic } from '../kit/clinics';
import { forgetLimits } from '../kit/identity';
import { docFile, docxFile, pdfFile } from '../kit/document-files';
import {
  documentForm,
  browserWith,
  verifiedClinicAt,
  type ClinicBrowser,
  type FormFile,
} from '../kit/clinic-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { anonymousAt, newPatientAt } from '../kit/patient-browser';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
});
afterAll(() => server?.close());

const pdf: FormFile = { bytes: pdfFile(), name: 'licence.pdf', type: 'application/pdf' };
const upload = (
  { send, phone }: ClinicBrowser,
  files: FormFile[],
  text: Record<string, string> = {},
) =>
  send(
    '/api/clinic/auth/upload-documents',
    documentForm({ phoneNumber: phone, kind: 'medical-license', ...text }, 'documents', ...files),
  );
interface Answer {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
  data: { documents: DocumentDto[] };
}
const read = async (answer: Response) => (await answer.json()) as Answer;
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.ports.storage.list('')) keys.push(key);
  return keys;
};

describe('POST /api/clinic/auth/upload-documents', () => {
  it('takes each type of document, several at once', async () => {
    const browser = await verifiedClinicAt(server);
    const answer = await upload(browser, [
      pdf,
      { bytes: await jpegPhoto(), name: 'scan.JPG', type: 'image/jpeg' },
      {
        bytes: await sharp(await jpegPhoto(2))
          .png()
          .toBuffer(),
        name: 'scan.png',
      },
      { bytes: docxFile(), name: 'letter.docx' },
      { bytes: docFile(), name: 'Old letter.DOC', type: 'application/msword' },
    ]);
    expect(answer.status).toBe(201);
    const { documents } = (await read(answer)).data;
    expect(documents.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['licence.pdf', 'application/pdf'],
      ['scan.JPG', 'image/jpeg'],
      ['scan.png', 'image/jpeg'],
      ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['Old letter.DOC', 'application/msword'],
    ]);
    for (const { kind, scan, review } of documents)
      expect([kind, scan, review]).toEqual(['medical-license', 'not_scanned', 'waiting']);
  });

  it('takes the largest file, and not a byte more', async () => {
    const browser = await verifiedClinicAt(server);
    const sized = (bytes: number): FormFile => {
      const end = Buffer.from('\nstartxref\n0\n%%EOF');
      const start = pdfFile();
      const middle = Buffer.alloc(bytes - start.length - end.length);
      return { bytes: Buffer.concat([start, middle, end]), name: 'a.pdf' };
    };
    expect((await upload(browser, [sized(maxFileBytes)])).status).toBe(201);
    const over = await upload(browser, [sized(maxFileBytes + 1)]);
    expect(over.status).toBe(413);
    expect((await read(over)).code).toBe('file_too_large');
  });

  it('keeps none of a request in which one file is refused', async () => {
    const browser = await verifiedClinicAt(server);
    const before = await stored();
    const answer = await upload(browser, [pdf, { bytes: '<html>', name: 'page.pdf' }]);
    expect(answer.status).toBe(415);
    expect(await read(answer)).toMatchObject({
      code: 'unsupported_file_type',
      message:
        'Some files were not uploaded. Please ensure files are images, PDFs, or documents under 10MB.',
      errors: { documents: ['This is no PDF, JPEG, PNG or Word file'] },
    });
    expect(await stored()).toEqual(before);
  });
});

describe('who may upload', () => {
  it('a verified phone for itself, and nobody for another', async () => {
    const [mine, theirs] = [await verifiedClinicAt(server), await verifiedClinicAt(server)];
    const before = await stored();
    const foreign = await upload(mine, [pdf], { phoneNumber: theirs.phone });
    expect(foreign.status).toBe(403);
    const patient = await newPatientAt(server);
    expect((await upload({ ...mine, send: patient }, [pdf])).status).toBe(401);
    const anonymous = anonymousAt(server);
    expect((await upload({ ...mine, send: anonymous }, [pdf])).status).toBe(401);
    expect(await stored()).toEqual(before);
    expect((await upload(mine, [pdf], { phoneNumber: mine.phone.replace('+', '00') })).status).toBe(
      201,
    );
  });

  it('a clinic while its application is open, and newer ones once it is approved', async () => {
    for (const [state, status] of [
      ['pending', 201],
      ['rejected', 201],
      ['approved', 201],
      ['suspended', 409],
    ] as const) {
      const { token, phone } = await signedInClinic(server.ctx(), { state });
      const answer = await upload(browserWith(server, phone, `clinic=${token}`), [pdf]);
      expect(answer.status, state).toBe(status);
    }
  });

  it.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'diploma' }],
    ['an unknown field', { kind: 'insurance', more: 'x' }],
  ])('not with %s', async (_what, text) => {
    const { send } = await verifiedClinicAt(server);
    const before = await stored();
    const answer = await send(
      '/api/documents',
      documentForm({ ...text } as Record<string, string>, 'document', pdf),
    );
    expect(answer.status).toBe(422);
    expect(await stored()).toEqual(before);
    const none = await send('/api/documents', documentForm({ kind: 'insurance' }, 'document'));
    expect(none.status).toBe(422);
  });
});

describe('Idempotency-Key', () => {
  const post = ({ send }: ClinicBrowser, file: FormFile, key: string, kind = 'insurance') =>
    send('/api/documents', {
      ...documentForm({ kind }, 'document', file),
      headers: { 'Idempotency-Key': key },
    });
  const idOf = async (answer: Response) =>
    ((await answer.json()) as { data: { id: string } }).data.id;

  it('makes one document of ten requests at once, and keeps one file', async () => {
    const browser = await verifiedClinicAt(server);
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(browser, pdf, 'k1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(await Promise.all(answers.map(idOf))).size).toBe(1);
    expect((await stored()).length).toBe(before.length + 1);
  });

  it('refuses another file or kind under the same key, and keeps nothing of it', async () => {
    const browser = await verifiedClinicAt(server);
    await post(browser, pdf, 'k2');
    const before = await stored();
    const other = { ...pdf, bytes: pdfFile('/Other true') };
    expect((await post(browser, other, 'k2')).status).toBe(409);
    expect((await post(browser, pdf, 'k2', 'professional-id')).status).toBe(409);
    expect(await stored()).toEqual(before);
  });
});

describe('/api/files/{id} of documents', () => {
  const one = async (browser: ClinicBrowser, file: FormFile = pdf): Promise<string> =>
    (await read(await upload(browser, [file]))).data.documents[0]!._id;

  it('gives a PDF as something to save, and a picture that we encoded as a picture', async () => {
    const browser = await verifiedClinicAt(server);
    const id = await one(browser, { ...pdf, name: 'a"b; Ünï.pdf' });
    const answer = await browser.send(`/api/files/${id}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdfFile())).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename=/) as string,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const head = await browser.send(`/api/files/${id}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(pdfFile().length));
    const png = await sharp(await jpegPhoto())
      .png()
      .toBuffer();
    const picture = await browser.send(
      `/api/files/${await one(browser, { bytes: png, name: 'a.png' })}`,
    );
    expect(picture.headers.get('content-disposition')).toBe('inline; filename=a.jpg');
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  });

  it('answers for a file of somebody else exactly as for none, whoever asks', async () => {
    const mine = await verifiedClinicAt(server);
    const id = await one(mine);
    const theirs = (await verifiedClinicAt(server)).send;
    const patient = await newPatientAt(server);
    for (const send of [theirs, patient])
      for (const method of ['GET', 'HEAD', 'DELETE']) {
        const meet = async (which: string) => {
          const answer = await send(`/api/files/${which}`, { method });
          const headers = [...answer.headers].filter(
            ([name]) => !/date|request-id|nonce|security-policy|ratelimit/.test(name),
          );
          return [answer.status, headers, await answer.text()];
        };
        expect((await meet(id))[0]).toBe(404);
        expect(await meet(id)).toEqual(await meet(newId()));
        expect(await meet('nonsense')).toEqual(await meet(newId()));
      }
    const { token } = await signedInStaff(server.ctx(), { role: 'reviewer' });
    const staff = browserWith(server, '', `staff=${token}`).send;
    expect((await staff(`/api/files/${id}`)).status).toBe(401);
    expect((await mine.send(`/api/files/${id}`)).status).toBe(200);
  });

  it('finds both kinds for a browser that is patient and clinic at once', async () => {
    const clinic = await verifiedClinicAt(server);
    const patient = await signedInPatient(server.ctx());
    const both = browserWith(server, clinic.phone, `patient=${patient.token}; ${clinic.cookie}`);
    const document = await one(both);
    const photo = await both.send(
      '/api/photos',
      documentForm({}, 'photo', { bytes: await jpegPhoto(), name: 'a.jpg' }),
    );
    const { data } = (await photo.json()) as { data: { id: string } };
    for (const id of [document, data.id]) {
      expect((await both.send(`/api/files/${id}`)).status).toBe(200);
      expect((await both.send(`/api/files/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await both.send(`/api/files/${id}`)).status).toBe(404);
    }
  });
});
