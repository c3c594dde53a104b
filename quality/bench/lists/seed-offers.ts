/**
 * What the clinics answered to the requests that have offers, and what came of it: offers, deals, reviews, conversations
 * and what people were told. `ownClinicId` has the first offer to sixty of them, whatever their number. Needs the schema
 * `bench` of `seed.ts`.
 */
export const offers = (ownClinicId: string) => `
  create table bench.offering as select row_number() over (order by id) - 1 as m, id from clinic_onboarding.clinic
    where status = 'approved' and id <> '${ownClinicId}';
  create unique index on bench.offering (m);
  create table bench.offer as
  select bench.id(at) as id, o.lead_id, o.patient_id, case when own then '${ownClinicId}' else c.id end as clinic_id, o.k, at, status,
    random() as r, random() as s
  from (
    select l.id as lead_id, l.patient_id, l.i, k, l.i % greatest(1, l.n / 60) = 0 and k = 1 as own,
      date_trunc('milliseconds', least(now(), l.published_at + interval '5 hours' * k)) as at,
      case when l.status = 'completed' then case when k = 1 then 'accepted' else 'declined' end
        when l.r < 0.6 then 'pending' when l.r < 0.75 then 'negotiating' when l.r < 0.85 then 'withdrawn' else 'expired' end as status
    from (select id, patient_id, status, published_at, offers_count, random() as r, row_number() over (order by created_at, id) as i,
        count(*) over () as n from leads.lead where offers_count > 0) l, generate_series(1, l.offers_count) as k) o
  join bench.offering c on c.m = (o.i * 7 + o.k) % (select count(*) from bench.offering);
  insert into offers.offer (id, lead_id, patient_id, clinic_id, created_at, status, slot, revision, expires_at, ended_at, declined_because,
    withdrawn_by, sealed_hash)
  select id, lead_id, patient_id, clinic_id, at, status, case when status in ('pending', 'negotiating') then k end, 1, at + interval '14 days',
    case when status not in ('pending', 'negotiating') then at + interval '3 days' end, case when status = 'declined' then 'not-chosen' end,
    case when status = 'withdrawn' then 'clinic' end, case when status = 'accepted' then 'none' end
  from bench.offer order by at;
  insert into offers.revision (offer_id, revision, at, amount_cents, currency, message, items, attachments)
  select id, 1, at, 50000 + (r * 400000)::int, bench.one('{USD,USD,EUR}'), 'We would gladly treat you, and this is what it comes to with us.', '[]', '{}'
  from bench.offer order by at;
  insert into deals.answer (clinic_id, lead_id, at, minutes) select clinic_id, lead_id, at, 300 * k from bench.offer;
  insert into deals.reputation (clinic_id, reviews, stars, treatments, kept)
  select clinic_id, count(*), 4 * count(*), count(*), count(*) from bench.offer where status = 'accepted' group by clinic_id;
  create table bench.deal as
  select *, case when nth <= 30 then 'disputed' when nth <= 60 then 'confirming' when nth <= 90 or s < 0.05 then 'accepted' when s < 0.1 then 'scheduled'
    when s < 0.2 then 'cancelled' when s < 0.6 then 'treated' else 'reviewed' end as phase, bench.id(at + interval '3 days') as deal_id
  from (select *, row_number() over (order by at desc) as nth from bench.offer where status = 'accepted') o;
  insert into deals.deal (id, offer_id, lead_id, patient_id, clinic_id, created_at, sealed_cents, sealed_currency, phase, status, scheduled_for,
    sequence, calendar_at, treated_at, treated_by, price_kept, still_since, still_because, cancelled_at, cancelled_by, cancel_code)
  select deal_id, id, lead_id, patient_id, clinic_id, at + interval '3 days', 50000 + (r * 400000)::int, 'USD', phase,
    case when phase in ('disputed', 'confirming') then 'scheduled' else phase end, case when phase <> 'accepted' then at + interval '9 days' end, 1,
    case when phase <> 'accepted' then at + interval '4 days' end, case when done then at + interval '9 days' end, case when done then 'both' end,
    case when done then true end, case when still then now() end, case when still then 'no-date' end, case when phase = 'cancelled' then now() end,
    case when phase = 'cancelled' then 'patient' end, case when phase = 'cancelled' then 'dates' end
  from (select *, phase in ('treated', 'reviewed') as done, nth between 61 and 90 as still from bench.deal) d order by at;
  insert into deals.review (id, deal_id, clinic_id, patient_id, stars, text, masked, created_at, reported_at, removed_at, removed_because)
  select bench.id(at + interval '10 days'), deal_id, clinic_id, patient_id, 1 + (r * 4)::int, 'They took their time, and it did not hurt.', '{}',
    at + interval '10 days', case when row_number() over (order by at desc) <= 40 then now() end, case when r > 0.995 then now() end, case when r > 0.995 then 'insult' end
  from bench.deal where phase = 'reviewed' order by at;
  insert into messaging.conversation (id, lead_id, patient_id, clinic_id, last_message_at, last_from)
  select id, lead_id, patient_id, clinic_id, at, 'clinic' from bench.offer where k = 1 order by at;
  insert into messaging.reported (id, lead_id, patient_id, clinic_id, reported_at, waiting_since, outcome)
  select id, lead_id, patient_id, clinic_id, at, case when nth <= 40 then at end, case when nth > 40 then 'dismissed' end
  from (select *, row_number() over (order by at desc) as nth from bench.offer where k = 1 and r < 0.02) o order by at;
  insert into messaging.report (id, conversation_id, by_side, reason, at)
  select gen_random_uuid(), id, 'patient', 'Asks for money in advance.', reported_at from messaging.reported;
  insert into notifications.notice (id, key, kind, reader_type, reader_id, facts, created_at, read_at)
  select bench.id(at), 'offers.made:' || id, 'offers.made', 'patient', patient_id, jsonb_build_object('leadId', lead_id, 'offerId', id), at,
    case when r < 0.9 then now() end from bench.offer where k = 1 order by at;
  insert into notifications.notice (id, key, kind, reader_type, reader_id, facts, created_at, read_at)
  select bench.id(at), 'offers.not-chosen:' || id, 'offers.not-chosen', 'clinic', clinic_id, jsonb_build_object('leadId', lead_id, 'offerId', id), at,
    case when r < 0.9 then now() end from bench.offer where k = 1 or status = 'declined' order by at;`;
