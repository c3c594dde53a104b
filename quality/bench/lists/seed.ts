import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { listings } from './seed-exchange';
import { offers } from './seed-offers';

/** The patient whose own pages are opened, and the id that nothing has. */
export const ownId = '0198c5a2-0000-7000-8000-00000000a001';
export const nobodyId = '0198c5a2-0000-7000-8000-00000000dead';
/** An approved clinic in Istanbul that does everything. */
export const ownClinicId = '0198c5a2-0000-7000-8000-00000000c001';

interface Snapshot {
  readonly state: { readonly value: unknown; readonly status: string };
}

/** A stored state of a released version that stands in `value`, as jsonb in SQL. */
function stateOf(file: string, value: unknown): string {
  const { snapshots } = JSON.parse(readFileSync(file, 'utf8')) as { snapshots: Snapshot[] };
  const words = JSON.stringify(value);
  const found = snapshots.find(({ state }) => JSON.stringify(state.value) === words);
  if (!found) throw new Error(`${file} has no state ${words}`);
  return `'${JSON.stringify(found.state).replaceAll("'", "''")}'::jsonb`;
}

const leadStates = 'modules/leads/snapshots/lead-v2.json';
const applicationStates = 'modules/clinic-onboarding/snapshots/application-v2.json';

/** Rows of a hundred days, newest last; ids rise with time, as those of the product do. */
const helpers = `
  create schema bench;
  create function bench.id(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid $$;
  create function bench.one(list text[]) returns text language sql volatile as $$
    select list[1 + floor(random() * cardinality(list))::int] $$;`;

const firsts = `'{Sarah,Emma,Olivia,Ava,Mia,Lena,Zoe,Elif,Ayse,Fatma,Zeynep,Marie,Chloe,Anna,Laura,Julia,Nina,Sofia,
  James,John,Robert,Michael,David,William,Thomas,Daniel,Mehmet,Mustafa,Ahmet,Ali,Can,Emre,Paul,Lukas,Jonas,Felix}'::text[]`;
const stems = `'{Mil,Sand,Kap,Yil,Dem,Har,Wil,Bro,Tay,And,Mar,Cle,Gar,Rod,Lew,Wal,Hal,Kin,Wri,Lop,Hil,Sco,Gre,Ada,Bak,Nel,Car}'::text[]`;
const ends = `'{ler,son,lan,maz,ir,ris,liams,wn,lor,erson,tin,ment,cia,riguez,is,ker,l,g,ght,ez,ton,tt,en,ms,er,oğlu,ter,man}'::text[]`;

const people = (n: number) => `
  insert into identity.patient (id, phone, first_name, last_name, email, created_at, updated_at, last_seen_at)
  select bench.id(at), '+1' || (2120000000 + i), first, last, lower(first || '.' || last || i || '@mail.invalid'), at, at, at + random() * (now() - at)
  from (select i, now() - (interval '100 days' * (1 - i / ${n * 0.6})) as at,
      case when i <= 60 then 'Sarah' else bench.one(${firsts}) end as first,
      case when i <= 60 then 'Miller' else bench.one(${stems}) || bench.one(${ends}) end as last
    from generate_series(1, ${n * 0.6}::int) i) p;
  insert into identity.patient (id, phone, first_name, last_name, email, created_at, updated_at, last_seen_at)
  values ('${ownId}', '+12025550100', 'Own', 'Patient', 'own@mail.invalid', now(), now(), now());
  create table bench.patient as select row_number() over (order by id) as n, id from identity.patient where id <> '${ownId}';
  create unique index on bench.patient (n);`;

const requests = (n: number) => `
  create table bench.lead as
  select i, bench.id(at) as id, at, u, random() as r,
    case when i % ${Math.floor(n / 60)} = 0 then null else 1 + floor(random() * ${n * 0.6})::int end as patient_n,
    bench.one('{dental,dental,dental,hair,hair,cosmetic,cosmetic,dermatology}') as treatment
  from (select i, now() - interval '100 days' * (1 - i / ${n}::float) as at, 1 - i / ${n}::float as u
    from generate_series(1, ${n}) i) t;
  create table bench.placed as
  select l.*, coalesce(p.id, '${ownId}') as patient_id,
    case when i > ${n} - 200 then 'pending'
      when u < 0.3 then case when r < 0.45 then 'reviewed' when r < 0.85 then 'offers_received'
        when r < 0.9 then 'completed' else 'cancelled' end
      else case when r < 0.3 then 'completed' else 'cancelled' end end as status,
    at + interval '1 hour' + interval '3 hours' * random() as published,
    i > ${n} - 200 and r < 0.3 as held
  from bench.lead l left join bench.patient p on p.n = l.patient_n;
  insert into leads.lead (id, patient_id, treatment, sub_treatment, body_area, description, photos, locations, budget,
    timeline, findings, created_at, status, offers_count, widened, screening_ends_at, published_at, offers_due_at,
    expires_at, completed_at, cancelled_at, cancelled_by)
  select id, patient_id, treatment,
    bench.one(case treatment when 'dental' then '{Teeth Whitening,Dental Implants,Root Canal,Dental Crown,Gum Treatment}'
      when 'hair' then '{Hair Transplant (FUE),Hair Transplant (FUT),Beard Transplant,Hair Loss Treatment}'
      when 'cosmetic' then '{Rhinoplasty (Nose Job),Liposuction,Tummy Tuck,Facelift,Botox & Fillers}'
      else '{Acne Treatment,Laser Hair Removal,Mole Removal,Scar Treatment}' end::text[]),
    case treatment when 'dental' then 'mouth' when 'hair' then 'scalp-top' when 'cosmetic' then 'face-front' else 'face' end,
    'As it hurts at night I would like to know what can be done, and how long I would have to stay.', '{}',
    case when random() < 0.2 then '{}' when random() < 0.6 then '{Istanbul}' when random() < 0.6 then '{Ankara,Istanbul}' else '{Antalya}' end::text[],
    bench.one('{under-1000,1000-5000,1000-5000,5000-10000,10000-20000,over-20000}'),
    bench.one('{asap,1-month,3-months,3-months,6-months,flexible}'),
    case when held or random() < 0.03 then array[bench.one('{contact-data,contact-data,link,duplicate-request,photo-seen-elsewhere,too-many-requests}')] else '{}' end,
    at, status, case when status in ('offers_received', 'completed') then 1 + floor(random() * 5)::int else 0 end, random() < 0.1,
    case when status = 'pending' and not held then at + interval '1 hour' end,
    case when status <> 'pending' and (status <> 'cancelled' or random() < 0.9) then published end,
    case when status not in ('pending', 'cancelled') then published + interval '2 days' end,
    case when status <> 'pending' then published + interval '30 days' end,
    case when status = 'completed' then published + interval '5 days' end,
    case when status = 'cancelled' then published + interval '30 days' end,
    case when status = 'cancelled' then bench.one('{patient,expiry,expiry,team}') end
  from bench.placed order by i;
  insert into leads.activity (lead_id, patient_id, kind, at)
  select id, patient_id, kind, at + interval '1 hour' * (k - 1)
  from bench.placed, unnest('{submitted,published,offers-received}'::text[]) with ordinality as a(kind, k)
  where k = 1 or (k = 2 and status <> 'pending') or (k = 3 and status in ('offers_received', 'completed')) order by i;`;

/** One for fifty requests, and a thousand at least. The newest 150 wait, and so do the documents of the newest twelve. */
const clinics = (n: number, all = Math.max(n / 50, 1_000)) => `
  create table bench.clinic as
  select i, bench.id(at) as id, at, u, r, case when i > ${all} - 150 then 'pending' when i <= 80 or r < 0.85 then 'approved' when r < 0.95 then 'rejected' else 'suspended' end as status
  from (select i, random() as r, 1 - i / ${all}::float as u, now() - interval '100 days' * (1 - i / ${all}::float) as at
    from generate_series(1, ${all}) i) c;
  insert into identity.clinic_account (id, phone, approval, created_at, last_seen_at)
  select id, '+90' || (2120000000 + i), status, at, now() from bench.clinic;
  insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country, specialties,
    license_number, experience, description, registered_at, status, stage, complete_at, due_at, decided_at, reason)
  select id, '+90' || (2120000000 + i), bench.one(${stems}) || bench.one(${ends}) || ' ' || case when i <= 40 then 'Smile' else bench.one('{Smile,Clinic,Dental,Hair,Aesthetics,Medical}') end || ' ' || i,
    case when i <= 40 then 'Dr. Sarah Miller' else 'Dr. ' || bench.one(${firsts}) || ' ' || bench.one(${stems}) || bench.one(${ends}) end, 'clinic' || i || '@mail.invalid', 'Street ' || i,
    case when i <= 40 then 'Antalya' when i <= 80 then 'Bursa' else bench.one('{Istanbul,Istanbul,Istanbul,Ankara,Ankara,Antalya,Izmir,Bursa}') end, 'Turkey',
    case when i <= 40 then '{Hair Transplant,Dermatology}' when i <= 80 then '{Urology}' when random() < 0.5 then '{Dental Treatment}' when random() < 0.5 then '{Hair Transplant,Dermatology}' when random() < 0.9 then '{Cosmetic Surgery}' else '{Urology}' end::text[],
    'TR-' || (100000 + i), '5-10', 'Two chairs.', at, status,
    case when status = 'pending' then case when r < 0.4 then 'documents' when r < 0.6 then 'review' when r < 0.8 then 'reminded' else 'breached' end end,
    case when status <> 'pending' or r >= 0.4 then at + interval '1 day' end, case when status <> 'pending' or r >= 0.4 then at + interval '4 days' end,
    case when status <> 'pending' then at + interval '3 days' end, case when status in ('rejected', 'suspended') then 'Could not be verified.' end
  from bench.clinic order by i;
  insert into identity.clinic_account (id, phone, approval, created_at, last_seen_at)
  values ('${ownClinicId}', '+902125550100', 'approved', now(), now());
  insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country, specialties,
    license_number, experience, description, registered_at, status, complete_at, due_at, decided_at)
  values ('${ownClinicId}', '+902125550100', 'Own Clinic', 'Dr. Own', 'own@mail.invalid', 'Street 1', 'Istanbul', 'Turkey',
    '{Dental Treatment,Hair Transplant,Cosmetic Surgery,Dermatology}', 'TR-1', '5-10', 'Two chairs.', now(), 'approved', now(), now(), now());
  insert into clinic_onboarding.document (id, phone, clinic_id, kind, name, content_type, bytes, sha256, storage_key, scan, warnings, review, reviewed_at, created_at, removed_at)
  select bench.id(at), '+90' || (2120000000 + i), c.id, kind, kind || '-' || i || '.pdf', 'application/pdf', 1000 + floor(random() * 900000)::int, md5(i::text), 'document/' || gen_random_uuid(),
    case when i > ${all} - 12 then 'pending' when random() < 0.99 then 'clean' else 'infected' end, '{}',
    case when status in ('approved', 'suspended') then 'accepted' when random() < 0.8 then 'waiting' when random() < 0.5 then 'asked-again' else 'rejected' end,
    case when status in ('approved', 'suspended') then at + interval '2 days' end, at + interval '1 minute' * k, case when random() < 0.05 then now() end
  from bench.clinic c, unnest('{medical-license,clinic-registration,professional-id,clinic-photos,insurance}'::text[]) with ordinality as d(kind, k) order by i;
  insert into clinic_onboarding.activity (clinic_id, kind, at, actor)
  select id, kind, at + interval '1 day' * (k - 1), 'clinic:' || id
  from bench.clinic, unnest(array['registered', 'documents-completed', 'document-accepted', status]) with ordinality as a(kind, k)
  where kind <> 'pending' and (k < 3 or status <> 'pending') order by i;`;

const alertEach = (n: number) => Math.min(400, n / 100);

const flows = (n: number) => `
  insert into flow.instance (id, machine, machine_version, status, stuck, state, version, created_at, updated_at)
  select id, 'leads.lead', 2, case when status in ('completed', 'cancelled') then 'done' else 'active' end,
    i % ${n / 40} = 0,
    case when held then ${stateOf(leadStates, { pending: 'held' })} when status = 'pending' then ${stateOf(leadStates, { pending: 'screening' })}
      when status = 'reviewed' then ${stateOf(leadStates, { published: { reviewed: 'local' } })}
      when status = 'offers_received' then ${stateOf(leadStates, { published: 'offers_received' })}
      when status = 'completed' then ${stateOf(leadStates, 'completed')} else ${stateOf(leadStates, 'cancelled')} end,
    2 + floor(random() * 6)::int, at, least(now(), case when status = 'pending' then at else published + interval '2 days' * random() end)
  from bench.placed;
  insert into flow.instance (id, machine, machine_version, status, state, version, created_at, updated_at)
  select id, 'clinic-onboarding.application', 2, 'active',
    case when status = 'pending' then ${stateOf(applicationStates, { pending: { complete: 'review' } })} else ${stateOf(applicationStates, 'approved')} end, 5, at, at
  from bench.clinic;
  insert into flow.instance (id, machine, machine_version, status, state, version, created_at, updated_at)
  select bench.id(at), 'identity.otp-challenge', 1, 'done', '{"status": "done", "value": "verified"}', 2, at, at
  from (select now() - interval '2 days' * random() as at from generate_series(1, ${n * 0.03}::int)) o;
  insert into flow.alert (at, job, job_id, instance_id, reason, resolved_at)
  select at, bench.one('{notifications.send-email,identity.send-code,flow.timer}'), gen_random_uuid(), id, 'Error ECONNREFUSED', case when i <= ${n} - 40 * ${alertEach(n)} then now() end
  from bench.placed where i % ${alertEach(n)} = 0;
  insert into flow.transition (instance_id, version, machine_version, name, event, actor, at, state, effects)
  select id, 1, 2, 'flow.started', '{"type": "flow.started"}', 'patient:' || patient_id, at, '{"status": "active", "value": {"pending": "screening"}}', '[]' from bench.placed;`;

const told = (n: number) => `
  insert into notifications.notification (id, key, kind, channel, recipient_type, recipient_id, facts, status, attempts, last_error, created_at, sent_at, failed_at)
  select bench.id(at), kind || ':' || i, kind, 'email', 'patient', patient_id, jsonb_build_object('leadId', id), status, 1,
    case when status = 'failed' then 'ECONNREFUSED' end, at, case when status = 'sent' then at + interval '1 minute' end, case when status = 'failed' then at + interval '1 day' end
  from (select i, id, patient_id, kind, at + interval '1 hour' * (k - 1) as at,
      case when i > ${n} - 20 then 'queued' when random() < ${Math.max(0.002, 30 / n)} then 'failed' when random() < 0.01 then 'dropped' else 'sent' end as status
    from bench.placed, unnest('{leads.submitted,leads.published}'::text[]) with ordinality as m(kind, k)) t order by i;
  insert into notifications.notification (id, key, kind, channel, recipient_type, recipient_id, facts, status, attempts, created_at, sent_at)
  select bench.id(at), 'clinic-onboarding.registered:' || i, 'clinic-onboarding.registered', 'email', 'clinic', id, jsonb_build_object('clinicId', id), 'sent', 1, at, at from bench.clinic;
  insert into identity.staff_account (id, email, name, role, password_hash, created_at, created_by, enrolled_at, last_sign_in_at)
  select bench.id(now()), 'staff' || i || '@mail.invalid', bench.one(${firsts}) || ' ' || bench.one(${stems}), case when i % 5 = 0 then 'admin' else 'reviewer' end, 'none', now(), 'system:bench', now(), now()
  from generate_series(1, 40) i;
  create table bench.staff as select row_number() over () as n, id from identity.staff_account;
  insert into platform.audit_entry (at, actor, action, object_type, object_id, outcome, ip, request_id, facts)
  select at, actor, action, type, object, outcome, '198.51.100.7', 'bench', facts from (
    select i, at, 'patient:' || patient_id as actor, 'leads.submit' as action, 'lead' as type, id::text as object, 'ok' as outcome, '{}'::jsonb as facts from bench.placed
    union all select i, at, 'anonymous', 'identity.code-refused', null, null, 'refused', '{}' from bench.placed where i % 30 = 0
    union all select i, at, 'patient:' || patient_id, 'identity.signed-in', 'patient', patient_id::text, 'ok', '{}' from bench.placed where i % 2 = 0
    union all select p.i, p.at, 'staff:' || s.id, case when p.i % 200 = 0 then 'leads.notes-read' else 'leads.approve' end, 'lead', p.id::text,
      case when p.i % ${Math.min(5_000, n / 50)} = 0 then 'failed' else 'ok' end, case when p.i % ${Math.min(1_000, n / 100)} = 0 then '{"breakGlass": true}' else '{}' end::jsonb
      from bench.placed p join bench.staff s on s.n = 1 + p.i % 40 where p.i % 20 = 0) e order by at, i;
  insert into platform.setting (key, value, updated_by, updated_at) select 'bench.none', '1', 'bench', now() where ${n} < 0;`;

/** Indexes that no constraint needs are made anew behind the rows: many times faster than row by row. */
const indexes = `
  select quote_ident(n.nspname) || '.' || quote_ident(i.relname) as name, pg_get_indexdef(x.indexrelid) as made
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
  where n.nspname in ('leads', 'identity', 'clinic_onboarding', 'notifications', 'flow', 'platform', 'exchange',
      'offers', 'deals', 'messaging')
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`;

/**
 * As many requests, and what belongs to them, as the product would have left; no trigger runs and no chain is written. What
 * waits for people is as much for any `n`: a team works it off, and what is over makes it no more. What is rare fills a
 * page for any `n`, so that a page is compared with a page.
 */
export async function seed(client: pg.ClientBase, n: number): Promise<void> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'; set work_mem = '128MB'; select setseed(0.5)`);
  const { rows } = await client.query<{ name: string; made: string }>(indexes);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const part of [
    helpers,
    people(n),
    requests(n),
    clinics(n),
    flows(n),
    told(n),
    offers(ownClinicId),
    listings(n, firsts),
  ])
    await client.query(part);
  for (const { made } of rows) await client.query(made);
  await client.query('drop schema bench cascade');
  await client.query('vacuum analyze');
}
