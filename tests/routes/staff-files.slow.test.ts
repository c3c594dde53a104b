import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDto } from '#contracts/clinic-onboarding';
import { addPhoto } from '#modules/consultation';
import { newId } from '#platform/base/ids';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { someFields } from '../../modules/leads/testing';
import { submitRequest } from '../../workflows/submit-request';
import { browserWith, documentForm, verifiedClinicAt, type FormFile } from '../kit/clinic-browser';
import { pdfFile } from '../kit/document-files';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
});
afterAll(() => server?.close());

const pdf: FormFile = { bytes: pdfFile(), name: 'licence.pdf', type: 'application/pdf' };

describe('what staff read', () => {
  const staffAt = async () => {
    const { token } = await signedInStaff(server.ctx(), { role: 'reviewer' });
    return browserWith(server, '', `staff=${token}`).send;
  };
  const isLogged = (action: string, objectId: string, times: number) =>
    expect(server).toBeAudited(action, { objectId }, { times });

  it('of documents is logged, each time', async () => {
    const clinic = await verifiedClinicAt(server);
    const { documents } = (
      (await (
        await clinic.send(
          '/api/clinic/auth/upload-documents',
          documentForm({ phoneNumber: clinic.phone, kind: 'insurance' }, 'documents', pdf),
        )
      ).json()) as { data: { documents: DocumentDto[] } }
    ).data;
    const id = documents[0]!._id;
    const staff = await staffAt();
    for (let n = 1; n <= 2; n += 1) {
      const answer = await staff(`/api/admin/documents/${id}/file`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfFile())).toBe(true);
      await isLogged('clinic-onboarding.document-read', id, n);
    }
    expect((await staff(`/api/admin/documents/${newId()}/file`)).status).toBe(404);
    expect((await clinic.send(`/api/admin/documents/${id}/file`)).status).toBe(401);
  });

  it('of photos is logged, and belongs to the request that is named', async () => {
    const { ctx } = await signedInPatient(server.ctx());
    const bytes = await jpegPhoto(9);
    const { id } = await addPhoto(ctx, { bytes, name: 'CANARY.jpg', toDraft: false });
    const leadId = newId();
    const staff = await staffAt();
    const at = (lead: string) => `/api/admin/leads/${lead}/photos/${id}?size=thumb`;
    expect((await staff(at(leadId))).status).toBe(404);
    await submitRequest(ctx, { from: 'fields', leadId, fields: someFields({ photos: [id] }) });
    expect((await staff(at(newId()))).status).toBe(404);
    await isLogged('consultation.photo-read', id, 0);
    const answer = await staff(at(leadId));
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('jpeg');
    expect(JSON.stringify([...answer.headers])).not.toContain('CANARY');
    await isLogged('consultation.photo-read', id, 1);
  });
});
