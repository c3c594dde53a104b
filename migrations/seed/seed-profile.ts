import { withTransaction } from '#engine';
import { acceptPicture, ownClinicProfile, saveDoctors } from '#modules/clinic-onboarding';
import { addPicture, saveInfo } from '#workflows';
import { accountHolder, type ActorOf } from '#platform/base/actor';
import { actAs, type Ctx, type TxCtxOf } from '#platform/context';
import { days, milliseconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import type { DemoClinic } from './demo-clinic';
import { demoRoom } from './demo-document';
import { demoReviewer } from './demo-staff';
import { tellOf } from './passing-time';
import { clinicIdOf } from './seed-clinic';
import { dropClock, setClock } from './seed-clock';

/** A clinic of the demo as it acts when it is approved. Signed in nowhere. */
export const approvedActor = (phone: string): ActorOf<'clinic'> => ({
  kind: 'clinic',
  id: clinicIdOf(phone),
  member: accountHolder(clinicIdOf(phone)),
  phone,
  sessionId: newId(),
  approved: true,
});

/** What an approved clinic says and shows on its page, the day after its approval; one that says something is left alone. */
export async function seedProfile(
  ctx: Ctx,
  { phoneNumber, approved, details, profile }: DemoClinic,
): Promise<void> {
  if (!profile || approved === undefined) return;
  const actor = approvedActor(phoneNumber);
  const before = await ownClinicProfile(actAs(ctx, actor));
  if (before.profile.doctors.length > 0) return;
  await withTransaction(ctx, async (tx) => {
    const published = milliseconds(approved - days(1));
    await setClock(tx, published);
    const clinic = actAs(tx, actor) as TxCtxOf<'clinic'>;
    const { doctors, languages, currency, walls } = profile;
    const { website, experience, description } = details;
    const info = { website, experience, description, currency, languages: [...languages] };
    await saveInfo(clinic, { ...info, version: before.versions.info });
    await saveDoctors(clinic, { doctors: [...doctors], version: before.versions.doctors });
    const reviewer = actAs(tx, await demoReviewer(tx));
    for (const colour of walls) {
      const pictureId = await addPicture(clinic, {
        bytes: await demoRoom(details.clinicName, colour),
      });
      await acceptPicture(reviewer, { clinicId: clinic.actor.id, pictureId });
    }
    await tellOf(tx, published);
    await dropClock(tx);
  });
}
