import {
  acceptChange,
  addDocument,
  addPicture,
  askDocumentAgain,
  askForChanges,
  ownClinicProfile,
  refuseChange,
  rejectDocument,
} from '#modules/clinic-onboarding';
import { newId } from '#platform/base/ids';
import { system } from '#platform/base/actor';
import { acceptDocument } from '../../modules/clinic-onboarding/reviews.server';
import { clinicForStaff } from '../../modules/clinic-onboarding/staff.server';
import { recordFindings } from '../../modules/clinic-onboarding/documents/files.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { someDetails, someDocument } from '../../modules/clinic-onboarding/testing';
import { somePdf } from '../../modules/clinic-onboarding/documents/testing';
import { type DocumentKind, requiredKinds } from '../../modules/clinic-onboarding/values';
import { documentRequirements } from '../../modules/clinic-onboarding/rules';
import {
  remindOfEnds,
  remindOfRequirements,
} from '../../modules/clinic-onboarding/reminders.server';
import { clearSetting, writeSetting } from '#platform/settings/settings';
import { now } from '#platform/time/clock';
import { after, days } from '#platform/base/duration';
import { signedInStaff } from '../../modules/identity/testing';
import { signedInClinic, verifiedClinicPhone, type ClinicState } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { pass, published, staff } from '../../tests/kit/event-scenes';
import type { TestServices } from '../../tests/kit/services';
import { sentOffer, withoutBudgets } from '../offers/testing';
import { registerClinic } from '../register-clinic';
import {
  approveClinic,
  reinstateClinic,
  rejectClinic,
  resubmitApplication,
  suspendClinicAndEndSessions,
} from '../review-clinic';
import { clinicPages } from './clinics';

type Clinic = Awaited<ReturnType<typeof signedInClinic>>;
/** What is done to a clinic in a state, in these steps; the last one causes the event. */
const way = (
  by: string,
  state: ClinicState,
  ...steps: Array<(kit: TestServices, clinic: Clinic) => Promise<unknown>>
): WayOf => ({
  by,
  arrange: async (kit) => {
    const clinic = await signedInClinic(kit.ctx(), { state });
    for (const step of steps.slice(0, -1)) await step(kit, clinic);
    return () => steps.at(-1)!(kit, clinic);
  },
});

const upload = ({ ctx }: Clinic, kind: DocumentKind) => addDocument(ctx, { kind, ...somePdf });
const uploads = requiredKinds.map(
  (kind) => (_kit: TestServices, clinic: Clinic) => upload(clinic, kind),
);
/** All of the promised time goes by. */
const allTime = (kit: TestServices) => pass(kit, days(14));
const acceptAll = async (kit: TestServices, { documents }: Clinic) => {
  for (const documentId of documents) await acceptDocument(staff(kit), { documentId });
};
const reason = 'The license could not be verified.';
const changed = async (_kit: TestServices, { ctx }: Clinic) => {
  const { points, versions } = await ownClinicProfile(ctx);
  return askForChanges(ctx, { ...points, city: 'Ankara', version: versions.points });
};
const changeOf = async (kit: TestServices, { clinicId }: Clinic) => ({
  clinicId,
  changeId: (await clinicForStaff(staff(kit), clinicId)).changes[0]!.id,
});
/** What verifies the clinic ends in so many days. */
const endsIn = (length: number) => async (kit: TestServices, clinic: Clinic) => {
  const ctx = kit.ctx();
  const { clinicId, phone } = clinic;
  const documentId = await someDocument(ctx, { clinicId, phone });
  const validUntil = after(await now(ctx), days(length))
    .toISOString()
    .slice(0, 10);
  await acceptDocument(staff(kit), { documentId, validUntil });
};
const reminded = (kit: TestServices) => remindOfEnds(kit.ctx(system('test')));
/** A law requires a kind that the clinic lacks in so many days. */
const requiredIn = (length: number) => async (kit: TestServices) => {
  const ctx = kit.ctx(system('test'));
  const from = after(await now(ctx), days(length))
    .toISOString()
    .slice(0, 10);
  const rule = {
    kind: 'complication-insurance' as const,
    countries: ['TR'],
    specialties: [],
    from,
  };
  await writeSetting(ctx, documentRequirements, [rule]);
};
const later = (length: number) => (kit: TestServices) => advance(kit.services, days(length));
const remindedOfLaw = async (kit: TestServices) => {
  const ctx = kit.ctx(system('test'));
  await remindOfRequirements(ctx);
};
/** The last step: no law holds for the clinics of other ways. */
const remindedOfLawOnce = async (kit: TestServices) => {
  await remindedOfLaw(kit);
  await clearSetting(kit.ctx(system('test')), documentRequirements.key);
};
const infected = (kit: TestServices, { documents }: Clinic) =>
  recordFindings(kit.ctx(system('test')), { id: documents[0]!, scan: 'infected', warnings: [] });
const askAgain = (kit: TestServices, { documents }: Clinic) =>
  askDocumentAgain(staff(kit), { documentId: documents[0]!, note: 'Too dark.' });

provePages(
  clinicPages,
  {
    'clinic-onboarding.registered': [
      {
        by: 'clinic-onboarding.complete-registration',
        arrange: async (kit) => {
          const { ctx } = await verifiedClinicPhone(kit.ctx());
          return () => registerClinic(ctx, { clinicId: newId(), details: someDetails() });
        },
      },
    ],
    'clinic-onboarding.documents-completed': [
      way('clinic-onboarding.upload-document', 'documents', ...uploads),
      way('clinic-onboarding.upload-documents', 'documents', ...uploads),
      way('clinic-onboarding.resubmit', 'rejected', (_kit, { ctx }) => resubmitApplication(ctx)),
    ],
    'clinic-onboarding.documents-incomplete': [
      way('admin.documents.reject', 'pending', (kit, { documents }) =>
        rejectDocument(staff(kit), { documentId: documents[0]!, note: 'Not a license.' }),
      ),
      way('admin.documents.ask-again', 'pending', askAgain),
      way('clinic-onboarding.scan-document', 'pending', infected),
      way('clinic-onboarding.remind-of-ends', 'pending', requiredIn(0), remindedOfLawOnce),
    ],
    'clinic-onboarding.reminder-due': [
      way('clinic-onboarding.reminder-window', 'pending', allTime),
    ],
    'clinic-onboarding.escalated': [way('clinic-onboarding.escalation-window', 'pending', allTime)],
    'clinic-onboarding.breached': [way('clinic-onboarding.breach-window', 'pending', allTime)],
    'clinic-onboarding.approved': [
      way('admin.clinics.approve', 'pending', acceptAll, (kit, { clinicId }) =>
        approveClinic(staff(kit), { clinicId }),
      ),
    ],
    'clinic-onboarding.rejected': [
      way('admin.clinics.reject', 'pending', (kit, { clinicId }) =>
        rejectClinic(staff(kit), { clinicId, reason }),
      ),
    ],
    'clinic-onboarding.resubmitted': [
      way('clinic-onboarding.resubmit', 'rejected', (_kit, { ctx }) => resubmitApplication(ctx)),
    ],
    'clinic-onboarding.suspended': [
      way(
        'admin.clinics.suspend',
        'approved',
        async (kit, { ctx }) => {
          await sentOffer(ctx, (await published(kit)).leadId);
          await published(kit, [ctx]);
        },
        (kit, { clinicId }) => suspendClinicAndEndSessions(staff(kit), { clinicId, reason }),
      ),
    ],
    'clinic-onboarding.reinstated': [
      way('admin.clinics.reinstate', 'suspended', (kit, { clinicId }) =>
        reinstateClinic(staff(kit), { clinicId }),
      ),
    ],
    'clinic-onboarding.document-due': [
      way('clinic-onboarding.remind-of-ends', 'approved', requiredIn(20), remindedOfLawOnce),
      way(
        'clinic-onboarding.remind-of-ends',
        'approved',
        requiredIn(20),
        remindedOfLaw,
        later(15),
        remindedOfLawOnce,
      ),
    ],
    'clinic-onboarding.document-overdue': [
      way('clinic-onboarding.remind-of-ends', 'approved', requiredIn(0), remindedOfLawOnce),
      way(
        'clinic-onboarding.remind-of-ends',
        'approved',
        requiredIn(2),
        remindedOfLaw,
        later(3),
        remindedOfLawOnce,
      ),
    ],
    'clinic-onboarding.verification-ending': [
      way('clinic-onboarding.remind-of-ends', 'approved', endsIn(20), reminded),
    ],
    'clinic-onboarding.verification-ended': [
      way(
        'clinic-onboarding.remind-of-ends',
        'approved',
        endsIn(2),
        (kit) => advance(kit.services, days(4)),
        reminded,
      ),
    ],
    'clinic-onboarding.check-asked': [
      way('/clinic/profile/verified', 'approved', changed),
      way('clinic-onboarding.upload-document', 'approved', (_kit, clinic) =>
        upload(clinic, 'medical-license'),
      ),
      way('/clinic/profile/pictures', 'approved', async (_kit, { ctx }) =>
        addPicture(ctx, { bytes: await jpegPhoto() }),
      ),
    ],
    'clinic-onboarding.change-accepted': [
      way('admin.clinics.accept-change', 'approved', changed, async (kit, clinic) =>
        acceptChange(staff(kit), await changeOf(kit, clinic)),
      ),
    ],
    'clinic-onboarding.change-refused': [
      way('admin.clinics.refuse-change', 'approved', changed, async (kit, clinic) =>
        refuseChange(staff(kit), { ...(await changeOf(kit, clinic)), reason }),
      ),
    ],
    'clinic-onboarding.document-asked-again': [
      way('admin.documents.ask-again', 'pending', askAgain),
      way('clinic-onboarding.scan-document', 'pending', infected),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
