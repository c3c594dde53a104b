import { withTransaction } from '#engine';
import type { CtxOf, TxCtxOf } from '#platform/context';
import { idFromName } from '#platform/base/ids';
import { pipeline } from '#platform/base/pipeline';
import type { LeadFields } from '#contracts/consultation';
import type { LeadDto } from '#contracts/leads';
import {
  claimPhotos,
  clearDraft,
  lockDraft,
  photoSeenWithAnotherPerson,
} from '#modules/consultation';
import { recordConsent } from '#modules/identity';
import { precheckSubmission, readLead, submitLead, type Admission } from '#modules/leads';
import { askWith, unaskedAmong } from './asked-clinics';
import { lookAtNewPhotos } from './twins/look';

/** Where a request comes from: the wizard's draft, or the fields of a call under an id of the caller's. */
export type RequestSource =
  | { from: 'draft'; draftId: string }
  | { from: 'fields'; leadId: string; fields: LeadFields; clinics?: readonly string[] };

export interface SubmittedRequest {
  readonly id: string;
  readonly lead: LeadDto;
  /** Names of the pages of clinics that cannot be asked with it; the request goes all the same. */
  readonly unavailable: readonly string[];
  /** The request was there already; nothing was done again. */
  readonly repeated: boolean;
}

/** The id of the request that a draft becomes. */
export const requestOfDraft = (draftId: string): string => idFromName(`leads.lead:${draftId}`);

/**
 * A patient sends a request: the consents given with it, its photos, its row, its clocks and the end of the
 * draft stand or fall together. The same source, also fifty times at once, makes one request.
 *
 * @throws AppError `consent_required`, `not_found`, `validation_failed`, `too_many_requests`
 */
export function submitRequest(
  ctx: CtxOf<'patient'>,
  source: RequestSource,
): Promise<SubmittedRequest> {
  return withTransaction(ctx, async (tx) => {
    if (source.from === 'fields') return submit(tx, source.leadId, source.fields, source.clinics);
    const draft = await lockDraft(tx, { draftId: source.draftId });
    const leadId = requestOfDraft(source.draftId);
    if (draft.kind === 'submitted') return found(tx, draft.leadId);
    const slugs = draft.clinics.map(({ slug }) => slug);
    const submitted = await submit(tx, leadId, draft.lead, slugs);
    await clearDraft(tx, {
      ...{ draftId: source.draftId, leadId },
      unavailable: draft.clinics.filter(({ slug }) => submitted.unavailable.includes(slug)),
    });
    return submitted;
  });
}

const submit = async (
  tx: TxCtxOf<'patient'>,
  leadId: string,
  fields: LeadFields,
  clinics: readonly string[] = [],
): Promise<SubmittedRequest> =>
  submitPrechecked(tx, {
    ...{ leadId, fields, clinics },
    admission: await precheckRequest(tx, leadId, fields),
  });

/**
 * The first half of {@link submitRequest}: whether the acting patient may send one more, and what is agreed to with it.
 *
 * @throws AppError `consent_required`, `too_many_requests`
 */
export const precheckRequest = (
  tx: TxCtxOf<'patient'>,
  leadId: string,
  fields: LeadFields,
): Promise<Admission> =>
  precheckSubmission(tx, {
    leadId,
    fields,
    alongside: () => recordConsent(tx, ['health-data', 'sharing-with-clinics']),
  });

/** The second half of {@link submitRequest}, in the same transaction. @throws AppError `validation_failed` */
export async function submitPrechecked(
  tx: TxCtxOf<'patient'>,
  {
    leadId,
    fields,
    clinics,
    admission,
  }: {
    leadId: string;
    fields: LeadFields;
    /** Names of the public pages of clinics that are asked with it. */
    clinics: readonly string[];
    admission: Admission;
  },
): Promise<SubmittedRequest> {
  const { known, standing } = admission;
  if (known) {
    const unavailable = await unaskedAmong(tx, { leadId, slugs: clinics });
    return { id: leadId, lead: known, unavailable, repeated: true };
  }
  const [, photoSeenElsewhere] = await pipeline(
    claimPhotos(tx, { photoIds: fields.photos, leadId }),
    photoSeenWithAnotherPerson(tx, fields.photos),
  );
  const lead = await submitLead(tx, { leadId, standing, fields, photoSeenElsewhere });
  const { treatment } = fields;
  const unavailable = await askWith(tx, { leadId, treatment, slugs: clinics });
  await lookAtNewPhotos(tx, fields.photos);
  return { id: leadId, lead, unavailable, repeated: false };
}

async function found(tx: TxCtxOf<'patient'>, leadId: string): Promise<SubmittedRequest> {
  const { lead } = await readLead(tx, { leadId });
  return { id: leadId, lead, unavailable: [], repeated: true };
}
