import { and, eq, or } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { advance } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import * as twins from './index.server';
import { branch, finding, goneMark, mark } from './tables.server';
import { mostPerMark } from './values';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  const { db } = kit.ctx();
  for (const table of [mark, finding, branch, goneMark]) await db.delete(table);
});

type Traits = twins.ClinicTraits;

const someTraits = (more: Partial<Traits> = {}): Traits => ({
  clinicId: newId(),
  licenseNumber: '',
  phone: null,
  website: null,
  description: '',
  documents: [],
  pictures: [],
  ...more,
});

const look = (traits: Traits): Promise<number> =>
  withTransaction(kit.ctx(system('test')), (tx) => twins.lookAtClinic(tx, traits));
const lookAtPhoto = (photo: Partial<twins.PhotoTraits> & { hash: string }): Promise<number> =>
  withTransaction(kit.ctx(system('test')), (tx) =>
    twins.lookAtPhotos(tx, [
      { id: newId(), patientId: newId(), leadId: newId(), colours: null, guided: false, ...photo },
    ]),
  );
const found = (clinicId: string) =>
  kit
    .ctx()
    .db.select()
    .from(finding)
    .where(or(eq(finding.clinicId, clinicId), eq(finding.otherId, clinicId)));
const kinds = async (clinicId: string) => (await found(clinicId)).map(({ kind }) => kind).sort();
const staff = (): CtxOf<'staff'> => kit.ctx(someReviewer());

const hash = (bits = 0n): string => (0x1234_5678_9abc_def0n ^ bits).toString(16).padStart(16, '0');
const picture = (value = hash(), colours: string | null = null) => ({
  id: newId(),
  hash: value,
  colours,
});
const document = (sha256 = 'a'.repeat(64)) => ({ id: newId(), sha256 });
const words = `We are a small clinic by the sea. Our dentists place implants and crowns, and every plan is made from a scan of
your jaw by the dentist who treats you. You stay in a hotel nearby, and a driver meets you at the airport.`;

describe('two clinics', () => {
  it('are found by everything that they share, whoever of them comes second', async () => {
    const one = someTraits({
      ...{ licenseNumber: 'TR 12-345', phone: '+902125550101', website: 'https://www.a.example/' },
      ...{ description: words, documents: [document()], pictures: [picture()] },
    });
    const two = someTraits({
      ...{ licenseNumber: 'tr12345', phone: '+90 212 555 01 01', website: 'https://a.example/tr' },
      description: words.replace('hotel', 'house'),
      documents: [document()],
      pictures: [picture(hash(0b111n))],
    });
    expect(await look(one)).toBe(0);
    expect(await look(two)).toBe(6);
    const all = ['description', 'document', 'licence', 'phone', 'picture', 'website'];
    expect(await kinds(one.clinicId)).toEqual(all);
    expect(await kinds(two.clinicId)).toEqual(all);
    // What is there already finds nothing again, nor what the clinic hands in once more.
    expect(await look(two)).toBe(0);
    expect(await look({ ...two, documents: [document()], pictures: [picture(hash(0b111n))] })).toBe(
      0,
    );
  });

  it('share nothing with what is their own, or with what differs', async () => {
    const clinicId = newId();
    await look(someTraits({ clinicId, documents: [document()], pictures: [picture()] }));
    expect(await look(someTraits({ clinicId, pictures: [picture(hash(1n))] }))).toBe(0);
    const far = someTraits({ licenseNumber: 'TR-777', pictures: [picture(hash(0xf000_0000n))] });
    expect(await look(far)).toBe(0);
  });

  it('are found by a detail that one of them has changed since', async () => {
    const clinicId = newId();
    await look(someTraits({ clinicId, licenseNumber: 'TR-111' }));
    await look(someTraits({ clinicId, licenseNumber: 'TR-222' }));
    expect(await look(someTraits({ licenseNumber: 'TR-111' }))).toBe(1);
  });

  it('that register at once, fifty of them, are found: each pair of a number once', async () => {
    const numbers = Array.from({ length: 25 }, (_, n) => `AB-${1_000 + n}`);
    const all = numbers.flatMap((licenseNumber, n) => {
      const bits = BigInt(n) * 0x0101_0101_0101_0101n;
      return [0, 1].map(() => someTraits({ licenseNumber, pictures: [picture(hash(bits))] }));
    });
    await Promise.all(all.map(look));
    for (const { clinicId } of all) {
      const own = (await found(clinicId)).filter(({ kind }) => kind === 'licence');
      expect(own).toHaveLength(1);
    }
  });

  it('are as many as ten for one mark, and more are said to be there', async () => {
    for (let n = 0; n < mostPerMark; n += 1) await look(someTraits({ pictures: [picture()] }));
    const last = someTraits({ pictures: [picture()] });
    expect(await look(last)).toBe(mostPerMark);
    expect((await found(last.clinicId)).every(({ more }) => !more)).toBe(true);
    const next = someTraits({ pictures: [picture()] });
    expect(await look(next)).toBe(mostPerMark);
    expect((await found(next.clinicId)).every(({ more }) => more)).toBe(true);
  });
});

describe('a patient’s photo', () => {
  it('is found among pictures of clinics and the other way round, and not among photos', async () => {
    const clinic = someTraits({ pictures: [picture()] });
    await look(clinic);
    expect(await lookAtPhoto({ hash: hash(1n) })).toBe(1);
    expect(await lookAtPhoto({ hash: hash(0xffff_0000_0000n) })).toBe(0);
    const later = someTraits({ pictures: [picture(hash(0xffff_0000_0000n))] });
    expect(await look(later)).toBe(1);
    expect(await kinds(later.clinicId)).toEqual(['photo']);
  });

  it('for a view needs the same colours as well; without any, hardly a bit may differ', async () => {
    const [red, blue] = ['ff0000'.repeat(9), '0000ff'.repeat(9)];
    await look(someTraits({ pictures: [picture(hash(), red)] }));
    const guided = { guided: true, hash: hash(0b11n) };
    expect(await lookAtPhoto({ ...guided, colours: blue })).toBe(0);
    expect(await lookAtPhoto({ ...guided, colours: null })).toBe(0);
    expect(await lookAtPhoto({ ...guided, hash: hash(1n) })).toBe(1);
    expect(await lookAtPhoto({ ...guided, colours: red })).toBe(1);
    expect(await lookAtPhoto({ ...guided, guided: false, colours: blue })).toBe(1);
  });

  it('leaves no mark and no finding when its person or its request is forgotten', async () => {
    const clinic = someTraits({ pictures: [picture()] });
    await look(clinic);
    const [patientId, leadId] = [newId(), newId()];
    await lookAtPhoto({ hash: hash(), patientId });
    await lookAtPhoto({ hash: hash(), leadId });
    expect(await found(clinic.clinicId)).toHaveLength(2);
    const { personData, forgetPhotosOf } = twins;
    while ((await personData.erase(kit.ctx(), { kind: 'patient', id: patientId })) === 'more');
    expect(await forgetPhotosOf(kit.ctx(), [leadId])).toBe(2);
    expect(await found(clinic.clinicId)).toEqual([]);
    expect(await kit.ctx().db.select().from(mark).where(eq(mark.kind, 'photo'))).toEqual([]);
  });
});

describe('a decision', () => {
  const pair = async () => {
    const [one, two] = [{ licenseNumber: 'TR-9999', documents: [document()] }, {}];
    const [a, b] = [someTraits(one), someTraits({ ...one, ...two })];
    await look(a);
    await look(b);
    return { a, b, findings: await found(a.clinicId) };
  };
  const approvable = (clinicId: string) =>
    withTransaction(kit.ctx(system('test')), (tx) => twins.requireExplained(tx, { clinicId }));
  const reason = 'The same people, as their contract shows.';

  it('explains a finding once, also when fifty ask at once', async () => {
    const { b, findings } = await pair();
    await expect(approvable(b.clinicId)).rejects.toMatchObject({
      code: 'event_refused',
      details: { reason: 'twins', values: { count: 2 } },
    });
    for (const { id: findingId } of findings) {
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, () => twins.explainFinding(staff(), { findingId, reason })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused.every((error) => (error as { code: string }).code === 'event_refused')).toBe(
        true,
      );
    }
    await approvable(b.clinicId);
  });

  it('allows branches as a pair: nothing of the two is found again, with others it is', async () => {
    const { a, b, findings } = await pair();
    // Fifty at once, by either of the two findings.
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        twins.allowBranch(staff(), { findingId: findings[n % 2]!.id, reason }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(new Set(refused.map((error) => (error as { code: string }).code))).toEqual(
      new Set(['event_refused']),
    );
    expect((await found(a.clinicId)).map(({ state }) => state)).toEqual(['branch', 'branch']);
    const news = { pictures: [picture()] };
    await look({ ...a, ...news });
    expect(await look({ ...b, ...news })).toBe(0);
    expect(await look(someTraits(news))).toBe(2);
    await approvable(a.clinicId).catch(() => undefined);
  });

  it('is none about what is unknown, and no photo is a branch', async () => {
    await look(someTraits({ pictures: [picture()] }));
    await lookAtPhoto({ hash: hash() });
    const [row] = await kit.ctx().db.select().from(finding);
    await expect(twins.allowBranch(staff(), { findingId: row!.id, reason })).rejects.toMatchObject({
      code: 'event_refused',
    });
    await expect(
      twins.explainFinding(staff(), { findingId: newId(), reason }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a clinic that left', () => {
  const erase = async (id: string) => {
    while ((await twins.personData.erase(kit.ctx(), { kind: 'clinic', id })) === 'more');
  };

  it('is known again by keyed hashes for 24 months, from which nothing can be read', async () => {
    const shared = { licenseNumber: 'TR-4444', documents: [document()] };
    const [left, stays] = [
      someTraits({ ...shared, website: 'https://b.example' }),
      someTraits(shared),
    ];
    await look(left);
    await look(stays);
    await erase(left.clinicId);
    const text = JSON.stringify([
      await kit.ctx().db.select().from(goneMark),
      await kit.ctx().db.select().from(mark).where(eq(mark.ownerId, left.clinicId)),
    ]);
    for (const secret of [left.clinicId, 'tr4444', 'a'.repeat(64), 'b.example'])
      expect(text).not.toContain(secret);
    // Whoever shared something with it is still asked about.
    const open = await found(stays.clinicId);
    expect(open.map(({ kind, otherKind }) => [kind, otherKind]).sort()).toEqual([
      ['document', 'gone'],
      ['licence', 'gone'],
    ]);
    expect(
      open.every(
        ({ clinicId, otherId }) => clinicId === stays.clinicId && otherId !== left.clinicId,
      ),
    ).toBe(true);
    const again = someTraits({ licenseNumber: 'tr 4444' });
    expect(await look(again)).toBe(2);
    await advance(kit.services, days(731));
    expect(await twins.forgetGone(kit.ctx())).toBeGreaterThan(0);
    expect(await kit.ctx().db.select().from(goneMark)).toEqual([]);
    expect(
      await kit
        .ctx()
        .db.select()
        .from(finding)
        .where(and(eq(finding.otherKind, 'gone'))),
    ).toEqual([]);
  });
});
