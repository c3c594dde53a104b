import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { approveApplication, changeDetails, rejectApplication } from './commands.server';
import { clinicForStaff, readClinicForStaff } from './staff.server';
import { acceptDocument, askDocumentAgain, listDocuments } from './reviews.server';
import { ownApplication } from './queries.server';
import type { ClinicDetails } from './schemas';
import { someApplication, type SomeApplication, someDetails, someDocument } from './testing';
import { someReviewer } from '../../tests/kit/clinics';
import { outcome } from '../../tests/kit/identity';
import { deadlocks } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const reviewer = someReviewer();
const staff = (): CtxOf<'staff'> => kit.ctx(someReviewer());
const some = (at: 'complete' | 'accepted', by = reviewer) =>
  someApplication(kit.ctx(system('test')), by, { at });
const approve = (ctx: CtxOf<'staff'>, clinicId: string, version?: string) =>
  withTransaction(ctx, (tx) => approveApplication(tx, { clinicId, version }));
const reject = (ctx: CtxOf<'staff'>, clinicId: string, version?: string) =>
  withTransaction(ctx, (tx) => rejectApplication(tx, { clinicId, reason: 'No.', version }));
const change = ({ ctx }: SomeApplication, more: Partial<ClinicDetails>) =>
  changeDetails(ctx, { details: someDetails(more) });
const documentsAt = async (ctx: CtxOf<'staff'>, clinicId: string) =>
  (
    await listDocuments(ctx, {
      filter: { clinicId },
      sort: { field: 'createdAt', order: 'ASC' },
      offset: 0,
      limit: 100,
      bulk: false,
    })
  ).rows;
const reviewsOf = async ({ ctx }: SomeApplication) =>
  (await ownApplication(ctx)).clinic.documents.map(({ review }) => review);

const everything = {
  clinicName: 'Another Clinic',
  doctorName: 'Dr. Somebody Else',
  licenseNumber: 'XX-1',
  city: 'Ankara',
} as const;

describe('what a clinic changes after its documents were accepted', () => {
  it('is not approved by those who accepted what was there before', async () => {
    const ctx = kit.ctx(reviewer);
    const app = await some('accepted');
    const { clinicId } = app;
    await change(app, everything);
    expect(await outcome(approve(ctx, clinicId))).toBe('version_conflict');
    expect(await outcome(reject(ctx, clinicId))).toBe('version_conflict');
    const seen = await readClinicForStaff(ctx, clinicId);
    expect(seen).toMatchObject({ ...everything, status: 'pending' });
    expect(seen.unaccepted).toHaveLength(4);
    expect(await outcome(approve(ctx, clinicId, seen.version))).toBe('event_refused');
    for (const documentId of app.documents) await acceptDocument(ctx, { documentId });
    await approve(ctx, clinicId);
    expect((await clinicForStaff(ctx, clinicId)).status).toBe('approved');
  });

  it('cannot be waved through document by document by who did not look again', async () => {
    const ctx = kit.ctx(reviewer);
    const app = await some('accepted');
    await change(app, everything);
    for (const who of [ctx, staff()])
      for (const documentId of app.documents)
        expect(await outcome(acceptDocument(who, { documentId }))).toBe('version_conflict');
    expect(await reviewsOf(app)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  });

  it('is refused to a colleague too who has seen nothing of it', async () => {
    const app = await some('accepted');
    await change(app, { website: 'https://elsewhere.example.com/' });
    expect(await outcome(approve(staff(), app.clinicId))).toBe('version_conflict');
    await readClinicForStaff(staff(), app.clinicId);
    await approve(staff(), app.clinicId);
  });

  it.each([
    [{ doctorName: 'Dr. B' }, ['waiting', 'accepted', 'waiting', 'accepted']],
    [{ licenseNumber: 'B' }, ['waiting', 'accepted', 'accepted', 'accepted']],
    [{ specialties: ['Hair Transplant'] }, ['waiting', 'accepted', 'accepted', 'accepted']],
    [{ clinicName: 'B' }, ['accepted', 'waiting', 'accepted', 'waiting']],
    [{ city: 'B' }, ['accepted', 'waiting', 'accepted', 'waiting']],
    [{ country: 'B' }, ['waiting', 'waiting', 'accepted', 'waiting']],
    [{ description: 'B' }, ['accepted', 'accepted', 'accepted', 'accepted']],
    [{}, ['accepted', 'accepted', 'accepted', 'accepted']],
  ] as Array<[Partial<ClinicDetails>, string[]]>)(
    'reopens the documents that prove it: %j',
    async (more, reviews) => {
      const app = await some('accepted');
      await change(app, more);
      expect(await reviewsOf(app)).toEqual(reviews);
      const { unaccepted, history } = await clinicForStaff(staff(), app.clinicId);
      expect(unaccepted).toHaveLength(reviews.filter((each) => each === 'waiting').length);
      expect(history.at(-1)!.kind).toBe(
        unaccepted.length > 0 ? 'documents-reopened' : 'details-changed',
      );
    },
  );

  it('is told to the clinic and in the history, and the clinic need not upload again', async () => {
    const app = await some('accepted');
    await change(app, { doctorName: 'Dr. B' });
    const { clinic, stage, activity } = await ownApplication(app.ctx);
    expect(stage).toBe('review');
    expect(clinic.documents.map(({ reopened }) => reopened)).toEqual([true, false, true, false]);
    expect(activity.slice(-2)).toMatchObject([
      { kind: 'details-changed', facts: { fields: 'doctorName' } },
      { kind: 'documents-reopened', facts: { kinds: expect.stringContaining('professional-id') } },
    ]);
    const ctx = staff();
    await readClinicForStaff(ctx, app.clinicId);
    await acceptDocument(ctx, { documentId: app.documents[0]! });
    expect((await ownApplication(app.ctx)).clinic.documents[0]).toMatchObject({
      reopened: false,
      review: 'accepted',
    });
  });
});

describe('a decision with the version that was looked at', () => {
  it('is taken while that stands, and changes nothing otherwise', async () => {
    const app = await some('accepted');
    const { clinicId } = app;
    const before = (await readClinicForStaff(staff(), clinicId)).version;
    await change(app, { description: 'Something else.' });
    const after = (await readClinicForStaff(staff(), clinicId)).version;
    for (const wrong of [before, 'x', after.slice(1)]) {
      expect(await outcome(approve(staff(), clinicId, wrong))).toBe('version_conflict');
      expect(await outcome(reject(staff(), clinicId, wrong))).toBe('version_conflict');
    }
    expect((await clinicForStaff(staff(), clinicId)).status).toBe('pending');
    await approve(staff(), clinicId, after);
  });

  it('meets an upload that came meanwhile', async () => {
    const app = await some('accepted');
    const ctx = staff();
    const { version } = await readClinicForStaff(ctx, app.clinicId);
    await someDocument(kit.ctx(system('test')), app, { kind: 'insurance' });
    expect(await outcome(approve(ctx, app.clinicId, version))).toBe('version_conflict');
    expect(await outcome(approve(ctx, app.clinicId))).toBe('version_conflict');
    await readClinicForStaff(ctx, app.clinicId);
    await approve(ctx, app.clinicId);
  });

  it('is one of a single document where only its own statements count', async () => {
    const app = await some('complete');
    const [licence, registration] = await documentsAt(staff(), app.clinicId);
    await change(app, { licenseNumber: 'B' });
    const sent = (doc = licence!) => ({ documentId: doc.id, version: doc.version });
    expect(await outcome(acceptDocument(staff(), sent()))).toBe('version_conflict');
    await acceptDocument(staff(), sent(registration));
    const [fresh] = await documentsAt(staff(), app.clinicId);
    await acceptDocument(staff(), sent(fresh));
  });
});

describe('two reviewers on one document', () => {
  it('meet a conflict: the slower one is refused, whatever that one wants', async () => {
    for (const named of [true, false]) {
      const { clinicId, documents } = await some('complete');
      const [a, b] = [staff(), staff()];
      const shown = await Promise.all([a, b].map((each) => readClinicForStaff(each, clinicId)));
      expect(shown[0]!.version).toBe(shown[1]!.version);
      const documentId = documents[0]!;
      const version = named ? (await documentsAt(a, clinicId))[0]!.version : undefined;
      await acceptDocument(a, { documentId, version });
      const late = { documentId, note: 'Cut off.', version };
      expect(await outcome(askDocumentAgain(b, late))).toBe('version_conflict');
      expect((await documentsAt(a, clinicId))[0]).toMatchObject({ review: 'accepted', note: null });
      await readClinicForStaff(b, clinicId);
      await askDocumentAgain(b, { documentId, note: 'Cut off.' });
    }
  });

  it('of fifty at once one decides, with the version and without', async () => {
    for (const named of [true, false]) {
      const { clinicId, documents } = await some('complete');
      const documentId = documents[1]!;
      const version = named ? (await documentsAt(staff(), clinicId))[1]!.version : undefined;
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          outcome(
            n % 2
              ? acceptDocument(staff(), { documentId, version })
              : askDocumentAgain(staff(), { documentId, note: `Cut off ${n}.`, version }),
          ),
        ),
      );
      expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(['ok', 'event_refused', 'version_conflict']));
    }
  });
});

describe('a change of details and a decision at the same moment', () => {
  it('never lets in what was not looked at', async () => {
    const before = await deadlocks(kit);
    const met = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const app = await some('accepted');
      const ctx = kit.ctx(reviewer);
      const { version } = await readClinicForStaff(ctx, app.clinicId);
      const acts = [
        () => outcome(approve(ctx, app.clinicId, round % 3 ? version : undefined)),
        () => outcome(change(app, everything)),
      ];
      if (round % 2) acts.reverse();
      const came = await Promise.all(acts.map((act) => act()));
      if (round % 2) came.reverse();
      met.add(came.join());
      const now = await clinicForStaff(ctx, app.clinicId);
      if (came[0] === 'ok') expect(now).toMatchObject({ status: 'approved', city: 'Istanbul' });
      else expect(now).toMatchObject({ status: 'pending', ...everything });
    }
    expect([...met].every((each) => each !== 'ok,ok')).toBe(true);
    expect(await deadlocks(kit)).toBe(before);
  }, 60_000);

  it('never leaves a document accepted for what it does not prove', async () => {
    const before = await deadlocks(kit);
    for (let round = 0; round < 20; round += 1) {
      const app = await some('complete');
      const rows = await documentsAt(staff(), app.clinicId);
      await Promise.all([
        ...rows.map(({ id, version }) =>
          outcome(acceptDocument(staff(), { documentId: id, version })),
        ),
        change(app, everything),
      ]);
      expect(await reviewsOf(app)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    }
    expect(await deadlocks(kit)).toBe(before);
  }, 60_000);
});
