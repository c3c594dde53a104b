import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveLead, cancelLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { changePhotoAccess } from '#workflows';
import { changeRequest, requestAgain } from '../../workflows/request-again';
import { submitRequest } from '../../workflows/submit-request';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { aboutPhotos, requestWithPhotos } from '../kit/shown-photos';

let server: TestServer;
let about: ReturnType<typeof aboutPhotos>;
let clinic: SignedInClinic;
let other: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  about = aboutPhotos(server);
  clinic = await signedInClinic(server.ctx());
  other = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const pageOf = async (leadId: string, { token }: SignedInClinic) => {
  const headers = { Cookie: `clinic=${token}`, Accept: 'text/html' };
  return (await server.request(`/clinic/request/${leadId}`, { headers })).text();
};

it.each(['again', 'changed'])(
  'a clinic that lost its sight of photos does not get it back when the request is sent %s',
  async (how) => {
    const request = await requestWithPhotos(server.ctx());
    const { ctx } = request.patient;
    const [id] = request.photos;
    const { clinicId } = clinic;
    expect(await pageOf(request.leadId, clinic)).toContain(id);
    await changePhotoAccess(ctx, { leadId: request.leadId, clinicId, allowed: false });
    const shut = await pageOf(request.leadId, clinic);
    expect(shut).not.toContain(id);
    expect(shut).toContain('There are no photos that your clinic may see.');
    expect(await pageOf(request.leadId, other)).toContain(id);

    let leadId: string;
    if (how === 'again') {
      await cancelLead(ctx, { leadId: request.leadId, reason: null });
      leadId = (await requestAgain(ctx, { leadId: request.leadId })).id;
      expect((await requestAgain(ctx, { leadId: request.leadId })).id).toBe(leadId);
    } else {
      const draft = await changeRequest(ctx, { leadId: request.leadId, replaceDraft: false });
      leadId = (await submitRequest(ctx, { from: 'draft', draftId: draft.id })).id;
    }
    await approveLead(server.ctx(system('test')), { leadId });
    expect(await about.statusOf(about.open(id!, clinic))).toBe(404);
    expect(await about.statusOf(about.open(id!, other))).toBe(200);
    expect(await pageOf(leadId, clinic)).not.toContain(id);
    const { withdrawn } = await about.viewsOf({ ...request, leadId });
    expect(withdrawn.map((one) => one.clinic._id)).toEqual([clinicId]);
    await changePhotoAccess(ctx, { leadId, clinicId, allowed: true });
    expect(await about.statusOf(about.open(id!, clinic))).toBe(200);
  },
);
