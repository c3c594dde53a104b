import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { approveApplication, suspendClinic } from './commands.server';
import { keepDocuments, removeDocument } from './documents/documents.server';
import { recordFindings } from './documents/files.server';
import { ownApplication } from './queries.server';
import { acceptDocument, askDocumentAgain, listDocuments, setEndDate } from './reviews.server';
import { clinicForStaff } from './staff.server';
import { someApplication, type SomeApplication, someDocument } from './testing';
import { requiredKinds } from './values';
import { remindOfEnds } from './reminders.server';
import { mayOffer } from './verifications.server';
import { someReviewer } from '../../tests/kit/clinics';
import { advance, resetClock, setClock } from '../../tests/kit/clock';
import { outcome } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
const start = new Date('2027-01-01T12:00:00Z');
beforeEach(async () => {
  await resetClock(kit.services);
  await setClock(kit.services, start);
});

const reviewer = someReviewer();
const staff = () => kit.ctx(reviewer);
const own = () => kit.ctx(system('test'));

/** An approved clinic whose license ends on the day given, and nothing else. */
async function approved(validUntil: string | null): Promise<SomeApplication> {
  const app = await someApplication(own(), reviewer, { at: 'complete' });
  const [license, ...rest] = app.documents;
  await acceptDocument(staff(), { documentId: license!, validUntil });
  for (const documentId of rest) await acceptDocument(staff(), { documentId });
  await withTransaction(staff(), (tx) => approveApplication(tx, { clinicId: app.clinicId }));
  return app;
}
const happened = async ({ ctx }: SomeApplication, kind: string) =>
  (await ownApplication(ctx)).activity.filter((one) => one.kind === kind);
const recordOf = (clinicId: string) => clinicForStaff(staff(), clinicId);
const documentsOf = async (clinicId: string) =>
  (
    await listDocuments(staff(), {
      filter: { clinicId },
      sort: { field: 'createdAt', order: 'ASC' },
      offset: 0,
      limit: 100,
      bulk: false,
    })
  ).rows;

describe('the end of what was verified', () => {
  it('stops new offers on the day after, and only then', async () => {
    const { clinicId } = await approved('2027-01-10');
    const open = await approved(null);
    await setClock(kit.services, new Date('2027-01-10T23:59:00Z'));
    expect(await mayOffer(own(), clinicId)).toBe(true);
    await setClock(kit.services, new Date('2027-01-11T00:00:01Z'));
    expect(await mayOffer(own(), clinicId)).toBe(false);
    expect(await mayOffer(own(), open.clinicId)).toBe(true);
    expect((await recordOf(clinicId)).verifications[0]).toMatchObject({
      kind: 'medical-license',
      until: '2027-01-10',
      ended: true,
    });
  });

  it('is none for a clinic that is not approved, suspended or unknown', async () => {
    const { clinicId } = await someApplication(own(), reviewer, { at: 'accepted' });
    const suspended = await approved(null);
    await withTransaction(staff(), (tx) =>
      suspendClinic(tx, { clinicId: suspended.clinicId, reason: 'No.' }),
    );
    const unknown = 'd2c0ffee-0000-4000-8000-000000000000';
    for (const id of [clinicId, suspended.clinicId, unknown, 'nonsense'])
      expect(await mayOffer(own(), id)).toBe(false);
  });

  it('is told 60, 30 and 7 days before, and when it is there: once each, also by ten workers', async () => {
    const app = await approved('2027-04-01');
    const counts: number[] = [];
    for (const day of ['2027-01-30', '2027-01-31', '2027-03-01', '2027-03-03', '2027-03-25']) {
      await setClock(kit.services, new Date(`${day}T08:00:00Z`));
      await Promise.all(Array.from({ length: 10 }, () => remindOfEnds(own())));
      counts.push((await happened(app, 'verification-ending')).length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 3]);
    expect(await happened(app, 'verification-ended')).toEqual([]);
    await setClock(kit.services, new Date('2027-04-02T00:10:00Z'));
    await Promise.all(Array.from({ length: 10 }, () => remindOfEnds(own())));
    expect(await happened(app, 'verification-ended')).toMatchObject([
      { facts: { kind: 'medical-license', until: '2027-04-01' } },
    ]);
    await advance(kit.services, days(100));
    expect(await remindOfEnds(own())).toBe(0);
  });

  it('is told once for several files that end together, and by the shortest notice that is due', async () => {
    const app = await someApplication(own(), reviewer, { at: 'complete' });
    const second = await someDocument(own(), app, { kind: 'medical-license' });
    const validUntil = '2027-01-05';
    for (const documentId of [...app.documents, second])
      await acceptDocument(staff(), { documentId, validUntil });
    await withTransaction(staff(), (tx) => approveApplication(tx, { clinicId: app.clinicId }));
    expect(await remindOfEnds(own())).toBe(requiredKinds.length);
    expect(await happened(app, 'verification-ending')).toHaveLength(requiredKinds.length);
    expect(await remindOfEnds(own())).toBe(0);
  });

  it('is corrected by staff, and told by the new day', async () => {
    const app = await approved('2027-01-05');
    const documentId = app.documents[0]!;
    await remindOfEnds(own());
    const set = (validUntil: string | null) => setEndDate(staff(), { documentId, validUntil });
    expect(await outcome(set('2026-12-31'))).toBe('validation_failed');
    expect(await outcome(set('2099-01-01'))).toBe('validation_failed');
    await set('2027-01-20');
    expect(await remindOfEnds(own())).toBe(1);
    await set(null);
    expect((await recordOf(app.clinicId)).verifications[0]!.until).toBeNull();
    expect(await remindOfEnds(own())).toBe(0);
    const stranger = kit.ctx(someReviewer());
    expect(await outcome(setEndDate(stranger, { documentId, validUntil: null }))).toBe(
      'version_conflict',
    );
  });

  it('is never set before today, nor on what was not accepted', async () => {
    const { documents } = await someApplication(own(), reviewer, { at: 'complete' });
    const documentId = documents[0]!;
    for (const validUntil of ['2026-12-31', '2077-01-02'])
      expect(await outcome(acceptDocument(staff(), { documentId, validUntil }))).toBe(
        'validation_failed',
      );
    expect(await outcome(setEndDate(staff(), { documentId, validUntil: null }))).toBe(
      'event_refused',
    );
    await acceptDocument(staff(), { documentId, validUntil: '2027-01-01' });
  });
});

describe('a document of an approved clinic', () => {
  it('is handed in anew, waits for staff, and takes the place of the old one once it is accepted', async () => {
    const { clinicId, phone, documents } = await approved('2027-01-05');
    await setClock(kit.services, new Date('2027-01-06T08:00:00Z'));
    const front = await someDocument(own(), { phone, clinicId }, { kind: 'medical-license' });
    const back = await someDocument(own(), { phone, clinicId }, { kind: 'medical-license' });
    expect((await recordOf(clinicId)).verifications[0]!.until).toBe('2027-01-05');
    expect(await mayOffer(own(), clinicId)).toBe(false);
    await acceptDocument(staff(), { documentId: front, validUntil: '2029-01-01' });
    await acceptDocument(staff(), { documentId: back, validUntil: '2028-01-01' });
    expect(await mayOffer(own(), clinicId)).toBe(true);
    expect((await recordOf(clinicId)).verifications[0]!.until).toBe('2028-01-01');
    const superseded = (await documentsOf(clinicId)).filter((one) => one.supersededAt !== null);
    expect(superseded.map(({ id }) => id)).toEqual([documents[0]]);
    expect(superseded[0]!.allowedEvents).toEqual([]);
  });

  it('is accepted once by ten at once', async () => {
    const { clinicId, phone } = await approved(null);
    const documentId = await someDocument(own(), { phone, clinicId }, { kind: 'insurance' });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        outcome(acceptDocument(kit.ctx(someReviewer()), { documentId })),
      ),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
  });

  it('that turns out infected is asked for again, stops offers, and is mended by another one', async () => {
    const app = await approved(null);
    const { clinicId, phone, documents } = app;
    await recordFindings(own(), { id: documents[0]!, scan: 'infected', warnings: [] });
    expect(await mayOffer(own(), clinicId)).toBe(false);
    expect(await happened(app, 'document-asked-again')).toHaveLength(1);
    const documentId = await someDocument(own(), { phone, clinicId }, { kind: 'medical-license' });
    await acceptDocument(staff(), { documentId });
    expect(await mayOffer(own(), clinicId)).toBe(true);
  });

  it('can be asked for again by staff', async () => {
    const { clinicId, documents } = await approved(null);
    await askDocumentAgain(staff(), { documentId: documents[1]!, note: 'It cannot be read.' });
    expect(await mayOffer(own(), clinicId)).toBe(false);
    expect((await documentsOf(clinicId))[1]).toMatchObject({
      review: 'asked-again',
      note: 'It cannot be read.',
    });
  });

  it('waits in the queue of staff for as long as nobody has looked', async () => {
    const { clinicId, phone, ctx } = await approved(null);
    const file = (n: number) => ({
      storageKey: `document/${clinicId}-${n}`,
      name: 'new.pdf',
      contentType: 'application/pdf',
      bytes: 100,
      sha256: 'a'.repeat(64),
      uploadSha256: 'b'.repeat(64),
      warnings: [],
    });
    const keep = (n: number) =>
      withTransaction(ctx, (tx) => keepDocuments(tx, { kind: 'insurance', files: [file(n)] }));
    const [id] = await keep(1);
    expect((await recordOf(clinicId)).checksSince).not.toBeNull();
    await removeDocument(ctx, { id: id! });
    expect((await recordOf(clinicId)).checksSince).toBeNull();
    for (let n = 2; n <= 6; n += 1) await keep(n);
    expect(await outcome(keep(7))).toBe('event_refused');
    const accepted = (await documentsOf(clinicId))[0]!;
    expect(await outcome(removeDocument(ctx, { id: accepted.id }))).toBe('event_refused');
    expect(phone).toBe(ctx.actor.phone);
  });
});
