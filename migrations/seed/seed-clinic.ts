import { withTransaction } from '#engine';
import { isLegalKind, requiredKinds, type DocumentKind } from '#contracts/clinic-onboarding';
import { acceptDocument, askDocumentAgain } from '#modules/clinic-onboarding';
import { openSession, signOut } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import { actAs, type Ctx, type TxCtx, type TxCtxOf } from '#platform/context';
import { after } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { idFromName } from '#platform/base/ids';
import {
  addDocument,
  approveClinic,
  registerClinic,
  rejectClinic,
  suspendClinicAndEndSessions,
} from '#workflows';
import type { DemoClinic } from './demo-clinic';
import { demoReviewer } from './demo-staff';
import { demoDocument } from './demo-document';
import { proveAddress } from './prove-address';
import { dropAlarms, tellOf } from './passing-time';
import { dropClock, setClock, wasHereSince } from './seed-clock';

/** One clinic with its application, or nothing when it is there already. */
export async function seedClinic(ctx: Ctx, demo: DemoClinic): Promise<void> {
  try {
    await withTransaction(ctx, async (tx) => {
      await setClock(tx, demo.registered);
      const { actor, token } = await register(tx, demo);
      const clinic = actAs(tx, actor) as TxCtxOf<'clinic'>;
      const documents = demo.documents === undefined ? [] : await handIn(clinic, demo);
      const reviewer = actAs(tx, await demoReviewer(tx)) as TxCtxOf<'staff'>;
      await review(reviewer, { demo, clinicId: actor.id, documents });
      await signOut(clinic, { principal: 'clinic', token });
      await wasHereSince(tx, actor, demo.registered);
      await tellOf(tx, lastOf(demo));
      await dropAlarms(tx);
      await dropClock(tx);
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_registered') throw error;
  }
}

/** When the last of what is known about it happened. */
const lastOf = ({ registered, documents, askedAgain, rejected, approved, suspended }: DemoClinic) =>
  suspended?.ago ?? approved ?? rejected?.ago ?? askedAgain?.ago ?? documents ?? registered;

/** Follows from its phone, so that a killed seed finds it again. */
export const clinicIdOf = (phone: string): string => idFromName(`demo-clinic:${phone}`);

/** As after a verified code: the pre-session of the phone becomes a clinic's. */
async function register(
  tx: TxCtx,
  { phoneNumber: phone, details }: DemoClinic,
): Promise<{ actor: ActorOf<'clinic'>; token: string }> {
  const phase = 'phone-verified';
  const { id: sessionId } = await openSession(tx, { principal: 'clinic', phase, phone });
  const verified = actAs(tx, { kind: phase, role: 'clinic', phone, sessionId } as const);
  const clinicId = clinicIdOf(phone);
  const { clinic, session } = await registerClinic(verified, { clinicId, details });
  await proveAddress(actAs(tx, clinic), details);
  return { actor: clinic, token: session.token };
}

interface HandedIn {
  readonly id: string;
  readonly kind: DocumentKind;
}

async function handIn(
  clinic: TxCtxOf<'clinic'>,
  { documents, details, ends = {}, licenseOf }: DemoClinic,
): Promise<HandedIn[]> {
  await setClock(clinic, documents!);
  const all: HandedIn[] = [];
  for (const kind of new Set([...requiredKinds, ...(Object.keys(ends) as DocumentKind[])])) {
    const named = kind === 'medical-license' && licenseOf ? licenseOf : details.clinicName;
    const file = await demoDocument(kind, named);
    all.push({ id: (await addDocument(clinic, { kind, ...file }))._id, kind });
  }
  return all;
}

interface Reviewed {
  readonly demo: DemoClinic;
  readonly clinicId: string;
  readonly documents: readonly HandedIn[];
}

async function review(
  staff: TxCtxOf<'staff'>,
  { demo, clinicId, documents }: Reviewed,
): Promise<void> {
  const { approved, askedAgain, rejected, suspended } = demo;
  if (askedAgain) {
    await setClock(staff, askedAgain.ago);
    await acceptDocument(staff, { documentId: documents[1]!.id });
    await askDocumentAgain(staff, { documentId: documents[0]!.id, note: askedAgain.note });
  }
  if (rejected) {
    await setClock(staff, rejected.ago);
    await rejectClinic(staff, { clinicId, reason: rejected.reason });
  }
  if (approved !== undefined) await approve(staff, { demo, clinicId, documents });
  if (suspended) {
    await setClock(staff, suspended.ago);
    await suspendClinicAndEndSessions(staff, { clinicId, reason: suspended.reason });
  }
}

async function approve(
  staff: TxCtxOf<'staff'>,
  { demo: { approved, ends = {} }, clinicId, documents }: Reviewed,
): Promise<void> {
  await setClock(staff, approved!);
  for (const { id: documentId, kind } of documents) {
    const end = ends[kind];
    const validUntil = end ? after(new Date(), end).toISOString().slice(0, 10) : null;
    const read = isLegalKind(kind) ? { number: 'DEMO-0001', issuer: 'Example issuer (demo)' } : {};
    await acceptDocument(staff, { documentId, validUntil, ...read });
  }
  await approveClinic(staff, { clinicId });
}
