import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Who listens: each of them has one stream. `one` and `all` are topics that reach the last of them, and everybody. */
export interface Listeners {
  readonly cookies: readonly string[];
  readonly one: string;
  readonly all: string;
}

const tokens = (count: number) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Signed-in staff, by SQL, as the commands would leave them. */
async function makeStaff(pool: pg.Pool, count: number): Promise<Listeners> {
  const people = tokens(count);
  const ids = people.map(({ id }) => id);
  await pool.query(
    `insert into identity.staff_account (id, email, name, role, created_at, created_by, enrolled_at)
     select id, id || '@bench.invalid', 'Bench', 'reviewer', now(), 'bench', now() from unnest($1::uuid[]) as p(id)`,
    [ids],
  );
  await pool.query(
    `insert into identity.staff_session (id, token_hash, staff_id, idle_seconds, created_at, last_seen_at, proved_at,
       expires_at, device)
     select gen_random_uuid(), s.hash, s.id, 86400, now(), now(), now(), now() + interval '1 day', 'bench'
     from unnest($1::bytea[], $2::uuid[]) as s(hash, id)`,
    [people.map(({ token }) => hashed(token)), ids],
  );
  return {
    cookies: people.map(({ token }) => `staff=${token}`),
    one: `staff:${ids.at(-1)!}`,
    all: 'staff',
  };
}

/** Signed-in, approved clinics of one city and two specialties. */
async function makeClinics(pool: pg.Pool, count: number): Promise<Listeners> {
  const people = tokens(count);
  const ids = people.map(({ id }) => id);
  const phones = people.map((_, n) => `+90212${5_000_000 + n}`);
  await pool.query(
    `insert into identity.clinic_account (id, phone, approval, created_at, last_seen_at)
     select id, phone, 'approved', now(), now() from unnest($1::uuid[], $2::text[]) as p(id, phone)`,
    [ids, phones],
  );
  await pool.query(
    `insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country,
       specialties, license_number, experience, description, status, stage, registered_at, complete_at, decided_at)
     select id, phone, 'Bench', 'Dr. Bench', id || '@bench.invalid', 'Street 1', 'Istanbul', 'Turkey', $3, 'L-1',
       '5-10', 'Of the bench.', 'approved', null, now(), now(), now()
     from unnest($1::uuid[], $2::text[]) as p(id, phone)`,
    [ids, phones, ['Dental Treatment', 'Hair Transplant']],
  );
  await pool.query(
    `insert into identity.session (id, token_hash, principal, phase, subject_id, phone, idle_seconds, created_at,
       last_seen_at, proved_at, expires_at)
     select gen_random_uuid(), s.hash, 'clinic', 'full', s.id, s.phone, 86400, now(), now(), now(),
       now() + interval '1 day'
     from unnest($1::bytea[], $2::uuid[], $3::text[]) as s(hash, id, phone)`,
    [people.map(({ token }) => hashed(token)), ids, phones],
  );
  return {
    cookies: people.map(({ token }) => `clinic=${token}`),
    one: `clinic:${ids.at(-1)!}`,
    all: 'exchange:dental:Istanbul',
  };
}

export const kindsOfListeners = { staff: makeStaff, clinic: makeClinics };
