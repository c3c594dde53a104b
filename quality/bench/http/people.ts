import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { consentVersions } from '#contracts/identity';
import { openSessions } from './sessions';

export interface People {
  /** Cookies of patients, each with the phone that goes into a request. */
  readonly patients: ReadonlyArray<{ id: string; cookie: string; phone: string }>;
  readonly clinic: string;
}

/** Signed-in patients, one approved clinic, and requests that it sees; by SQL, as the commands would leave them. */
export async function makePeople(pool: pg.Pool, count: number): Promise<People> {
  const patients = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
    phone: `+1212${String(5_000_000 + n)}`,
  }));
  const ids = patients.map(({ id }) => id);
  const phones = patients.map(({ phone }) => phone);
  await pool.query(
    `insert into identity.patient (id, phone, first_name, last_name, email, created_at, updated_at, last_seen_at)
     select id, phone, 'Sarah', 'Miller', 'sarah@bench.invalid', now(), now(), now()
     from unnest($1::uuid[], $2::text[]) as p(id, phone)`,
    [ids, phones],
  );
  await pool.query(
    `insert into identity.consent (id, patient_id, kind, version, at)
     select gen_random_uuid(), p.id, k.kind, k.version, now()
     from unnest($1::uuid[]) as p(id), unnest($2::text[], $3::text[]) as k(kind, version)`,
    [ids, ['terms', 'privacy'], [consentVersions.terms, consentVersions.privacy]],
  );
  await openSessions(pool, 'patient', patients);
  const clinic = await makeClinic(pool);
  await publishRequests(pool, ids);
  const called = patients.map(({ id, token, phone }) => ({
    id,
    cookie: `patient=${token}`,
    phone,
  }));
  return { patients: called, clinic };
}

async function makeClinic(pool: pg.Pool): Promise<string> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  const phone = '+902125550100';
  await pool.query(
    `insert into identity.clinic_account (id, phone, approval, created_at, last_seen_at)
     values ($1, $2, 'approved', now(), now())`,
    [id, phone],
  );
  await pool.query(
    `insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country,
       specialties, license_number, experience, description, status, stage, registered_at, complete_at, decided_at)
     values ($1, $2, 'Bench', 'Dr. Bench', 'bench@bench.invalid', 'Street 1', 'Istanbul', 'Turkey', $3, 'L-1', $4,
       'Of the bench.', 'approved', null, now(), now(), now())`,
    [id, phone, ['Dental Treatment'], '5-10'],
  );
  await openSessions(pool, 'clinic', [{ id, phone, token }]);
  return `clinic=${token}`;
}

const besides = {
  offer: 'offers.offer',
  revision: 'offers.revision',
  message: 'messaging.message',
};

/** Ten thousand, in the product's table and in that of the bare server; a fifth has each budget. */
async function publishRequests(pool: pg.Pool, patientIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into leads.lead (id, patient_id, treatment, sub_treatment, body_area, description, photos, locations,
       budget, timeline, findings, created_at, status, offers_count, published_at, offers_due_at, expires_at)
     select gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'dental', 'Root Canal', 'mouth', 'It hurts.',
       '{}', '{Istanbul}', ($2::text[])[1 + n % 5], 'asap', '{}', now() - n * interval '1 minute', 'reviewed', 0,
       now() - n * interval '1 minute', now() + interval '2 days', now() + interval '30 days'
     from generate_series(1, 10000) n`,
    [patientIds, ['under-1000', '1000-5000', '5000-10000', '10000-20000', 'over-20000']],
  );
  await pool.query(`create schema bare`);
  await pool.query(`create table bare.lead (like leads.lead including all)`);
  await pool.query(`insert into bare.lead select * from leads.lead`);
  for (const [name, table] of Object.entries(besides))
    await pool.query(`create table bare.${name} (like ${table} including all)`);
  // Anybody may offer as often as they like there.
  await pool.query('drop index bare.offer_lead_id_slot_idx');
}
