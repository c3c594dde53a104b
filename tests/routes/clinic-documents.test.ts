import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDto } from '#contracts/clinic-onboarding';
import { maxFileBytes } from '#platform/upload';
import { jpegPhoto } from '../../modules/consultation/testing';
import { docFile, docxFile, pdfFile } from '../kit/document-files';
import {
  documentForm,
  verifiedClinicAt,
  type ClinicBrowser,
  type FormFile,
} from '../kit/clinic-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { newPatientAt } from '../kit/patient-browser';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const pdf: FormFile = { bytes: pdfFile(), name: 'licence.pdf', type: 'application/pdf' };
const upload = (
  { send, phone }: ClinicBrowser,
  files: FormFile[],
  { headers, ...text }: Record<string, string> & { headers?: never } = {},
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
  it('takes each type of the specification, several at once', async () => {
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
