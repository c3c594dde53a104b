/**
 * As many listings as there are requests in all, of which the product would have ended most: the list of clinics is
 * measured at a million that are live. Five that nothing else is like are the oldest. Needs the schema `bench` of `seed.ts`.
 */
export const listings = (n: number, names: string) => `
  create table bench.listed as
  select i, bench.id(at) as id, at, i <= 5 as rare,
    case when i <= 5 then 'Zephyrine' else bench.one(${names}) end as first, chr(97 + (random() * 25)::int) as initial,
    case when i <= 5 then 'dermatology' else bench.one('{dental,dental,dental,hair,hair,cosmetic,cosmetic,dermatology}') end as treatment,
    case when i <= 5 then 'over-20000' else bench.one('{under-1000,1000-5000,1000-5000,5000-10000,10000-20000,over-20000}') end as budget,
    case when i <= 5 then 'asap' else bench.one('{asap,1-month,3-months,3-months,6-months,flexible}') end as timeline,
    case when i <= 5 then '{Antalya}' when random() < 0.2 then '{}' when random() < 0.6 then '{Istanbul}'
      when random() < 0.6 then '{Ankara,Istanbul}' else '{Antalya}' end::text[] as locations,
    i <= 5 or random() < 0.1 as widened
  from (select i, date_trunc('milliseconds', now() - interval '30 days' * (1 - i / ${n}::float)) as at
    from generate_series(1, ${n}) i) t;
  insert into exchange.listing (id, patient_id, patient, treatment, sub_treatment, body_area, locations, budget, timeline,
    photos, widened, published_at, offers_count)
  select id, id, first || ' ' || upper(initial) || '.', treatment,
    case when rare then 'Skin Cancer Screening' else
    bench.one(case treatment when 'dental' then '{Teeth Whitening,Dental Implants,Root Canal,Dental Crown,Gum Treatment}'
      when 'hair' then '{Hair Transplant (FUE),Hair Transplant (FUT),Beard Transplant,Hair Loss Treatment}'
      when 'cosmetic' then '{Rhinoplasty (Nose Job),Liposuction,Tummy Tuck,Facelift,Botox & Fillers}'
      else '{Acne Treatment,Laser Hair Removal,Mole Removal,Scar Treatment}' end::text[]) end,
    case when rare then 'hands' else case treatment when 'dental' then 'mouth' when 'hair' then 'scalp-top'
      when 'cosmetic' then 'face-front' else 'face' end end,
    locations, budget, timeline, 0, widened, at, 0
  from bench.listed;
  insert into exchange.posting (term, shelf, priority, budget, published_at, id)
  select term,
    256 * array_position('{dental,hair,cosmetic,dermatology}', treatment)
      + case when widened or locations = '{}' then 128 else 0 end
      + case when 'Istanbul' = any(locations) then 1 else 0 end + case when 'Ankara' = any(locations) then 2 else 0 end
      + case when 'Antalya' = any(locations) then 4 else 0 end,
    case when timeline in ('asap', '1-month') then 1 when timeline = 'flexible' then 3 else 2 end,
    array_position('{under-1000,1000-5000,5000-10000,10000-20000,over-20000}', budget), published_at, l.id
  from exchange.listing l join bench.listed b using (id, treatment, budget, timeline, locations, widened)
  cross join lateral (
    select '' as term union all select 's:' || sub_treatment union all select 'a:' || body_area
    union all select 'n:' || initial union all select 'n:' || lower(first) || ' ' || initial
    union select 'n:' || left(lower(first), k) from generate_series(1, length(first)) k) t;`;
