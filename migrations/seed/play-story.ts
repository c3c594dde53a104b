import { withTransaction } from '#engine';
import { openShare, writeNote } from '#modules/companions';
import { cancelLead } from '#modules/leads';
import { addPhoto } from '#modules/consultation';
import type { ActorOf } from '#platform/base/actor';
import { actAs, type Ctx, type TxCtx } from '#platform/context';
import { milliseconds } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { idFromName, newId } from '#platform/base/ids';
import { shareWithCompanion, submitRequest } from '#workflows';
import { phoneOfClinic, type ClinicName } from './approved-clinics';
import { demoPhoto } from './demo-document';
import { playDeal } from './play-deal';
import { playOffer } from './play-offer';
import { dropAlarms, hasLooked, passTime, tellOf } from './passing-time';
import { clinicIdOf } from './seed-clinic';
import { approvedActor } from './seed-profile';
import { dropClock, setClock } from './seed-clock';
import type { Step, Story } from './stories/story';
import type { ClinicTx, PatientTx, Told } from './told';

/**
 * Plays one story in one transaction, or nothing when its request is there already. A demo that somebody has played with
 * may refuse it (a clinic that was suspended sends nothing): then it is left out, and the others go on.
 */
export async function playStory(ctx: Ctx, story: Story): Promise<void> {
  try {
    await withTransaction(ctx, (tx) => play(tx, story));
  } catch (error) {
    if (!isAppError(error)) throw error;
    ctx.log.warn({ story: story.name, code: error.code }, 'a story of the demo was left out');
  }
}

async function play(tx: TxCtx, story: Story): Promise<void> {
  const leadId = idFromName(`demo:${story.name}`);
  const known = await tx.tx.query('select 1 from leads.lead where id = $1', [leadId]);
  if (known.rowCount) return;
  await setClock(tx, story.sent);
  const patient = actAs(tx, await patientOf(tx, story)) as PatientTx;
  const photoIds = await photosOf(patient, story);
  const fields = { ...story.fields, photos: photoIds };
  const clinics = await pagesOf(tx, story.asks ?? []);
  await submitRequest(patient, { from: 'fields', leadId, fields, clinics });
  await tellOf(tx, story.sent);
  const clinicOf = (name: ClinicName) => actAs(tx, approvedActor(phoneOfClinic(name))) as ClinicTx;
  const told: Told = { leadId, patient, photoIds, clinicOf, ...offerIds(story) };
  for (const step of story.steps) {
    await passTime(tx, { leadId, to: step.ago });
    await act(told, step);
    await tellOf(tx, step.ago);
  }
  await passTime(tx, { leadId, to: milliseconds(0) });
  await dropAlarms(tx);
  await dropClock(tx);
}

/** A clinic may send another offer once its first one is over; what follows is about the latest. */
function offerIds({ name: story }: Story): Pick<Told, 'offerIdOf' | 'nextOfferIdOf'> {
  const made = new Map<ClinicName, number>();
  const offerIdOf = (name: ClinicName) =>
    idFromName(`demo:${story}:${name}:${made.get(name) ?? 0}`);
  const nextOfferIdOf = (name: ClinicName) => {
    made.set(name, (made.get(name) ?? 0) + 1);
    return offerIdOf(name);
  };
  return { offerIdOf, nextOfferIdOf };
}

async function patientOf({ tx }: TxCtx, { phoneNumber: phone }: Story) {
  const { rows } = await tx.query<{ id: string }>(
    'select id from identity.patient where phone = $1',
    [phone],
  );
  const patient: ActorOf<'patient'> = {
    kind: 'patient',
    id: rows[0]!.id,
    phone,
    sessionId: newId(),
  };
  return patient;
}

/** Names of the public pages of clinics, in their order. */
async function pagesOf({ tx }: TxCtx, names: readonly ClinicName[]): Promise<string[]> {
  const ids = names.map((name) => clinicIdOf(phoneOfClinic(name)));
  const { rows } = await tx.query<{ id: string; slug: string }>(
    'select id, slug from clinic_onboarding.clinic where id = any($1)',
    [ids],
  );
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return ids.flatMap((id) => slugs.get(id) ?? []);
}

/** Each story's are its own: a photo that two people have sent is a finding. */
async function photosOf(patient: PatientTx, { name, photos = 0 }: Story): Promise<string[]> {
  const first = parseInt(idFromName(name).slice(0, 6), 16);
  const ids: string[] = [];
  for (let n = 0; n < photos; n += 1) {
    const bytes = await demoPhoto(first + n);
    ids.push((await addPhoto(patient, { bytes, name: `photo-${n + 1}.jpg`, toDraft: false })).id);
  }
  return ids;
}

async function act(told: Told, step: Step): Promise<void> {
  const { leadId, patient } = told;
  switch (step.does) {
    case 'wait':
      return;
    case 'cancel':
      await hasLooked(patient, step.ago);
      await cancelLead(patient, { leadId, reason: step.reason });
      return;
    case 'let-look-on':
      return letLookOn(told, step);
    case 'propose':
    case 'agree':
    case 'confirm':
    case 'deny':
    case 'cancel-deal':
    case 'give':
    case 'agree-to-aftercare':
    case 'check-in':
    case 'review':
    case 'say-later':
    case 'answer':
    case 'report-review':
      return playDeal(told, step);
    default:
      return playOffer(told, step);
  }
}

async function letLookOn(
  { leadId: id, patient }: Told,
  { relative: author, note: text }: Extract<Step, { does: 'let-look-on' }>,
): Promise<void> {
  const wish = { kind: 'comparison', id, withPhotos: false, withNotes: true } as const;
  const { token } = await shareWithCompanion(patient, wish);
  const { token: cookie } = await openShare(patient, { token });
  await writeNote(patient, { cookie, text, author });
}
