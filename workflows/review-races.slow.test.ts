import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { minutes } from '#platform/base/duration';
import { registry } from './registry';
import { requiredKinds } from '../modules/clinic-onboarding/values';
import { unacceptedKinds } from '../modules/clinic-onboarding/rules';
import { acceptDocument } from '../modules/clinic-onboarding/reviews.server';
import {
  askDocumentAgain,
  changeDetails,
  rejectDocument,
  removeDocument,
  suspendClinic,
} from '#modules/clinic-onboarding';
import { endSessionsOfClinic, setClinicApproval } from '#modules/identity';
import { documentKit, type DocumentKit } from '../modules/clinic-onboarding/documents/testing';
import { documentsOf } from '../modules/clinic-onboarding/queries.server';
import { someDetails } from '../modules/clinic-onboarding/testing';
import { advance } from '../tests/kit/clock';
import { signedInClinic, someReviewer, type SignedInClinic } from '../tests/kit/clinics';
import { signIn } from '../modules/identity/sign-in.server';
import { forgetLimits, holdCode, outcome } from '../tests/kit/identity';
import { deadlocks, somebodyWaits } from '../tests/kit/locks';
import {
  approveClinic,
  reinstateClinic,
  rejectClinic,
  resubmitApplication,
  suspendClinicAndEndSessions,
} from './review-clinic';

let kit: DocumentKit;
beforeAll(async () => {
  kit = await documentKit(registry);
});
afterAll(() => kit.services.close());
beforeEach(() => forgetLimits(kit.services));

const staff = () => kit.services.ctx(someReviewer());
const rows = async <T>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.services.database.pool.query(query, values)).rows as T[];

async function acceptedClinic(): Promise<SignedInClinic> {
  const clinic = await signedInClinic(kit.services.ctx(), { state: 'pending' });
  for (const documentId of clinic.documents) await acceptDocument(staff(), { documentId });
  return clinic;
}

/** `late` begins while an approval is written but not committed; returns what comes of it. */
async function duringApproval(clinicId: string, late: () => Promise<unknown>): Promise<string> {
  let outcomeOfLate: Promise<string> | undefined;
  await withTransaction(staff(), async (tx) => {
    await approveClinic(tx, { clinicId });
    outcomeOfLate = outcome(late());
    await somebodyWaits(kit.services);
  });
  return outcomeOfLate!;
}

describe('while an application is being approved', () => {
  it('the clinic can take none of the documents away that it is approved by', async () => {
    const clinic = await acceptedClinic();
    const [id] = clinic.documents;
    const came = await duringApproval(clinic.clinicId, () =>
      removeDocument(clinic.ctx, { id: id! }),
    );
    expect(came).toBe('event_refused');
    const lying = await documentsOf(staff(), clinic.clinicId);
    expect(unacceptedKinds(lying, requiredKinds)).toEqual([]);
  });

  it('the clinic can add none that nobody would look at', async () => {
    const clinic = await acceptedClinic();
    const came = await duringApproval(clinic.clinicId, () => kit.add(clinic.ctx));
    expect(came).toBe('ok');
    expect(await documentsOf(staff(), clinic.clinicId)).toHaveLength(5);
    const waiting = await rows(
      'select id from clinic_onboarding.clinic where checks_since is not null and id = $1',
      [clinic.clinicId],
    );
    expect(waiting).toHaveLength(1);
  });
});

describe('while a clinic is being suspended', () => {
  it('it can sign in anew over its old session, and neither waits for the other for ever', async () => {
    const clinic = await signedInClinic(kit.services.ctx(), { state: 'approved' });
    const { clinicId, phone, token } = clinic;
    await advance(kit.services.services, minutes(1));
    const visitor = kit.services.ctx();
    const { browserToken, code } = await holdCode(visitor, phone, 'clinic');
    const before = await deadlocks(kit.services);
    let signedIn: ReturnType<typeof signIn> | undefined;
    await withTransaction(staff(), async (tx) => {
      await suspendClinic(tx, { clinicId, reason: 'A complaint.' });
      await setClinicApproval(tx, { clinicId, approval: 'suspended' });
      signedIn ??= signIn(visitor, {
        role: 'clinic',
        phoneNumber: phone,
        otpCode: code,
        sharedDevice: false,
        browserToken,
        sessionToken: token,
      });
      await somebodyWaits(kit.services);
      await endSessionsOfClinic(tx, { clinicId });
    });
    expect((await signedIn!).clinic).toMatchObject({ id: clinicId, approved: false });
    expect(await deadlocks(kit.services)).toBe(before);
  });
});

describe('everybody at once', () => {
  const reason = 'Not readable.';
  const polite = ['ok', 'event_refused', 'version_conflict', 'not_found'];
  const acts: Array<(clinic: SignedInClinic, n: number) => Promise<unknown>> = [
    ({ clinicId }) => approveClinic(staff(), { clinicId }),
    ({ clinicId }) => rejectClinic(staff(), { clinicId, reason }),
    ({ ctx }) => resubmitApplication(ctx),
    ({ clinicId }) => suspendClinicAndEndSessions(staff(), { clinicId, reason }),
    ({ clinicId }) => reinstateClinic(staff(), { clinicId }),
    ({ documents }, n) => acceptDocument(staff(), { documentId: documents[n % 4]! }),
    ({ documents }, n) =>
      askDocumentAgain(staff(), { documentId: documents[n % 4]!, note: reason }),
    ({ documents }, n) => rejectDocument(staff(), { documentId: documents[n % 4]!, note: reason }),
    ({ ctx, documents }, n) => removeDocument(ctx, { id: documents[n % 4]! }),
    ({ ctx }) => kit.add(ctx),
    ({ ctx }, n) => changeDetails(ctx, { details: someDetails({ doctorName: `Dr. ${n}` }) }),
  ];

  it.each([1, 4])('leaves no half of anything behind, on %i clinics', async (many) => {
    const clinics = await Promise.all(Array.from({ length: many }, acceptedClinic));
    const order = (n: number) => (n * 7 + Math.floor(n / 10) * 3) % acts.length;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        outcome(acts[order(n)]!(clinics[n % many]!, Math.floor(n / acts.length))),
      ),
    );
    expect(outcomes.filter((o) => !polite.includes(o))).toEqual([]);
    for (const { clinicId } of clinics) await expectWhole(clinicId);
    expect(await deadlocks(kit.services)).toBe(0);
  });
});

/** Row, flow and account say the same; whoever was let in had every required document accepted at that moment. */
async function expectWhole(clinicId: string) {
  const [row] = await rows<{ status: string; approval: string; value: unknown }>(
    `select c.status, a.approval, i.state -> 'value' as value from clinic_onboarding.clinic c
     join identity.clinic_account a on a.id = c.id join flow.instance i on i.id = c.id
     where c.id = $1`,
    [clinicId],
  );
  const { status, approval, value } = row!;
  expect(approval).toBe(status);
  expect(typeof value === 'string' ? value : Object.keys(value as object)[0]).toBe(status);
  const approvals = await rows<{ kinds: string[] }>(
    `select array(select distinct d.kind from clinic_onboarding.document d
       where d.id::text = any(string_to_array(e.facts->>'documents', ' ')) order by d.kind) as kinds
     from platform.audit_entry e where e.action = 'clinic-onboarding.approve' and e.object_id = $1`,
    [clinicId],
  );
  for (const { kinds } of approvals) expect(kinds).toEqual(requiredKinds.toSorted());
  if (status === 'approved' || status === 'suspended') expect(approvals).toHaveLength(1);
}
