import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import { clearSetting, writeSetting } from '#platform/settings/settings';
import { approveApplication } from './commands.server';
import { publicClinicAt } from './directory.server';
import { ownApplication } from './queries.server';
import { remindOfRequirements } from './reminders.server';
import { acceptDocument, listDocuments, setEndDate } from './reviews.server';
import { type DocumentRequirement, documentRequirements, legalKindsOf } from './rules';
import { clinicForStaff } from './staff.server';
import { someApplication, type SomeApplication, someDocument } from './testing';
import type { DocumentKind } from './values';
import { mayOffer } from './verifications.server';
import { someReviewer } from '../../tests/kit/clinics';
import { resetClock, setClock } from '../../tests/kit/clock';
import { outcome } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  await setClock(kit.services, new Date('2027-01-01T12:00:00Z'));
  await clearSetting(own(), documentRequirements.key);
});

const reviewer = someReviewer();
const staff = () => kit.ctx(reviewer);
const own = () => kit.ctx(system('test'));
const kind = 'complication-insurance';

const rule = (more: Partial<DocumentRequirement> = {}): DocumentRequirement => ({
  ...{ kind, countries: ['TR'], specialties: [], from: '2027-04-01' },
  ...more,
});
const require = (...rules: DocumentRequirement[]) =>
  writeSetting(own(), documentRequirements, rules);
const at = (instant: string) => setClock(kit.services, new Date(instant));

async function approved(details = {}): Promise<SomeApplication> {
  const app = await someApplication(own(), reviewer, { at: 'accepted', details });
  await withTransaction(staff(), (tx) => approveApplication(tx, { clinicId: app.clinicId }));
  return app;
}
const read = { number: 'KS-2027-0001', issuer: 'Example Insurance' };
async function insured(app: SomeApplication): Promise<string> {
  const documentId = await someDocument(own(), app, { kind });
  await acceptDocument(staff(), { documentId, ...read, validUntil: '2028-01-01' });
  return documentId;
}
const happened = async ({ ctx }: SomeApplication, word: string) =>
  (await ownApplication(ctx)).activity.filter((one) => one.kind === word);

describe('a requirement', () => {
  const turkish = { country: 'Turkey', specialties: ['Dental Treatment' as const] };
  const found = (rules: DocumentRequirement[], of = turkish, day = '2027-04-01') =>
    legalKindsOf(rules, of, day);

  it.each(['Turkey', 'TURKEY', ' Türkiye ', 'TÜRKİYE', 'turkiye', 'TR'])(
    'is about clinics that write %j',
    (country) => {
      expect(found([rule()], { ...turkish, country })).toHaveLength(1);
    },
  );

  it.each(['Turkmenistan', 'Germany', 'T', ''])('is not about clinics that write %j', (country) => {
    expect(found([rule()], { ...turkish, country })).toEqual([]);
  });

  it('is about clinics that offer one of its treatments', () => {
    expect(found([rule({ specialties: ['Hair Transplant'] })])).toEqual([]);
    expect(found([rule({ specialties: ['Hair Transplant', 'Dental Treatment'] })])).toHaveLength(1);
  });

  it('holds from its first day on, of several from the earliest', () => {
    const rules = [rule({ from: '2027-06-01' }), rule()];
    expect(found(rules, turkish, '2027-03-31')).toEqual([
      { kind, from: '2027-04-01', inForce: false },
    ]);
    expect(found(rules)).toEqual([{ kind, from: '2027-04-01', inForce: true }]);
  });
});

describe('from the day on which a law requires a kind', () => {
  it('approved clinics without it send no new offers, and not a moment before', async () => {
    const [lacking, ready, abroad] = [
      await approved(),
      await approved(),
      await approved({ country: 'Germany' }),
    ];
    await insured(ready);
    await require(rule());
    await at('2027-03-31T23:59:59Z');
    for (const { clinicId } of [lacking, ready, abroad])
      expect(await mayOffer(own(), clinicId)).toBe(true);
    await at('2027-04-01T00:00:01Z');
    expect(await mayOffer(own(), lacking.clinicId)).toBe(false);
    expect(await mayOffer(own(), ready.clinicId)).toBe(true);
    expect(await mayOffer(own(), abroad.clinicId)).toBe(true);
    expect(await clinicForStaff(staff(), lacking.clinicId)).toMatchObject({
      mayOffer: false,
      legal: [{ kind, from: '2027-04-01', inForce: true }],
    });
    await insured(lacking);
    expect(await mayOffer(own(), lacking.clinicId)).toBe(true);
  });

  it('no application is approved without it, and complete ones wait for it', async () => {
    const app = await someApplication(own(), reviewer, { at: 'accepted' });
    await require(rule());
    await at('2027-04-01T06:00:00Z');
    const approve = () =>
      withTransaction(staff(), (tx) => approveApplication(tx, { clinicId: app.clinicId }));
    expect(await outcome(approve())).toBe('event_refused');
    await Promise.all(Array.from({ length: 5 }, () => remindOfRequirements(own())));
    expect(await ownApplication(app.ctx)).toMatchObject({ stage: 'documents', missing: [kind] });
    await insured(app);
    expect(await ownApplication(app.ctx)).toMatchObject({ stage: 'review', missing: [] });
    await approve();
    expect(await mayOffer(own(), app.clinicId)).toBe(true);
  });
});

describe('clinics that lack what will be required', () => {
  it('are reminded 60, 30 and 7 days before and on the day, once each, also by ten workers', async () => {
    const app = await approved();
    await require(rule());
    const counts: number[] = [];
    for (const day of ['2027-01-30', '2027-01-31', '2027-03-01', '2027-03-03', '2027-03-25']) {
      await at(`${day}T08:00:00Z`);
      await Promise.all(Array.from({ length: 10 }, () => remindOfRequirements(own())));
      counts.push((await happened(app, 'document-due')).length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 3]);
    expect(await happened(app, 'document-overdue')).toEqual([]);
    await at('2027-04-01T00:10:00Z');
    await Promise.all(Array.from({ length: 10 }, () => remindOfRequirements(own())));
    expect(await happened(app, 'document-overdue')).toMatchObject([
      { facts: { kind, from: '2027-04-01' } },
    ]);
    await at('2027-07-01T00:10:00Z');
    expect(await remindOfRequirements(own())).toBe(0);
  });

  it('are not reminded of what they have handed in, until the day comes and it is not accepted', async () => {
    const [waiting, ready] = [await approved(), await approved()];
    await someDocument(own(), waiting, { kind });
    await insured(ready);
    await require(rule());
    await at('2027-03-20T08:00:00Z');
    await remindOfRequirements(own());
    expect(await happened(waiting, 'document-due')).toEqual([]);
    await at('2027-04-01T08:00:00Z');
    await remindOfRequirements(own());
    expect(await happened(waiting, 'document-overdue')).toHaveLength(1);
    expect(await happened(ready, 'document-overdue')).toEqual([]);
  });

  it('go by the earliest of several requirements of one kind, and hear of no other', async () => {
    const app = await approved();
    await require(rule(), rule({ from: '2027-04-20', specialties: ['Dental Treatment'] }));
    await at('2027-04-01T08:00:00Z');
    for (let hour = 0; hour < 3; hour += 1) await remindOfRequirements(own());
    expect(await happened(app, 'document-due')).toEqual([]);
    expect(await happened(app, 'document-overdue')).toHaveLength(1);
  });

  it('are reminded anew when the first day is put off', async () => {
    const app = await approved();
    await require(rule());
    await at('2027-03-03T08:00:00Z');
    await remindOfRequirements(own());
    await require(rule({ from: '2027-05-01' }));
    await remindOfRequirements(own());
    expect(await happened(app, 'document-due')).toMatchObject([
      { facts: { from: '2027-04-01' } },
      { facts: { from: '2027-05-01' } },
    ]);
  });
});

describe('what a reviewer reads off such a document', () => {
  const documentOf = async (app: SomeApplication, id: string) =>
    (
      await listDocuments(staff(), {
        filter: { clinicId: app.clinicId },
        sort: { field: 'createdAt', order: 'ASC' },
        ...{ offset: 0, limit: 100, bulk: false },
      })
    ).rows.find((document) => document.id === id)!;
  const accepting = async (of: DocumentKind, more: object) => {
    const app = await someApplication(own(), reviewer);
    const documentId = await someDocument(own(), app, { kind: of });
    return outcome(acceptDocument(staff(), { documentId, ...more }));
  };

  it.each<[string, DocumentKind, object]>([
    ['without its number', kind, { issuer: read.issuer }],
    ['without its issuer', kind, { number: read.number }],
    ['with a find in days to come', kind, { ...read, foundOn: '2027-01-02' }],
    ['with a number that its kind does not have', 'insurance', { number: read.number }],
    ['with a find that its kind does not have', 'insurance', { foundOn: '2027-01-01' }],
  ])('is refused %s', async (_why, of, more) => {
    expect(await accepting(of, more)).toBe('validation_failed');
  });

  it('is kept with it, can be corrected, and stands on no public page', async () => {
    const app = await approved();
    const id = await insured(app);
    expect(await documentOf(app, id)).toMatchObject({ ...read, foundOn: null });
    const corrected = { validUntil: '2028-02-01', number: 'KS-2', foundOn: '2027-01-01' };
    await setEndDate(staff(), { documentId: id, ...corrected });
    expect(await documentOf(app, id)).toMatchObject({ ...corrected, issuer: read.issuer });
    const { slug } = await clinicForStaff(staff(), app.clinicId);
    const shown = await publicClinicAt(own(), slug!);
    expect(JSON.stringify(shown)).toContain('"complication-insurance"');
    expect(JSON.stringify(shown)).toContain('2028-02-01');
    for (const secret of ['KS-2', read.number, read.issuer])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });
});
