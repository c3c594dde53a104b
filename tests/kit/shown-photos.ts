import { withTransaction } from '#engine';
import { actAs, type Ctx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { addPhoto } from '#modules/consultation';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { jpegPhoto } from '../../modules/consultation/testing';
import type { LeadFields, PhotoViewsDto as Views } from '#contracts/consultation';
import { expect } from 'vitest';
import type { SignedInClinic } from './clinics';
import type { TestServer } from './http';
import { browserOf } from './patient-browser';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { someFields } from '../../modules/leads/testing';
import { submitRequest } from '../../workflows/submit-request';

export interface ShownRequest {
  readonly patient: SignedInPatient;
  readonly leadId: string;
  /** Ids, in their order. */
  readonly photos: readonly string[];
}

/** Words of a patient that no clinic may meet before it is chosen. */
export const canary = { firstName: 'Quillon', lastName: 'Zweigelt' } as const;

/** A published request with photos, for clinics of dental treatment in Istanbul, by the real commands. */
export async function requestWithPhotos(
  base: Ctx,
  {
    photos: count = 1,
    published = true,
    fields = {} as Partial<LeadFields>,
    /** Names of the public pages of clinics that are asked with it. */
    asks = [] as readonly string[],
    patient: person = {} as {
      phone?: string;
      email?: string;
      firstName?: string;
      lastName?: string;
    },
  } = {},
): Promise<ShownRequest> {
  const patient = await signedInPatient(base, { ...canary, ...person });
  const photos: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await addPhoto(patient.ctx, {
      bytes: await jpegPhoto(n + 1),
      name: `${canary.lastName} face ${n}.jpg`,
      toDraft: false,
    });
    photos.push(id);
  }
  const { id: leadId } = await withTransaction(patient.ctx, (tx) =>
    submitRequest(tx, {
      from: 'fields',
      leadId: newId(),
      fields: someFields({ photos, ...fields }),
      clinics: asks,
    }),
  );
  if (published) await approveLead(actAs(base, system('test')), { leadId });
  return { patient, leadId, photos };
}

/** What a clinic's and a patient's browser do about photos. */
export const aboutPhotos = (server: TestServer) => {
  const open = (id: string, as: Pick<SignedInClinic, 'token'>, size = 'thumb') =>
    server.request(`/api/files/${id}?size=${size}`, { headers: { Cookie: `clinic=${as.token}` } });
  return {
    open,
    /** Reads the bytes, so that nothing of it goes on. */
    statusOf: async (answer: Promise<Response>): Promise<number> => {
      const got = await answer;
      await got.arrayBuffer();
      return got.status;
    },
    viewsOf: async ({ patient, leadId }: ShownRequest): Promise<Views> => {
      const answer = await browserOf(server, patient)(`/api/leads/${leadId}/photo-views`);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: Views }).data;
    },
    setSight: async (
      { patient, leadId }: Pick<ShownRequest, 'patient' | 'leadId'>,
      body: object,
    ): Promise<{ status: number; data?: Views }> => {
      const answer = await browserOf(server, patient)(`/api/leads/${leadId}/photo-sight`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, ...((await answer.json()) as { data?: Views }) };
    },
    copiesOf: async ({ leadId }: ShownRequest): Promise<string[]> => {
      const { rows } = await server.services.database.pool.query<{ storage_key: string }>(
        'select storage_key from consultation.photo_copy where lead_id = $1',
        [leadId],
      );
      return rows.map((row) => row.storage_key);
    },
  };
};
