import { withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { nothingStated, type LeadFields } from '#contracts/consultation';
import { askClinics } from './asks.server';
import { precheckSubmission, submitLead } from './commands.server';
import type { LeadDto } from './schemas';

let phones = 0;

/** A patient of their own; no row of `identity` stands behind them. */
export const somePatient = (): ActorOf<'patient'> => ({
  kind: 'patient',
  id: newId(),
  phone: `+1212555${String((phones += 1)).padStart(4, '0')}`,
  sessionId: newId(),
});

export const someFields = (more: Partial<LeadFields> = {}): LeadFields => ({
  treatment: 'dental',
  subTreatment: 'Root Canal',
  bodyArea: 'mouth',
  description: 'It hurts at night.',
  photos: [],
  locations: ['Istanbul'],
  ...nothingStated,
  budget: '1000-5000',
  timeline: 'asap',
  patientInfo: null,
  ...more,
});

/** Submits as the workflow does, without photos and consents. */
export const submitted = (
  ctx: CtxOf<'patient'>,
  fields: Partial<LeadFields> = {},
  more: { photoSeenElsewhere?: boolean; asks?: readonly string[] } = {},
): Promise<LeadDto> =>
  withTransaction(ctx, async (tx) => {
    const leadId = newId();
    const asked = someFields(fields);
    const { standing } = await precheckSubmission(tx, { leadId, fields: asked });
    const { photoSeenElsewhere = false, asks = [] } = more;
    const sent = await submitLead(tx, { leadId, standing, fields: asked, photoSeenElsewhere });
    await askClinics(tx, { leadId, clinicIds: asks });
    return sent;
  });
