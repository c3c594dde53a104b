import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listQuery } from '#platform/lists/list';
import { findClinics } from './directory.server';
import { listDocuments } from './reviews.server';
import { clinicList, documentList } from './staff-schemas';
import { listClinics } from './staff.server';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await kit.services.database.pool.query(`
    insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country, specialties,
      license_number, experience, description, registered_at, status, decided_at, slug)
    select gen_random_uuid(), '+90' || (2120000000 + i), 'Clinic ' || lpad(i::text, 5, '0'), 'Dr. Elif Kaya', 'one@mail.invalid', 'Street 1',
      case when i % 10 = 0 then 'Bursa' else 'Istanbul' end, 'Turkey', case when i % 20 = 0 then '{Urology}' else '{Dermatology}' end::text[],
      'TR-' || i, '5-10', 'Two chairs.', '2026-01-01'::timestamptz + i * interval '1 minute',
      case when i % 2 = 0 then 'approved' else 'rejected' end, case when i % 3 > 0 then '2026-03-01'::timestamptz - i * interval '1 minute' end,
      'clinic-' || i
    from generate_series(1, 1600) i;
    insert into clinic_onboarding.document (id, phone, clinic_id, kind, name, content_type, bytes, sha256, storage_key, scan, warnings, review,
      created_at, removed_at)
    select gen_random_uuid(), phone, id, 'insurance', license_number || '-Insurance.pdf', 'application/pdf', 1000, 'none', 'document/' || id, 'clean',
      '{}', 'waiting', registered_at, case when license_number like '%7' then registered_at end
    from clinic_onboarding.clinic`);
});
afterAll(() => kit.close());

const ask = (given: Record<string, unknown>, definition: typeof clinicList | typeof documentList) =>
  listQuery(definition as typeof clinicList).parse(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)])),
  );
const clinics = (given: Record<string, unknown>) =>
  listClinics(kit.ctx(someReviewer()), ask(given, clinicList));
const documents = (given: Record<string, unknown>) =>
  listDocuments(kit.ctx(someReviewer()), ask(given, documentList) as never);
const names = ({ rows }: Awaited<ReturnType<typeof clinics>>) =>
  rows.map(({ clinicName }) => Number(clinicName.slice(-5)));
/** Numbers of clinics below 1601 that fit. */
const all = (fits: (i: number) => boolean) =>
  Array.from({ length: 1_600 }, (_, i) => i + 1).filter(fits);

describe('clinics that are searched', () => {
  it('come in every order, with their number, where they are few', async () => {
    const found = await clinics({ filter: { specialty: 'Urology' }, sort: ['clinicName', 'ASC'] });
    expect(names(found)).toEqual(all((i) => i % 20 === 0).slice(0, 25));
    expect(found.total).toBe(80);
    const narrowed = await clinics({
      filter: { specialty: 'Urology', q: 'TR-1', status: 'approved' },
    });
    expect(names(narrowed)).toHaveLength(25);
    expect(narrowed.total).toBe(all((i) => i % 20 === 0 && String(i).startsWith('1')).length);
  });

  it.each(['clinicName', 'decidedAt', 'registeredAt'])(
    'come in the order of %s where they are more than are found first',
    async (field) => {
      for (const way of ['ASC', 'DESC']) {
        const filter = { city: 'istanbul' };
        const found = await clinics({ filter, sort: [field, way], range: [90, 120] });
        expect(found.total).toBeNull();
        const fits = all((i) => i % 10 > 0);
        const dated = (i: number) => i % 3 > 0;
        const rising = field === 'decidedAt' ? fits.filter(dated).toReversed() : fits;
        const expected = way === 'ASC' ? rising : rising.toReversed();
        expect(names(found), way).toEqual(expected.slice(90, 121));
      }
    },
  );

  it.each([
    ['ASC', undefined],
    ['DESC', undefined],
    ['ASC', 'rejected'],
  ])('by a part of two cities come in the order of the city, %s, %s', async (way, status) => {
    const { pool } = kit.services.database;
    const inOrder = async (offset: number) => {
      const { rows } = await pool.query<{ clinic_name: string }>(
        `select clinic_name from clinic_onboarding.clinic where city like '%stan%' and status = coalesce($1, status)
          order by city ${way}, id ${way} offset $2 limit 31`,
        [status, offset],
      );
      return rows.map(({ clinic_name }) => Number(clinic_name.slice(-5)));
    };
    await pool.query(`update clinic_onboarding.clinic set city = 'Arnistan'
      where right(clinic_name, 2) in ('11', '31', '52', '72')`);
    try {
      for (const first of [0, 50, 90]) {
        const filter = { city: 'STAN', ...(status && { status }) };
        const found = await clinics({ filter, sort: ['city', way], range: [first, first + 30] });
        expect(names(found)).toEqual(await inOrder(first));
      }
    } finally {
      await pool.query(
        `update clinic_onboarding.clinic set city = 'Istanbul' where city = 'Arnistan'`,
      );
    }
  });

  it('by words are counted to the cap', async () => {
    expect((await clinics({ filter: { q: 'Kaya' } })).total).toBeNull();
    expect((await clinics({ filter: { q: 'Kaya', city: 'Bursa' } })).total).toBe(160);
    expect(await clinics({ filter: { q: 'Kaya', city: 'Izmir' } })).toEqual({ rows: [], total: 0 });
  });

  it.each([
    [{ specialty: 'Dermatology' }, (i: number) => i % 20 > 0],
    [{ specialty: 'Urology' }, (i: number) => i % 20 === 0],
    [{ specialty: 'Dermatology', city: 'bursa', q: 'clinic' }, (i: number) => i % 20 === 10],
  ] as const)('stand in the directory newest first: %j', async (query, fits) => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await findClinics(kit.ctx(someReviewer()), { ...query, cursor });
      seen.push(...page.clinics.map(({ clinicName }) => Number(clinicName.slice(-5))));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(all((i) => i % 2 === 0 && fits(i)).toReversed());
  });
});

describe('documents', () => {
  it('are found by how the name of the file begins, in any order', async () => {
    const found = await documents({ filter: { q: 'tr-15' }, sort: ['createdAt', 'DESC'] });
    const stays = all((i) => String(i).startsWith('15') && i % 10 !== 7);
    expect(found.total).toBe(stays.length);
    expect(found.rows.map(({ name }) => name)).toEqual(
      stays
        .toReversed()
        .slice(0, 25)
        .map((i) => `TR-${i}-Insurance.pdf`),
    );
    expect((await documents({ filter: { q: 'Insurance' } })).total).toBe(0);
    expect((await documents({ filter: { q: 'tr-15', review: 'accepted' } })).total).toBe(0);
  });

  it('that were removed are listed on demand', async () => {
    const found = await documents({ filter: { removed: true }, sort: ['name', 'ASC'] });
    expect(found.total).toBe(160);
    expect((await documents({ filter: { removed: true, q: 'tr-1597' } })).total).toBe(1);
    expect((await documents({ filter: { q: 'tr-1597' } })).total).toBe(0);
  });
});
