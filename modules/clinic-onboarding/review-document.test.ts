import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { readFlow, readHistory } from '#engine/testing';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { addNote, approveApplication, rejectApplication } from './commands.server';
import { readClinicForStaff } from './staff.server';
import { applicationFlow } from './projection.server';
import { ownApplication } from './queries.server';
import { acceptDocument, rejectDocument } from './reviews.server';
import { someApplication, someDocument } from './testing';
import { requiredKinds } from './values';
import { someReviewer } from '../../tests/kit/clinics';
import { outcome } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';

describe('the review of documents', () => {
  let kit: TestServices;
  const reviewer = someReviewer();
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());

  const staff = () => kit.ctx(someReviewer());
  const some = (at: 'documents' | 'complete' | 'accepted') =>
    someApplication(kit.ctx(system('test')), reviewer, { at });
  /** A reviewer who has looked at the application as it stands. */
  const opened = async (clinicId: string) => {
    const ctx = staff();
    await readClinicForStaff(ctx, clinicId);
    return ctx;
  };
  const approve = (clinicId: string) =>
    withTransaction(staff(), (tx) => approveApplication(tx, { clinicId }));
  const rows = async (query: string, values: unknown[]) =>
    (await kit.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;
  const countOf = (outcomes: string[], wanted: string) =>
    outcomes.filter((each) => each === wanted).length;

  it('is done once by fifty at once, and names the one', async () => {
    const { documents, ctx } = await some('complete');
    const reviewers = Array.from({ length: 50 }, () => someReviewer());
    const documentId = documents[0]!;
    const outcomes = await Promise.all(
      reviewers.map((one) => outcome(acceptDocument(kit.ctx(one), { documentId }))),
    );
    expect([countOf(outcomes, 'ok'), countOf(outcomes, 'event_refused')]).toEqual([1, 49]);
    const winner = reviewers[outcomes.indexOf('ok')]!;
    expect(
      await rows('select review, reviewed_by from clinic_onboarding.document where id = $1', [
        documentId,
      ]),
    ).toEqual([{ review: 'accepted', reviewed_by: winner.id }]);
    const [accepted, entry] = ['clinic-onboarding.accept-document', { objectId: documentId }];
    await expect(kit).toBeAudited(accepted, entry, { times: 1 });
    await expect(kit).toBeAudited(accepted, { ...entry, actor: `staff:${winner.id}` });
    expect((await ownApplication(ctx)).activity.at(-1)).toMatchObject({
      kind: 'document-accepted',
      facts: { documentId, kind: 'medical-license' },
    });
  });

  it('adds up when every document is accepted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { documents, clinicId } = await some('complete');
      await Promise.all(documents.map((documentId) => acceptDocument(staff(), { documentId })));
      const flow = await readFlow(staff(), applicationFlow, clinicId);
      expect(flow!.context).toMatchObject({ complete: true, accepted: true });
      expect(flow!.allowedEvents).toContain('clinic-onboarding.approve');
    }
  });

  it('starts the clocks once when every document comes at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const app = await some('documents');
      await Promise.all(requiredKinds.map((kind) => someDocument(staff(), app, { kind })));
      const { activity, stage } = await ownApplication(app.ctx);
      expect(stage).toBe('review');
      expect(activity.map(({ kind }) => kind)).toEqual(['registered', 'documents-completed']);
    }
  });

  it('never approves past a file that came first', async () => {
    for (let round = 0; round < 20; round += 1) {
      const app = await some('accepted');
      const upload = () => someDocument(staff(), app, { kind: 'medical-license' });
      const early = round % 2 ? outcome(upload()) : null;
      const deciding = outcome(approve(app.clinicId));
      const [approved, uploaded] = await Promise.all([deciding, early ?? outcome(upload())]);
      expect(uploaded).toBe('ok');
      const { clinic } = await ownApplication(app.ctx);
      const names = (await readHistory(staff(), { id: app.clinicId })).map(
        ({ name }) => name.split('.')[1],
      );
      // The log has the one order in which both happened.
      if (approved === 'ok') {
        expect(names.slice(-2)).toEqual(['approve', 'change-documents']);
        expect(clinic.approvalStatus).toBe('approved');
      } else {
        expect([approved, names.at(-1)]).toEqual(['event_refused', 'change-documents']);
        expect(clinic.approvalStatus).toBe('pending');
      }
    }
  });

  it('cannot be made true behind the back of the machine', async () => {
    const { documents, clinicId } = await some('accepted');
    await rows(`update clinic_onboarding.document set review = 'waiting' where id = $1`, [
      documents[0],
    ]);
    expect(await outcome(approve(clinicId))).toBe('event_refused');
    const flow = await readFlow(staff(), applicationFlow, clinicId);
    expect(flow!.value).toMatchObject({ pending: { complete: 'review' } });
  });

  it('can take a decision back while the application is pending', async () => {
    const { documents, clinicId, ctx } = await some('accepted');
    const documentId = documents[2]!;
    await rejectDocument(await opened(clinicId), {
      documentId,
      note: 'It belongs to somebody else.',
    });
    expect(await ownApplication(ctx)).toMatchObject({
      stage: 'documents',
      missing: ['professional-id'],
    });
    await acceptDocument(await opened(clinicId), { documentId });
    expect((await ownApplication(ctx)).clinic.documents[2]).toMatchObject({
      review: 'accepted',
      note: null,
    });
    await approve(clinicId);
  });

  it.each(['pending', 'infected', 'failed'] as const)(
    'accepts nothing whose scan is %s',
    async (scan) => {
      const app = await some('documents');
      const documentId = await someDocument(staff(), app, { scan });
      expect(await outcome(acceptDocument(staff(), { documentId }))).toBe('event_refused');
    },
  );

  it('finds no document that is of no clinic yet, or that is not there', async () => {
    const phone = '+16465559999';
    const documentId = await someDocument(staff(), { phone, clinicId: null });
    for (const id of [documentId, newId(), 'nonsense'])
      expect(await outcome(acceptDocument(staff(), { documentId: id }))).toBe('not_found');
    expect(await outcome(addNote(staff(), { clinicId: newId(), text: 'x' }))).toBe('not_found');
    expect(await outcome(approve(newId()))).toBe('not_found');
  });

  it('stops with a rejection of the whole', async () => {
    const { documents, clinicId } = await some('complete');
    await withTransaction(staff(), (tx) =>
      rejectApplication(tx, { clinicId, reason: 'The clinic has closed.' }),
    );
    const late = outcome(acceptDocument(staff(), { documentId: documents[0]! }));
    expect(await late).toBe('event_refused');
  });

  it('keeps the notes of staff from the clinic', async () => {
    const { clinicId, ctx } = await some('complete');
    await addNote(staff(), { clinicId, text: 'Called the chamber: canary-5512.' });
    expect(JSON.stringify(await ownApplication(ctx))).not.toContain('canary-5512');
    const { rows: audited } = await kit.services.database.pool.query(
      `select * from platform.audit_entry where action = 'clinic-onboarding.note'`,
    );
    expect(JSON.stringify(audited)).not.toContain('canary-5512');
  });
});
