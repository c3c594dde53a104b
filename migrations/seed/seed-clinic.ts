import { requiredKinds } from '#contracts/clinic-onboarding';
import { acceptDocument, addDocument, askDocumentAgain } from '#modules/clinic-onboarding';
import { openSession, signOut } from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import { actAs, transaction, type Ctx, type TxCtx } from '#platform/context';
import type { Duration } from '#platform/duration';
import { isAppError } from '#platform/errors';
import { idFromName } from '#platform/ids';
import {
  approveClinic,
  registerClinic,
  rejectClinic,
  suspendClinicAndEndSessions,
} from '#workflows';
import type { DemoClinic } from './demo-clinics';
import { demoReviewer } from './demo-staff';
import { demoDocument } from './demo-document';
import { proveAddress } from './prove-address';
import { dropClock, setClock } from './seed-clock';

/** One clinic with its application, or nothing when it is there already. */
export async function seedClinic(ctx: Ctx, demo: DemoClinic): Promise<void> {
  try {
    await transaction(ctx, async (tx) => {
      await setClock(tx, demo.registered);
      const { actor, token } = await register(tx, demo);
      const clinic = actAs(tx, actor) as TxCtx<ActorOf<'clinic'>>;
      const documents = demo.documents === undefined ? [] : await handIn(clinic, demo);
      const reviewer = actAs(tx, await demoReviewer(tx)) as TxCtx<ActorOf<'staff'>>;
      await review(reviewer, { demo, clinicId: actor.id, documents });
      await signOut(clinic, { principal: 'clinic', token });
      await dropClock(tx);
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_registered') throw error;
  }
}

/** As after a verified code: the pre-session of the phone becomes a clinic's. */
async function register(
  tx: TxCtx,
  { phoneNumber: phone, details }: DemoClinic,
): Promise<{ actor: ActorOf<'clinic'>; token: string }> {
  const phase = 'phone-verified';
  const { id: sessionId } = await openSession(tx, { principal: 'clinic', phase, phone });
  const verified = actAs(tx, { kind: phase, role: 'clinic', phone, sessionId } as const);
  const clinicId = idFromName(`demo-clinic:${phone}`);
  const { clinic, session } = await registerClinic(verified, { clinicId, details });
  await proveAddress(actAs(tx, clinic), details);
  return { actor: clinic, token: session.token };
}

async function handIn(
  clinic: TxCtx<ActorOf<'clinic'>>,
  { documents, details }: DemoClinic,
): Promise<string[]> {
  await setClock(clinic, documents!);
  const ids: string[] = [];
  for (const kind of requiredKinds) {
    const file = await demoDocument(kind, details.clinicName);
    ids.push((await addDocument(clinic, { kind, ...file }))._id);
  }
  return ids;
}

interface Reviewed {
  readonly demo: DemoClinic;
  readonly clinicId: string;
  readonly documents: readonly string[];
}

async function review(
  staff: TxCtx<ActorOf<'staff'>>,
  { demo, clinicId, documents }: Reviewed,
): Promise<void> {
  const { approved, askedAgain, rejected, suspended } = demo;
  if (askedAgain) {
    await setClock(staff, askedAgain.ago);
    await acceptDocument(staff, { documentId: documents[1]! });
    await askDocumentAgain(staff, { documentId: documents[0]!, note: askedAgain.note });
  }
  if (rejected) {
    await setClock(staff, rejected.ago);
    await rejectClinic(staff, { clinicId, reason: rejected.reason });
  }
  if (approved !== undefined) await approve(staff, { clinicId, documents, ago: approved });
  if (suspended) {
    await setClock(staff, suspended.ago);
    await suspendClinicAndEndSessions(staff, { clinicId, reason: suspended.reason });
  }
}

async function approve(
  staff: TxCtx<ActorOf<'staff'>>,
  of: { clinicId: string; documents: readonly string[]; ago: Duration },
): Promise<void> {
  await setClock(staff, of.ago);
  for (const documentId of of.documents) await acceptDocument(staff, { documentId });
  await approveClinic(staff, { clinicId: of.clinicId });
}
