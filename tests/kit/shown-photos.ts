import type { Ctx } from '#platform/context';
import { transaction } from '#platform/context';
import { newId } from '#platform/ids';
import { addPhoto } from '#modules/consultation';
import { approveLead } from '#modules/leads';
import { system } from '#platform/actor';
import { actAs } from '#platform/context';
import type { LeadFields } from '#contracts/consultation';
import { jpegPhoto } from '../../modules/consultation/testing';
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
  { photos: count = 1, published = true, fields = {} as Partial<LeadFields> } = {},
): Promise<ShownRequest> {
  const patient = await signedInPatient(base, canary);
  const photos: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await addPhoto(patient.ctx, {
      bytes: await jpegPhoto(n + 1),
      name: `${canary.lastName} face ${n}.jpg`,
      toDraft: false,
    });
    photos.push(id);
  }
  const { id: leadId } = await transaction(patient.ctx, (tx) =>
    submitRequest(tx, {
      from: 'fields',
      leadId: newId(),
      fields: someFields({ photos, ...fields }),
    }),
  );
  if (published) await approveLead(actAs(base, system('test')), { leadId });
  return { patient, leadId, photos };
}
