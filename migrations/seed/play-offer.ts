import { offerFieldsSchema } from '#contracts/offers';
import { addAttachment } from '#modules/attachments';
import { declineOffer, ownOfferFor, withdrawOffer } from '#modules/offers';
import { after } from '#platform/base/duration';
import { idFromName } from '#platform/base/ids';
import {
  acceptShownOffer,
  complainOf,
  conversationOf,
  openFile,
  reviseOffer,
  seeConversation,
  sendOffer,
  writeMessage,
} from '#workflows';
import { demoPdf, demoRoom } from './demo-document';
import { hasLooked } from './passing-time';
import type { DealAct, FileSaid, Said, Step } from './stories/story';
import type { ClinicTx, PatientTx, Told } from './told';

type OfferStep = Exclude<
  Step,
  { readonly does: DealAct['does'] | 'wait' | 'cancel' | 'let-look-on' }
>;

/** What patient and clinics do about one offer before, and beside, its deal. */
export async function playOffer(told: Told, step: OfferStep): Promise<void> {
  const { leadId, patient } = told;
  const clinic = told.clinicOf(step.clinic);
  const offerId =
    step.does === 'offer' ? told.nextOfferIdOf(step.clinic) : told.offerIdOf(step.clinic);
  await hasLooked(actsFirst(step) === 'patient' ? patient : clinic, step.ago);
  switch (step.does) {
    case 'open-photos':
      return openPhotos(clinic, told.photoIds);
    case 'offer':
      await sendOffer(clinic, { leadId, offerId, fields: await fieldsOf(clinic, step.says) });
      return;
    case 'revise':
      await reviseOffer(clinic, {
        offerId,
        fields: await revisedFields(clinic, leadId, step.says),
      });
      return;
    case 'withdraw':
      await withdrawOffer(clinic, { offerId });
      return;
    case 'decline':
      await declineOffer(patient, { offerId, reason: step.reason });
      return;
    case 'accept':
      await acceptShownOffer(patient, { offerId });
      return;
    default:
      return talk(step.by === 'patient' ? patient : clinic, offerId, step);
  }
}

function actsFirst(step: OfferStep): 'patient' | 'clinic' {
  if ('by' in step) return step.by;
  return step.does === 'accept' || step.does === 'decline' ? 'patient' : 'clinic';
}

/** Opening makes the clinic's marked copy and counts the view; nobody reads the bytes. */
async function openPhotos(clinic: ClinicTx, photoIds: readonly string[]): Promise<void> {
  for (const id of photoIds) {
    const file = await openFile(clinic, { owners: [clinic.actor], id, size: 'full' });
    file.body.destroy();
  }
}

type TalkStep = Extract<OfferStep, { readonly does: 'write' | 'read' | 'report-talk' }>;

async function talk(side: PatientTx | ClinicTx, offerId: string, step: TalkStep): Promise<void> {
  const found = await conversationOf(side, { owners: [side.actor], offerId });
  if (step.does === 'report-talk') return complainOf(found, { reason: step.reason });
  await seeConversation(found);
  if (step.does === 'read') return;
  const { text, files = [] } = step;
  const attachments = await filesOf(side, files);
  const messageId = idFromName(`${offerId}:${step.ago}:${text}`);
  await writeMessage(found, { offerId, messageId, fields: { text, attachments } });
}

async function filesOf(owner: PatientTx | ClinicTx, files: readonly FileSaid[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, lines } of files) {
    const file = lines
      ? { name: `${name}.pdf`, type: 'application/pdf', bytes: demoPdf(lines) }
      : { name: `${name}.jpg`, type: 'image/jpeg', bytes: await demoRoom(name) };
    ids.push((await addAttachment(owner, file)).id);
  }
  return ids;
}

/** A revision holds the files of the one before. */
async function revisedFields(clinic: ClinicTx, leadId: string, said: Said) {
  const [fields, before] = [await fieldsOf(clinic, said), await ownOfferFor(clinic, { leadId })];
  return {
    ...fields,
    attachments: [...(before?.content.attachments ?? []), ...fields.attachments],
  };
}

const cents = (dollars: number): number => Math.round(dollars * 100);

async function fieldsOf(clinic: ClinicTx, said: Said) {
  const { included, extra = {}, notNeeded = [], earliest } = said;
  return offerFieldsSchema.parse({
    amountCents: cents(said.dollars),
    listPriceCents: said.listDollars ? cents(said.listDollars) : null,
    currency: said.currency,
    message: said.message,
    items: [
      ...included.map((key) => ({ key, state: 'included', ...said.counted?.[key] })),
      ...Object.entries(extra).map(([key, dollars]) => ({
        ...{ key, state: 'extra', priceCents: cents(dollars), ...said.counted?.[key] },
      })),
      ...notNeeded.map((key) => ({ key, state: 'not-needed' })),
    ],
    doctorName: said.doctor,
    earliestDate: earliest ? after(new Date(), earliest).toISOString().slice(0, 10) : null,
    availability: said.availability,
    ...said.journey,
    assumptions: said.assumptions?.map(({ text, dollars }) => ({
      ...{ text, surchargeCents: dollars === undefined ? null : cents(dollars) },
    })),
    attachments: await filesOf(clinic, said.files ?? []),
  });
}
