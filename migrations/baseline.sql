-- What stands at migration 0046: a new database begins with it, as one transaction. The files it stands for are listed in
-- baseline.json with their hashes; tests/baseline/ compares what both make. It is not changed: what is new is a migration.

CREATE SCHEMA attachments;
CREATE SCHEMA clinic_onboarding;
CREATE SCHEMA consultation;
CREATE SCHEMA content;
CREATE SCHEMA deals;
CREATE SCHEMA exchange;
CREATE SCHEMA flow;
CREATE SCHEMA identity;
CREATE SCHEMA leads;
CREATE SCHEMA leaving;
CREATE SCHEMA live;
CREATE SCHEMA messaging;
CREATE SCHEMA notifications;
CREATE SCHEMA offers;
CREATE SCHEMA platform;
CREATE SCHEMA support;

-- Words anywhere in a name are found by groups of three letters; a trusted extension, which the owner of a database may add.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE platform.audit_entry (
  id bigserial NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  object_type text,
  object_id text,
  outcome text NOT NULL,
  ip text,
  request_id text NOT NULL,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action_idx ON platform.audit_entry USING btree (action, at, id);
CREATE INDEX audit_entry_actor_failed_idx ON platform.audit_entry USING btree (actor, at, id) WHERE (outcome = 'failed'::text);
CREATE INDEX audit_entry_actor_idx ON platform.audit_entry USING btree (actor, at, id);
CREATE INDEX audit_entry_actor_refused_idx ON platform.audit_entry USING btree (actor, at, id) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_entry_at_idx ON platform.audit_entry USING btree (at, id);
CREATE INDEX audit_entry_break_glass_idx ON platform.audit_entry USING btree (at, id) WHERE (facts @> '{"breakGlass": true}'::jsonb);
CREATE INDEX audit_entry_failed_idx ON platform.audit_entry USING btree (at, id) WHERE (outcome = 'failed'::text);
CREATE INDEX audit_entry_object_idx ON platform.audit_entry USING btree (object_id);
CREATE INDEX audit_entry_refused_idx ON platform.audit_entry USING btree (at, id) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_entry_type_idx ON platform.audit_entry USING btree (object_type, at, id);

CREATE TABLE attachments.attachment (
  id uuid NOT NULL,
  owner_kind text NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  scan text NOT NULL,
  contact_data text[] NOT NULL,
  readable boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  offer_id uuid,
  message_id uuid,
  claimed_at timestamp with time zone,
  erased boolean DEFAULT false NOT NULL,
  CONSTRAINT attachment_bytes CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  CONSTRAINT attachment_claimed CHECK (((offer_id IS NULL) = (claimed_at IS NULL))),
  CONSTRAINT attachment_message CHECK (((message_id IS NULL) OR (offer_id IS NOT NULL))),
  CONSTRAINT attachment_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 150))),
  CONSTRAINT attachment_pkey PRIMARY KEY (id),
  CONSTRAINT attachment_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX attachment_loose_idx ON attachments.attachment USING btree (created_at) WHERE (offer_id IS NULL);
CREATE INDEX attachment_offer_idx ON attachments.attachment USING btree (offer_id);
CREATE INDEX attachment_owner_idx ON attachments.attachment USING btree (owner_id) WHERE (offer_id IS NULL);
CREATE INDEX attachment_scan_idx ON attachments.attachment USING btree (created_at) WHERE (scan = 'pending'::text);

CREATE TABLE clinic_onboarding.activity (
  id bigserial NOT NULL,
  clinic_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (id)
);
CREATE INDEX activity_at_idx ON clinic_onboarding.activity USING btree (at);
CREATE INDEX activity_clinic_idx ON clinic_onboarding.activity USING btree (clinic_id, id);
CREATE INDEX activity_decided_idx ON clinic_onboarding.activity USING btree (at) WHERE (kind = ANY (ARRAY['approved'::text, 'rejected'::text]));

CREATE TABLE clinic_onboarding.clinic (
  id uuid NOT NULL,
  phone text NOT NULL,
  clinic_name text NOT NULL,
  doctor_name text NOT NULL,
  email text NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  website text,
  specialties text[] NOT NULL,
  license_number text NOT NULL,
  experience text NOT NULL,
  description text NOT NULL,
  registered_at timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  stage text,
  complete_at timestamp with time zone,
  due_at timestamp with time zone,
  decided_at timestamp with time zone,
  reason text,
  resubmissions integer DEFAULT 0 NOT NULL,
  email_proved_at timestamp with time zone,
  slug text,
  listed boolean DEFAULT true NOT NULL,
  checks_since timestamp with time zone,
  city_plain text GENERATED ALWAYS AS (lower(translate(city, 'İIıŞşĞğÇçÖöÜü'::text, 'iiissggccoouu'::text))) STORED,
  CONSTRAINT clinic_description_length CHECK ((char_length(description) <= 4000)),
  CONSTRAINT clinic_reason_length CHECK ((char_length(reason) <= 2000)),
  CONSTRAINT clinic_specialties CHECK (((cardinality(specialties) >= 1) AND (cardinality(specialties) <= 12))),
  CONSTRAINT clinic_stage CHECK (((status = 'pending'::text) = (stage IS NOT NULL))),
  CONSTRAINT clinic_phone_unique UNIQUE (phone),
  CONSTRAINT clinic_pkey PRIMARY KEY (id)
);
CREATE INDEX clinic_checks_idx ON clinic_onboarding.clinic USING btree (checks_since, id) WHERE (checks_since IS NOT NULL);
CREATE INDEX clinic_directory_city_idx ON clinic_onboarding.clinic USING btree (city_plain, registered_at, id) WHERE ((status = 'approved'::text) AND listed);
CREATE INDEX clinic_directory_idx ON clinic_onboarding.clinic USING btree (registered_at, id) WHERE ((status = 'approved'::text) AND listed);
CREATE INDEX clinic_license_idx ON clinic_onboarding.clinic USING btree (lower(license_number) text_pattern_ops);
CREATE INDEX clinic_queue_idx ON clinic_onboarding.clinic USING btree (due_at) WHERE ((status = 'pending'::text) AND (complete_at IS NOT NULL));
CREATE INDEX clinic_registered_idx ON clinic_onboarding.clinic USING btree (registered_at, id);
CREATE UNIQUE INDEX clinic_slug_idx ON clinic_onboarding.clinic USING btree (slug) WHERE (slug IS NOT NULL);
CREATE INDEX clinic_specialties_idx ON clinic_onboarding.clinic USING gin (specialties);
CREATE INDEX clinic_stage_idx ON clinic_onboarding.clinic USING btree (stage, registered_at, id) WHERE (stage IS NOT NULL);
CREATE INDEX clinic_status_city_idx ON clinic_onboarding.clinic USING btree (status, city, id, specialties);
CREATE INDEX clinic_status_complete_idx ON clinic_onboarding.clinic USING btree (status, complete_at, id, city, specialties);
CREATE INDEX clinic_status_decided_idx ON clinic_onboarding.clinic USING btree (status, decided_at, id, city, specialties);
CREATE INDEX clinic_status_due_idx ON clinic_onboarding.clinic USING btree (status, due_at, id, city, specialties);
CREATE INDEX clinic_status_idx ON clinic_onboarding.clinic USING btree (status, registered_at, id, city, specialties);
CREATE INDEX clinic_status_name_idx ON clinic_onboarding.clinic USING btree (status, clinic_name, id, city, specialties);
CREATE INDEX clinic_words_idx ON clinic_onboarding.clinic USING gin (clinic_name public.gin_trgm_ops, doctor_name public.gin_trgm_ops, license_number public.gin_trgm_ops, phone public.gin_trgm_ops, city public.gin_trgm_ops);

CREATE TABLE clinic_onboarding.document (
  id uuid NOT NULL,
  phone text NOT NULL,
  clinic_id uuid,
  kind text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  scan text NOT NULL,
  warnings text[] NOT NULL,
  review text NOT NULL,
  note text,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp with time zone,
  erased boolean DEFAULT false NOT NULL,
  reopened_at timestamp with time zone,
  valid_until date,
  notice_given smallint,
  superseded_at timestamp with time zone,
  CONSTRAINT document_bytes CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  CONSTRAINT document_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 150))),
  CONSTRAINT document_note_length CHECK ((char_length(note) <= 2000)),
  CONSTRAINT document_pkey PRIMARY KEY (id),
  CONSTRAINT document_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX document_clinic_idx ON clinic_onboarding.document USING btree (clinic_id, created_at);
CREATE INDEX document_end_idx ON clinic_onboarding.document USING btree (valid_until) WHERE ((review = 'accepted'::text) AND (valid_until IS NOT NULL) AND (removed_at IS NULL) AND (superseded_at IS NULL));
CREATE INDEX document_kind_bytes_idx ON clinic_onboarding.document USING btree (kind, bytes, id);
CREATE INDEX document_kind_created_idx ON clinic_onboarding.document USING btree (kind, created_at, id, removed_at);
CREATE INDEX document_kind_name_idx ON clinic_onboarding.document USING btree (kind, name, id);
CREATE INDEX document_kind_review_idx ON clinic_onboarding.document USING btree (kind, review, created_at, id);
CREATE INDEX document_kind_reviewed_idx ON clinic_onboarding.document USING btree (kind, reviewed_at, id);
CREATE INDEX document_name_idx ON clinic_onboarding.document USING btree (lower(name) text_pattern_ops, id, created_at, kind, review, scan, name, bytes, reviewed_at, removed_at, clinic_id);
CREATE INDEX document_phone_idx ON clinic_onboarding.document USING btree (phone, created_at);
CREATE INDEX document_removed_idx ON clinic_onboarding.document USING btree (created_at, id, kind, review, scan, name, bytes, reviewed_at, clinic_id) WHERE (removed_at IS NOT NULL);
CREATE INDEX document_review_bytes_idx ON clinic_onboarding.document USING btree (review, bytes, id);
CREATE INDEX document_review_created_idx ON clinic_onboarding.document USING btree (review, created_at, id, removed_at);
CREATE INDEX document_review_name_idx ON clinic_onboarding.document USING btree (review, name, id);
CREATE INDEX document_review_reviewed_idx ON clinic_onboarding.document USING btree (review, reviewed_at, id);
CREATE INDEX document_scan_bytes_idx ON clinic_onboarding.document USING btree (scan, bytes, id);
CREATE INDEX document_scan_created_idx ON clinic_onboarding.document USING btree (scan, created_at, id, removed_at);
CREATE INDEX document_scan_idx ON clinic_onboarding.document USING btree (created_at) WHERE ((scan = 'pending'::text) AND (removed_at IS NULL));
CREATE INDEX document_scan_kind_idx ON clinic_onboarding.document USING btree (scan, kind, created_at, id);
CREATE INDEX document_scan_name_idx ON clinic_onboarding.document USING btree (scan, name, id);
CREATE INDEX document_scan_review_idx ON clinic_onboarding.document USING btree (scan, review, created_at, id);
CREATE INDEX document_scan_reviewed_idx ON clinic_onboarding.document USING btree (scan, reviewed_at, id);

CREATE TABLE clinic_onboarding.note (
  id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  text text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT note_length CHECK (((char_length(text) >= 1) AND (char_length(text) <= 4000))),
  CONSTRAINT note_pkey PRIMARY KEY (id)
);
CREATE INDEX note_clinic_idx ON clinic_onboarding.note USING btree (clinic_id, at);

CREATE TABLE clinic_onboarding.picture (
  id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  storage_key text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  review text NOT NULL,
  reason text,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp with time zone,
  erased boolean DEFAULT false NOT NULL,
  CONSTRAINT picture_reason CHECK ((char_length(reason) <= 2000)),
  CONSTRAINT picture_reviewed CHECK (((review = 'waiting'::text) = (reviewed_at IS NULL))),
  CONSTRAINT picture_pkey PRIMARY KEY (id),
  CONSTRAINT picture_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX picture_clinic_idx ON clinic_onboarding.picture USING btree (clinic_id, created_at, id);
CREATE INDEX picture_left_idx ON clinic_onboarding.picture USING btree (id) WHERE ((removed_at IS NOT NULL) AND (NOT erased));

CREATE TABLE clinic_onboarding.point_change (
  id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  point text NOT NULL,
  value jsonb NOT NULL,
  state text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  reason text,
  CONSTRAINT point_change_decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  CONSTRAINT point_change_reason CHECK ((char_length(reason) <= 2000)),
  CONSTRAINT point_change_value CHECK ((octet_length((value)::text) <= 4096)),
  CONSTRAINT point_change_pkey PRIMARY KEY (id)
);
CREATE INDEX point_change_clinic_idx ON clinic_onboarding.point_change USING btree (clinic_id, asked_at, id);
CREATE UNIQUE INDEX point_change_waiting_idx ON clinic_onboarding.point_change USING btree (clinic_id, point) WHERE (state = 'waiting'::text);

CREATE TABLE clinic_onboarding.profile (
  clinic_id uuid NOT NULL,
  doctors jsonb DEFAULT '[]'::jsonb NOT NULL,
  languages text[] DEFAULT '{}'::text[] NOT NULL,
  currency text DEFAULT 'USD'::text NOT NULL,
  shows_address boolean DEFAULT true NOT NULL,
  billing_company text DEFAULT ''::text NOT NULL,
  billing_tax_number text DEFAULT ''::text NOT NULL,
  billing_address text DEFAULT ''::text NOT NULL,
  CONSTRAINT profile_billing_address CHECK ((char_length(billing_address) <= 500)),
  CONSTRAINT profile_company CHECK ((char_length(billing_company) <= 150)),
  CONSTRAINT profile_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT profile_doctors CHECK ((octet_length((doctors)::text) <= 32768)),
  CONSTRAINT profile_languages CHECK ((cardinality(languages) <= 20)),
  CONSTRAINT profile_tax_number CHECK ((char_length(billing_tax_number) <= 50)),
  CONSTRAINT profile_pkey PRIMARY KEY (clinic_id)
);

CREATE TABLE clinic_onboarding.public_address (
  slug text NOT NULL,
  clinic_id uuid,
  since timestamp with time zone NOT NULL,
  CONSTRAINT public_address_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 80))),
  CONSTRAINT public_address_pkey PRIMARY KEY (slug)
);
CREATE INDEX public_address_clinic_idx ON clinic_onboarding.public_address USING btree (clinic_id);

CREATE TABLE clinic_onboarding.registration_draft (
  phone text NOT NULL,
  fields jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  writer uuid,
  turn integer DEFAULT 0 NOT NULL,
  CONSTRAINT registration_draft_size CHECK ((octet_length((fields)::text) <= 65536)),
  CONSTRAINT registration_draft_pkey PRIMARY KEY (phone)
);
CREATE INDEX registration_draft_saved_idx ON clinic_onboarding.registration_draft USING btree (saved_at);

CREATE TABLE clinic_onboarding.reviewer_sight (
  clinic_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  opened boolean NOT NULL,
  details text NOT NULL,
  documents jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT reviewer_sight_clinic_id_staff_id_pk PRIMARY KEY (clinic_id, staff_id)
);

CREATE TABLE consultation.draft (
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  version integer NOT NULL,
  details_version integer NOT NULL,
  step smallint NOT NULL,
  fields jsonb NOT NULL,
  lead_id uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  submitted_at timestamp with time zone,
  details_writer uuid,
  details_turn integer DEFAULT 0 NOT NULL,
  CONSTRAINT draft_step CHECK (((step >= 1) AND (step <= 7))),
  CONSTRAINT draft_submitted CHECK (((lead_id IS NULL) = (submitted_at IS NULL))),
  CONSTRAINT draft_pkey PRIMARY KEY (id)
);
CREATE INDEX draft_lead_idx ON consultation.draft USING btree (lead_id);
CREATE UNIQUE INDEX draft_open_per_patient ON consultation.draft USING btree (patient_id) WHERE (submitted_at IS NULL);

CREATE TABLE consultation.photo (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  draft_id uuid,
  lead_id uuid,
  storage_key text NOT NULL,
  name text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bigint NOT NULL,
  content_hash text NOT NULL,
  picture_hash text,
  created_at timestamp with time zone NOT NULL,
  attached_at timestamp with time zone,
  CONSTRAINT photo_attached CHECK (((lead_id IS NULL) = (attached_at IS NULL))),
  CONSTRAINT photo_name_length CHECK ((char_length(name) <= 150)),
  CONSTRAINT photo_pkey PRIMARY KEY (id),
  CONSTRAINT photo_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX photo_content_idx ON consultation.photo USING btree (content_hash);
CREATE INDEX photo_draft_idx ON consultation.photo USING btree (draft_id);
CREATE INDEX photo_lead_idx ON consultation.photo USING btree (lead_id);
CREATE INDEX photo_owner_idx ON consultation.photo USING btree (owner_id, created_at);
CREATE INDEX photo_picture_1_idx ON consultation.photo USING btree (substr(picture_hash, 1, 4));
CREATE INDEX photo_picture_2_idx ON consultation.photo USING btree (substr(picture_hash, 5, 4));
CREATE INDEX photo_picture_3_idx ON consultation.photo USING btree (substr(picture_hash, 9, 4));
CREATE INDEX photo_picture_4_idx ON consultation.photo USING btree (substr(picture_hash, 13, 4));

CREATE TABLE consultation.photo_copy (
  photo_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  storage_key text NOT NULL,
  bytes bigint NOT NULL,
  day date NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT photo_copy_photo_id_lead_id_clinic_id_pk PRIMARY KEY (photo_id, lead_id, clinic_id),
  CONSTRAINT photo_copy_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX photo_copy_lead_idx ON consultation.photo_copy USING btree (lead_id);

CREATE TABLE consultation.photo_sight_end (
  lead_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT photo_sight_end_lead_id_clinic_id_pk PRIMARY KEY (lead_id, clinic_id)
);

CREATE TABLE consultation.photo_view (
  photo_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  times integer NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  hour timestamp with time zone NOT NULL,
  times_in_hour integer NOT NULL,
  CONSTRAINT photo_view_times CHECK (((times_in_hour >= 1) AND (times_in_hour <= times))),
  CONSTRAINT photo_view_photo_id_lead_id_clinic_id_pk PRIMARY KEY (photo_id, lead_id, clinic_id)
);
CREATE INDEX photo_view_lead_idx ON consultation.photo_view USING btree (lead_id, last_at);

CREATE TABLE content.entry (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  draft jsonb,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT entry_pkey PRIMARY KEY (key)
);

CREATE TABLE content.revision (
  id bigserial NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  value jsonb NOT NULL,
  by text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT revision_pkey PRIMARY KEY (id)
);
CREATE INDEX content_revision_key_idx ON content.revision USING btree (key, version);

CREATE TABLE deals.answer (
  clinic_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  minutes integer NOT NULL,
  CONSTRAINT answer_minutes CHECK ((minutes >= 0)),
  CONSTRAINT answer_clinic_id_lead_id_pk PRIMARY KEY (clinic_id, lead_id)
);
CREATE INDEX answer_clinic_idx ON deals.answer USING btree (clinic_id, at, minutes);

CREATE TABLE deals.confirmation (
  deal_id uuid NOT NULL,
  side text NOT NULL,
  at timestamp with time zone NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  reason text,
  CONSTRAINT confirmation_amount CHECK (((amount_cents >= 1) AND (amount_cents <= 99999999))),
  CONSTRAINT confirmation_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT confirmation_reason CHECK ((char_length(reason) <= 1000)),
  CONSTRAINT confirmation_deal_id_side_pk PRIMARY KEY (deal_id, side)
);

CREATE TABLE deals.deal (
  id uuid NOT NULL,
  offer_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  sealed_cents integer NOT NULL,
  sealed_currency text NOT NULL,
  phase text NOT NULL,
  status text NOT NULL,
  scheduled_for timestamp with time zone,
  sequence integer NOT NULL,
  calendar_at timestamp with time zone,
  treated_at timestamp with time zone,
  treated_by text,
  price_kept boolean,
  still_since timestamp with time zone,
  still_because text,
  denied_at timestamp with time zone,
  denied_by text,
  denial_reason text,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  cancel_code text,
  cancel_reason text,
  CONSTRAINT deal_cancel_reason CHECK ((char_length(cancel_reason) <= 1000)),
  CONSTRAINT deal_cancelled CHECK ((((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)) AND ((cancelled_at IS NOT NULL) = (cancel_code IS NOT NULL)))),
  CONSTRAINT deal_denial_reason CHECK ((char_length(denial_reason) <= 1000)),
  CONSTRAINT deal_denied CHECK (((denied_at IS NOT NULL) = (denied_by IS NOT NULL))),
  CONSTRAINT deal_scheduled CHECK (((status <> 'scheduled'::text) OR ((scheduled_for IS NOT NULL) AND (calendar_at IS NOT NULL)))),
  CONSTRAINT deal_sealed CHECK (((sealed_cents > 0) AND (sealed_currency ~ '^[A-Z]{3}$'::text))),
  CONSTRAINT deal_still CHECK (((still_since IS NOT NULL) = (still_because IS NOT NULL))),
  CONSTRAINT deal_treated CHECK ((((status = ANY (ARRAY['treated'::text, 'reviewed'::text])) = (treated_at IS NOT NULL)) AND ((treated_at IS NOT NULL) = (treated_by IS NOT NULL)) AND ((treated_at IS NOT NULL) = (price_kept IS NOT NULL)))),
  CONSTRAINT deal_offer_id_unique UNIQUE (offer_id),
  CONSTRAINT deal_pkey PRIMARY KEY (id)
);
CREATE INDEX deal_clinic_idx ON deals.deal USING btree (clinic_id, created_at, id);
CREATE INDEX deal_created_idx ON deals.deal USING btree (created_at, id);
CREATE INDEX deal_denied_idx ON deals.deal USING btree (denied_at, id) WHERE (denied_at IS NOT NULL);
CREATE INDEX deal_patient_idx ON deals.deal USING btree (patient_id, created_at, id);
CREATE INDEX deal_status_idx ON deals.deal USING btree (status, created_at, id);
CREATE INDEX deal_waiting_created_idx ON deals.deal USING btree (created_at, id) WHERE ((phase = 'disputed'::text) OR (still_since IS NOT NULL));
CREATE INDEX deal_waiting_status_idx ON deals.deal USING btree (status, created_at, id) WHERE ((phase = 'disputed'::text) OR (still_since IS NOT NULL));

CREATE TABLE deals.report (
  review_id uuid NOT NULL,
  side text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT report_reason CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT report_review_id_side_pk PRIMARY KEY (review_id, side)
);

CREATE TABLE deals.reputation (
  clinic_id uuid NOT NULL,
  reviews integer DEFAULT 0 NOT NULL,
  stars integer DEFAULT 0 NOT NULL,
  treatments integer DEFAULT 0 NOT NULL,
  kept integer DEFAULT 0 NOT NULL,
  CONSTRAINT reputation_counts CHECK (((reviews >= 0) AND ((stars >= reviews) AND (stars <= (5 * reviews))) AND ((kept >= 0) AND (kept <= treatments)))),
  CONSTRAINT reputation_pkey PRIMARY KEY (clinic_id)
);

CREATE TABLE deals.review (
  id uuid NOT NULL,
  deal_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  stars smallint NOT NULL,
  text text NOT NULL,
  masked text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  answer text,
  answer_masked text[],
  answered_at timestamp with time zone,
  reported_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_because text,
  answer_removed_because text,
  CONSTRAINT review_answer CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 4000))),
  CONSTRAINT review_answered CHECK (((answer IS NOT NULL) = ((answered_at IS NOT NULL) AND (answer_removed_because IS NULL)))),
  CONSTRAINT review_removed CHECK (((removed_at IS NOT NULL) = (removed_because IS NOT NULL))),
  CONSTRAINT review_stars CHECK (((stars >= 1) AND (stars <= 5))),
  CONSTRAINT review_text CHECK ((char_length(text) <= 8000)),
  CONSTRAINT review_deal_id_unique UNIQUE (deal_id),
  CONSTRAINT review_pkey PRIMARY KEY (id)
);
CREATE INDEX review_clinic_idx ON deals.review USING btree (clinic_id, created_at, id) WHERE (removed_at IS NULL);
CREATE INDEX review_created_idx ON deals.review USING btree (created_at, id);
CREATE INDEX review_patient_idx ON deals.review USING btree (patient_id, created_at, id);
CREATE INDEX review_reported_created_idx ON deals.review USING btree (created_at, id) WHERE (reported_at IS NOT NULL);
CREATE INDEX review_reported_idx ON deals.review USING btree (reported_at, id) WHERE (reported_at IS NOT NULL);

CREATE TABLE deals.team_message (
  id uuid NOT NULL,
  deal_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT team_message_text CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000))),
  CONSTRAINT team_message_pkey PRIMARY KEY (id)
);
CREATE INDEX team_message_deal_idx ON deals.team_message USING btree (deal_id, created_at, id);

CREATE TABLE deals."time" (
  id uuid NOT NULL,
  deal_id uuid NOT NULL,
  "from" text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  note text,
  status text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  answered_at timestamp with time zone,
  CONSTRAINT time_answered CHECK (((status = 'proposed'::text) = (answered_at IS NULL))),
  CONSTRAINT time_note CHECK ((char_length(note) <= 500)),
  CONSTRAINT time_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX time_accepted_idx ON deals."time" USING btree (deal_id) WHERE (status = 'accepted'::text);
CREATE INDEX time_deal_idx ON deals."time" USING btree (deal_id, created_at, id);
CREATE UNIQUE INDEX time_proposed_idx ON deals."time" USING btree (deal_id) WHERE (status = 'proposed'::text);

CREATE TABLE exchange.listing (
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  patient text,
  treatment text NOT NULL,
  sub_treatment text NOT NULL,
  body_area text NOT NULL,
  locations text[] NOT NULL,
  budget text,
  timeline text,
  photos integer NOT NULL,
  widened boolean NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  offers_count integer NOT NULL,
  offered_by uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT listing_pkey PRIMARY KEY (id)
);
CREATE INDEX listing_offered_by_idx ON exchange.listing USING gin (offered_by);

CREATE TABLE exchange.posting (
  term text NOT NULL,
  shelf smallint NOT NULL,
  priority smallint NOT NULL,
  budget smallint NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  id uuid NOT NULL
);
CREATE INDEX posting_budget_idx ON exchange.posting USING btree (term, shelf, budget, published_at, id) WHERE (priority >= 0);
CREATE INDEX posting_listing_idx ON exchange.posting USING btree (id);
CREATE INDEX posting_priority_idx ON exchange.posting USING btree (term, shelf, priority, published_at, id) WHERE (budget >= 0);
CREATE INDEX posting_shelf_idx ON exchange.posting USING btree (term, shelf, published_at, id);
CREATE INDEX posting_standing_idx ON exchange.posting USING btree (term, shelf, priority, budget, published_at, id);

CREATE TABLE exchange.saved_filter (
  id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  name text NOT NULL,
  query jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mails boolean DEFAULT false NOT NULL,
  told_until timestamp(3) with time zone NOT NULL,
  told_at timestamp with time zone,
  CONSTRAINT saved_filter_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT saved_filter_query CHECK ((octet_length((query)::text) <= 2000)),
  CONSTRAINT saved_filter_pkey PRIMARY KEY (id)
);
CREATE INDEX saved_filter_mails_idx ON exchange.saved_filter USING btree (id) WHERE mails;
CREATE UNIQUE INDEX saved_filter_name_idx ON exchange.saved_filter USING btree (clinic_id, lower(name));

CREATE TABLE flow.alert (
  id bigserial NOT NULL,
  at timestamp with time zone NOT NULL,
  job text NOT NULL,
  job_id uuid NOT NULL,
  instance_id uuid,
  reason text NOT NULL,
  resolved_at timestamp with time zone,
  CONSTRAINT alert_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alert_job_id_idx ON flow.alert USING btree (job_id);
CREATE INDEX alert_open_idx ON flow.alert USING btree (at) WHERE (resolved_at IS NULL);

CREATE TABLE flow.instance (
  id uuid NOT NULL,
  machine text NOT NULL,
  machine_version integer NOT NULL,
  status text NOT NULL,
  stuck boolean DEFAULT false NOT NULL,
  state jsonb NOT NULL,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  root_id uuid,
  CONSTRAINT instance_pkey PRIMARY KEY (id)
);
CREATE INDEX instance_created_idx ON flow.instance USING btree (machine, status, created_at, id);
CREATE INDEX instance_root_idx ON flow.instance USING btree (root_id, id) WHERE (root_id IS NOT NULL);
CREATE INDEX instance_stuck_created_idx ON flow.instance USING btree (machine, status, created_at, id) WHERE stuck;
CREATE INDEX instance_stuck_idx ON flow.instance USING btree (updated_at) WHERE stuck;
CREATE INDEX instance_stuck_updated_idx ON flow.instance USING btree (machine, status, updated_at, id) WHERE stuck;
CREATE INDEX instance_stuck_version_idx ON flow.instance USING btree (machine, status, version, id) WHERE stuck;
CREATE INDEX instance_updated_idx ON flow.instance USING btree (machine, status, updated_at, id);
CREATE INDEX instance_version_idx ON flow.instance USING btree (machine, status, version, id);

CREATE TABLE flow.timer (
  instance_id uuid NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  token uuid NOT NULL,
  fire_at timestamp with time zone NOT NULL,
  event jsonb NOT NULL,
  CONSTRAINT timer_instance_id_name_pk PRIMARY KEY (instance_id, name)
);
CREATE INDEX timer_fire_at_idx ON flow.timer USING btree (fire_at);

CREATE TABLE flow.transition (
  instance_id uuid NOT NULL,
  version integer NOT NULL,
  machine_version integer NOT NULL,
  name text NOT NULL,
  event jsonb NOT NULL,
  key text,
  actor text NOT NULL,
  at timestamp with time zone NOT NULL,
  state jsonb NOT NULL,
  effects jsonb NOT NULL,
  CONSTRAINT transition_instance_id_version_pk PRIMARY KEY (instance_id, version)
);
CREATE UNIQUE INDEX transition_key_idx ON flow.transition USING btree (instance_id, key) WHERE (key IS NOT NULL);

CREATE TABLE flow.worker_heartbeat (
  worker uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  beat_at timestamp with time zone NOT NULL,
  CONSTRAINT worker_heartbeat_pkey PRIMARY KEY (worker)
);

CREATE TABLE identity.clinic_account (
  id uuid NOT NULL,
  phone text NOT NULL,
  approval text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  locale text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT clinic_account_phone_unique UNIQUE (phone),
  CONSTRAINT clinic_account_pkey PRIMARY KEY (id)
);

CREATE TABLE identity.consent (
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  CONSTRAINT consent_pkey PRIMARY KEY (id)
);
CREATE INDEX consent_at_idx ON identity.consent USING btree (at);
CREATE UNIQUE INDEX consent_standing_idx ON identity.consent USING btree (patient_id, kind, version) WHERE (withdrawn_at IS NULL);

CREATE TABLE identity.email_link (
  id uuid NOT NULL,
  patient_id uuid,
  clinic_id uuid,
  kind text NOT NULL,
  email text NOT NULL,
  previous_email text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  dropped_at timestamp with time zone,
  CONSTRAINT email_link_one_owner CHECK ((num_nonnulls(patient_id, clinic_id) = 1)),
  CONSTRAINT email_link_previous CHECK (((kind = 'change'::text) = (previous_email IS NOT NULL))),
  CONSTRAINT email_link_pkey PRIMARY KEY (id)
);
CREATE INDEX email_link_created_idx ON identity.email_link USING btree (created_at);
CREATE UNIQUE INDEX email_link_open_clinic_idx ON identity.email_link USING btree (clinic_id, kind) WHERE ((used_at IS NULL) AND (dropped_at IS NULL));
CREATE UNIQUE INDEX email_link_open_patient_idx ON identity.email_link USING btree (patient_id, kind) WHERE ((used_at IS NULL) AND (dropped_at IS NULL));

CREATE TABLE identity.known_browser (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  role text NOT NULL,
  phone text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT known_browser_pkey PRIMARY KEY (id)
);
CREATE INDEX known_browser_expires_idx ON identity.known_browser USING btree (expires_at);
CREATE UNIQUE INDEX known_browser_once_idx ON identity.known_browser USING btree (token_hash, role, phone);
CREATE INDEX known_browser_phone_idx ON identity.known_browser USING btree (phone, role);

CREATE TABLE identity.otp_challenge (
  id uuid NOT NULL,
  purpose text NOT NULL,
  phone text NOT NULL,
  country text NOT NULL,
  dial_code text NOT NULL,
  browser_hash bytea NOT NULL,
  code_hmac bytea NOT NULL,
  code_cipher bytea,
  attempts integer DEFAULT 0 NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  resend_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  consumed_at timestamp with time zone,
  superseded_at timestamp with time zone,
  from_known_browser boolean DEFAULT false NOT NULL,
  locale text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT otp_challenge_attempts CHECK (((attempts >= 0) AND (attempts <= 5))),
  CONSTRAINT otp_challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX otp_challenge_created_idx ON identity.otp_challenge USING btree (created_at);
CREATE INDEX otp_challenge_dial_code_idx ON identity.otp_challenge USING btree (dial_code, created_at);
CREATE UNIQUE INDEX otp_challenge_live_idx ON identity.otp_challenge USING btree (browser_hash) WHERE (superseded_at IS NULL);
CREATE INDEX otp_challenge_phone_idx ON identity.otp_challenge USING btree (phone, created_at);

CREATE TABLE identity.passkey (
  id uuid NOT NULL,
  patient_id uuid,
  clinic_id uuid,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkey_one_owner CHECK ((num_nonnulls(patient_id, clinic_id) = 1)),
  CONSTRAINT passkey_credential_id_unique UNIQUE (credential_id),
  CONSTRAINT passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_clinic_idx ON identity.passkey USING btree (clinic_id);
CREATE INDEX passkey_patient_idx ON identity.passkey USING btree (patient_id);

CREATE TABLE identity.passkey_challenge (
  id uuid NOT NULL,
  purpose text NOT NULL,
  principal text NOT NULL,
  patient_id uuid,
  clinic_id uuid,
  browser_hash bytea NOT NULL,
  challenge text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkey_challenge_owner CHECK ((num_nonnulls(patient_id, clinic_id) = CASE purpose WHEN 'sign-in'::text THEN 0 ELSE 1 END)),
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_challenge_created_idx ON identity.passkey_challenge USING btree (created_at);

CREATE TABLE identity.patient (
  id uuid NOT NULL,
  phone text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  email_proved_at timestamp with time zone,
  locale text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT patient_phone_unique UNIQUE (phone),
  CONSTRAINT patient_pkey PRIMARY KEY (id)
);
CREATE INDEX patient_created_idx ON identity.patient USING btree (created_at, id);
CREATE INDEX patient_email_idx ON identity.patient USING btree (lower(email));
CREATE INDEX patient_first_name_idx ON identity.patient USING btree (first_name, id);
CREATE INDEX patient_last_name_idx ON identity.patient USING btree (lower(last_name) text_pattern_ops, id, created_at, last_seen_at, first_name, last_name);
CREATE INDEX patient_name_idx ON identity.patient USING btree (lower(((first_name || ' '::text) || last_name)) text_pattern_ops, id, created_at, last_seen_at, first_name, last_name);
CREATE INDEX patient_seen_idx ON identity.patient USING btree (last_seen_at, id);

CREATE TABLE identity.profile_draft (
  phone text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  writer uuid,
  turn integer DEFAULT 0 NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT profile_draft_pkey PRIMARY KEY (phone)
);
CREATE INDEX profile_draft_saved_idx ON identity.profile_draft USING btree (saved_at);

CREATE TABLE identity.session (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  principal text NOT NULL,
  phase text NOT NULL,
  subject_id uuid,
  phone text,
  shared_device boolean DEFAULT false NOT NULL,
  idle_seconds integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  proved_at timestamp with time zone,
  CONSTRAINT session_full_has_subject CHECK (((phase <> 'full'::text) OR (subject_id IS NOT NULL))),
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_token_hash_unique UNIQUE (token_hash)
);
CREATE INDEX session_ended_idx ON identity.session USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX session_expires_idx ON identity.session USING btree (expires_at);
CREATE INDEX session_subject_idx ON identity.session USING btree (principal, subject_id);

CREATE TABLE identity.slow_lane_place (
  id uuid NOT NULL,
  role text NOT NULL,
  phone text NOT NULL,
  dial_code text NOT NULL,
  browser_hash bytea NOT NULL,
  since timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT slow_lane_place_pkey PRIMARY KEY (id)
);
CREATE INDEX slow_lane_place_lane_idx ON identity.slow_lane_place USING btree (dial_code, since);
CREATE UNIQUE INDEX slow_lane_place_once_idx ON identity.slow_lane_place USING btree (browser_hash, role) WHERE (used_at IS NULL);
CREATE INDEX slow_lane_place_seen_idx ON identity.slow_lane_place USING btree (seen_at);

CREATE TABLE identity.sms_alert (
  id uuid NOT NULL,
  kind text NOT NULL,
  dial_code text NOT NULL,
  hour timestamp with time zone NOT NULL,
  sent integer NOT NULL,
  verified integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sms_alert_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sms_alert_once_idx ON identity.sms_alert USING btree (kind, dial_code, hour);

CREATE TABLE identity.staff_account (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text,
  totp_cipher bytea,
  totp_step bigint,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  enrolled_at timestamp with time zone,
  disabled_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  CONSTRAINT staff_account_email_lower CHECK ((email = lower(email))),
  CONSTRAINT staff_account_email_unique UNIQUE (email),
  CONSTRAINT staff_account_pkey PRIMARY KEY (id)
);

CREATE TABLE identity.staff_challenge (
  id uuid NOT NULL,
  purpose text NOT NULL,
  staff_id uuid,
  challenge text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT staff_challenge_pkey PRIMARY KEY (id)
);

CREATE TABLE identity.staff_invite (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  totp_cipher bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT staff_invite_pkey PRIMARY KEY (id),
  CONSTRAINT staff_invite_token_hash_unique UNIQUE (token_hash)
);
CREATE INDEX staff_invite_staff_idx ON identity.staff_invite USING btree (staff_id);

CREATE TABLE identity.staff_passkey (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT staff_passkey_credential_id_unique UNIQUE (credential_id),
  CONSTRAINT staff_passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX staff_passkey_staff_idx ON identity.staff_passkey USING btree (staff_id);

CREATE TABLE identity.staff_session (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  staff_id uuid NOT NULL,
  idle_seconds integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  proved_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ip text,
  device text NOT NULL,
  CONSTRAINT staff_session_pkey PRIMARY KEY (id),
  CONSTRAINT staff_session_token_hash_unique UNIQUE (token_hash)
);
CREATE INDEX staff_session_staff_idx ON identity.staff_session USING btree (staff_id);

CREATE TABLE identity.way_back (
  id uuid NOT NULL,
  principal text NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  phone text,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  used_at timestamp with time zone,
  dropped_at timestamp with time zone,
  CONSTRAINT way_back_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT way_back_two_people CHECK ((confirmed_by <> asked_by)),
  CONSTRAINT way_back_pkey PRIMARY KEY (id)
);
CREATE INDEX way_back_asked_idx ON identity.way_back USING btree (asked_at);
CREATE UNIQUE INDEX way_back_open_idx ON identity.way_back USING btree (account_id, principal) WHERE ((used_at IS NULL) AND (dropped_at IS NULL));

CREATE TABLE leads.activity (
  id bigserial NOT NULL,
  lead_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (id)
);
CREATE INDEX activity_lead_idx ON leads.activity USING btree (lead_id, id);
CREATE INDEX activity_patient_idx ON leads.activity USING btree (patient_id, id DESC NULLS LAST);

CREATE TABLE leads.lead (
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  treatment text NOT NULL,
  sub_treatment text NOT NULL,
  body_area text NOT NULL,
  description text NOT NULL,
  photos uuid[] NOT NULL,
  locations text[] NOT NULL,
  budget text,
  timeline text,
  patient_info jsonb,
  findings text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  offers_count integer NOT NULL,
  widened boolean DEFAULT false NOT NULL,
  screening_ends_at timestamp with time zone,
  published_at timestamp with time zone,
  offers_due_at timestamp with time zone,
  expires_at timestamp with time zone,
  widened_at timestamp with time zone,
  notice_at timestamp with time zone,
  completed_at timestamp with time zone,
  accepted_offer_id uuid,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  cancel_reason text,
  forgotten_at timestamp with time zone,
  CONSTRAINT lead_cancel_reason_length CHECK ((char_length(cancel_reason) <= 1000)),
  CONSTRAINT lead_cancelled CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
  CONSTRAINT lead_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  CONSTRAINT lead_description_length CHECK ((char_length(description) <= 4000)),
  CONSTRAINT lead_offers_count CHECK ((offers_count >= 0)),
  CONSTRAINT lead_photos CHECK ((cardinality(photos) <= 10)),
  CONSTRAINT lead_published CHECK (((status <> ALL (ARRAY['reviewed'::text, 'offers_received'::text, 'completed'::text])) OR (published_at IS NOT NULL))),
  CONSTRAINT lead_pkey PRIMARY KEY (id)
);
CREATE INDEX lead_contact_data_created_idx ON leads.lead USING btree (status, created_at, id) WHERE (findings @> '{contact-data}'::text[]);
CREATE INDEX lead_contact_data_expires_idx ON leads.lead USING btree (status, expires_at, id) WHERE (findings @> '{contact-data}'::text[]);
CREATE INDEX lead_contact_data_offers_idx ON leads.lead USING btree (status, offers_count, id) WHERE (findings @> '{contact-data}'::text[]);
CREATE INDEX lead_contact_data_published_idx ON leads.lead USING btree (status, published_at, id) WHERE (findings @> '{contact-data}'::text[]);
CREATE INDEX lead_contact_data_treatment_idx ON leads.lead USING btree (treatment, status, created_at, id) WHERE (findings @> '{contact-data}'::text[]);
CREATE INDEX lead_created_idx ON leads.lead USING btree (created_at, id);
CREATE INDEX lead_duplicate_request_created_idx ON leads.lead USING btree (status, created_at, id) WHERE (findings @> '{duplicate-request}'::text[]);
CREATE INDEX lead_duplicate_request_expires_idx ON leads.lead USING btree (status, expires_at, id) WHERE (findings @> '{duplicate-request}'::text[]);
CREATE INDEX lead_duplicate_request_offers_idx ON leads.lead USING btree (status, offers_count, id) WHERE (findings @> '{duplicate-request}'::text[]);
CREATE INDEX lead_duplicate_request_published_idx ON leads.lead USING btree (status, published_at, id) WHERE (findings @> '{duplicate-request}'::text[]);
CREATE INDEX lead_duplicate_request_treatment_idx ON leads.lead USING btree (treatment, status, created_at, id) WHERE (findings @> '{duplicate-request}'::text[]);
CREATE INDEX lead_ended_idx ON leads.lead USING btree (COALESCE(completed_at, cancelled_at), id) WHERE ((forgotten_at IS NULL) AND (status = ANY (ARRAY['completed'::text, 'cancelled'::text])));
CREATE INDEX lead_link_created_idx ON leads.lead USING btree (status, created_at, id) WHERE (findings @> '{link}'::text[]);
CREATE INDEX lead_link_expires_idx ON leads.lead USING btree (status, expires_at, id) WHERE (findings @> '{link}'::text[]);
CREATE INDEX lead_link_offers_idx ON leads.lead USING btree (status, offers_count, id) WHERE (findings @> '{link}'::text[]);
CREATE INDEX lead_link_published_idx ON leads.lead USING btree (status, published_at, id) WHERE (findings @> '{link}'::text[]);
CREATE INDEX lead_link_treatment_idx ON leads.lead USING btree (treatment, status, created_at, id) WHERE (findings @> '{link}'::text[]);
CREATE INDEX lead_listed_idx ON leads.lead USING btree (id) WHERE (status = ANY (ARRAY['reviewed'::text, 'offers_received'::text]));
CREATE INDEX lead_newest_idx ON leads.lead USING btree (published_at, id) WHERE (status = ANY (ARRAY['reviewed'::text, 'offers_received'::text]));
CREATE INDEX lead_patient_idx ON leads.lead USING btree (patient_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX lead_photo_seen_elsewhere_created_idx ON leads.lead USING btree (status, created_at, id) WHERE (findings @> '{photo-seen-elsewhere}'::text[]);
CREATE INDEX lead_photo_seen_elsewhere_expires_idx ON leads.lead USING btree (status, expires_at, id) WHERE (findings @> '{photo-seen-elsewhere}'::text[]);
CREATE INDEX lead_photo_seen_elsewhere_offers_idx ON leads.lead USING btree (status, offers_count, id) WHERE (findings @> '{photo-seen-elsewhere}'::text[]);
CREATE INDEX lead_photo_seen_elsewhere_published_idx ON leads.lead USING btree (status, published_at, id) WHERE (findings @> '{photo-seen-elsewhere}'::text[]);
CREATE INDEX lead_photo_seen_elsewhere_treatment_idx ON leads.lead USING btree (treatment, status, created_at, id) WHERE (findings @> '{photo-seen-elsewhere}'::text[]);
CREATE INDEX lead_published_at_idx ON leads.lead USING btree (published_at) WHERE ((status <> 'pending'::text) AND (published_at IS NOT NULL));
CREATE INDEX lead_status_created_idx ON leads.lead USING btree (status, created_at, id);
CREATE INDEX lead_status_expires_idx ON leads.lead USING btree (status, expires_at, id);
CREATE INDEX lead_status_offers_idx ON leads.lead USING btree (status, offers_count, id);
CREATE INDEX lead_status_published_idx ON leads.lead USING btree (status, published_at, id);
CREATE INDEX lead_sub_treatment_created_idx ON leads.lead USING btree (sub_treatment, created_at, id);
CREATE INDEX lead_too_many_requests_created_idx ON leads.lead USING btree (status, created_at, id) WHERE (findings @> '{too-many-requests}'::text[]);
CREATE INDEX lead_too_many_requests_expires_idx ON leads.lead USING btree (status, expires_at, id) WHERE (findings @> '{too-many-requests}'::text[]);
CREATE INDEX lead_too_many_requests_offers_idx ON leads.lead USING btree (status, offers_count, id) WHERE (findings @> '{too-many-requests}'::text[]);
CREATE INDEX lead_too_many_requests_published_idx ON leads.lead USING btree (status, published_at, id) WHERE (findings @> '{too-many-requests}'::text[]);
CREATE INDEX lead_too_many_requests_treatment_idx ON leads.lead USING btree (treatment, status, created_at, id) WHERE (findings @> '{too-many-requests}'::text[]);
CREATE INDEX lead_treatment_created_idx ON leads.lead USING btree (treatment, status, created_at, id);

CREATE TABLE leaving.archive (
  id uuid NOT NULL,
  owner_kind text NOT NULL,
  owner_id uuid NOT NULL,
  status text NOT NULL,
  storage_key text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone,
  bytes bigint,
  taken_at timestamp with time zone,
  gone_at timestamp with time zone,
  CONSTRAINT archive_ready CHECK (((ready_at IS NULL) = (bytes IS NULL))),
  CONSTRAINT archive_pkey PRIMARY KEY (id),
  CONSTRAINT archive_storage_key_unique UNIQUE (storage_key)
);
CREATE INDEX archive_asked_idx ON leaving.archive USING btree (asked_at);
CREATE UNIQUE INDEX archive_open_idx ON leaving.archive USING btree (owner_id, owner_kind) WHERE (status = ANY (ARRAY['making'::text, 'ready'::text]));
CREATE INDEX archive_owner_idx ON leaving.archive USING btree (owner_id, owner_kind, asked_at);

CREATE TABLE leaving.erasure (
  id uuid NOT NULL,
  kind text NOT NULL,
  person_id uuid NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT erasure_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX erasure_person_idx ON leaving.erasure USING btree (person_id, kind);

CREATE TABLE leaving.hold (
  id uuid NOT NULL,
  kind text NOT NULL,
  person_id uuid NOT NULL,
  placed_by uuid NOT NULL,
  placed_at timestamp with time zone NOT NULL,
  lifted_by uuid,
  lifted_at timestamp with time zone,
  CONSTRAINT hold_lifted CHECK (((lifted_at IS NULL) = (lifted_by IS NULL))),
  CONSTRAINT hold_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX hold_standing_idx ON leaving.hold USING btree (person_id, kind) WHERE (lifted_at IS NULL);

-- Live events lie in partitions of a range of ids each, which go as a whole. The names of NOT NULL are of PostgreSQL 18, which
-- has these as constraints: they are the same in a database whose table became the first partition.
CREATE SEQUENCE live.event_id_seq;
CREATE TABLE live.event_0 (
  id bigint DEFAULT nextval('live.event_id_seq') CONSTRAINT event_id_not_null NOT NULL,
  principal text CONSTRAINT event_principal_not_null NOT NULL,
  type text CONSTRAINT event_type_not_null NOT NULL,
  data jsonb CONSTRAINT event_data_not_null NOT NULL,
  at timestamp with time zone CONSTRAINT event_at_not_null NOT NULL,
  CONSTRAINT event_0_pkey PRIMARY KEY (id)
);
CREATE INDEX event_0_principal_idx ON live.event_0 USING btree (principal, id);
CREATE INDEX event_0_at_idx ON live.event_0 USING btree (at);
CREATE TABLE live.event (
  id bigint DEFAULT nextval('live.event_id_seq') NOT NULL,
  principal text NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX event_principal_idx ON live.event USING btree (principal, id);
ALTER SEQUENCE live.event_id_seq OWNED BY live.event.id;
ALTER TABLE live.event ATTACH PARTITION live.event_0 FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

CREATE TABLE messaging.conversation (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  last_message_at timestamp(3) with time zone,
  last_from text,
  patient_unread integer DEFAULT 0 NOT NULL,
  clinic_unread integer DEFAULT 0 NOT NULL,
  patient_unread_from uuid,
  clinic_unread_from uuid,
  patient_blocked_at timestamp with time zone,
  clinic_blocked_at timestamp with time zone,
  staff_blocked_at timestamp with time zone,
  CONSTRAINT conversation_clinic_burst CHECK (((clinic_unread = 0) = (clinic_unread_from IS NULL))),
  CONSTRAINT conversation_patient_burst CHECK (((patient_unread = 0) = (patient_unread_from IS NULL))),
  CONSTRAINT conversation_unread CHECK (((patient_unread >= 0) AND (clinic_unread >= 0))),
  CONSTRAINT conversation_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_clinic_idx ON messaging.conversation USING btree (clinic_id);
CREATE INDEX conversation_patient_idx ON messaging.conversation USING btree (patient_id);

CREATE TABLE messaging.message (
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  from_side text NOT NULL,
  text text NOT NULL,
  masked text,
  found text[] NOT NULL,
  attachments uuid[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT message_attachments CHECK ((cardinality(attachments) <= 10)),
  CONSTRAINT message_masked CHECK (((masked IS NULL) = (cardinality(found) = 0))),
  CONSTRAINT message_something CHECK (((text <> ''::text) OR (cardinality(attachments) > 0))),
  CONSTRAINT message_text CHECK ((char_length(text) <= 4000)),
  CONSTRAINT message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_conversation_idx ON messaging.message USING btree (conversation_id, created_at, id);
CREATE INDEX message_unread_idx ON messaging.message USING btree (conversation_id, from_side) WHERE (read_at IS NULL);

CREATE TABLE messaging.report (
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  by_side text NOT NULL,
  reason text NOT NULL,
  message_id uuid,
  attachment_id uuid,
  at timestamp(3) with time zone NOT NULL,
  settled_by uuid,
  settled_at timestamp with time zone,
  CONSTRAINT report_reason CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT report_pkey PRIMARY KEY (id)
);
CREATE INDEX report_conversation_idx ON messaging.report USING btree (conversation_id, at);

CREATE TABLE messaging.reported (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  reported_at timestamp(3) with time zone NOT NULL,
  waiting_since timestamp(3) with time zone,
  outcome text,
  CONSTRAINT reported_decided CHECK (((waiting_since IS NULL) = (outcome IS NOT NULL))),
  CONSTRAINT reported_pkey PRIMARY KEY (id)
);
CREATE INDEX reported_at_idx ON messaging.reported USING btree (reported_at, id);
CREATE INDEX reported_clinic_idx ON messaging.reported USING btree (clinic_id);
CREATE INDEX reported_lead_idx ON messaging.reported USING btree (lead_id);
CREATE INDEX reported_patient_idx ON messaging.reported USING btree (patient_id);
CREATE INDEX reported_waiting_at_idx ON messaging.reported USING btree (reported_at, id) WHERE (waiting_since IS NOT NULL);
CREATE INDEX reported_waiting_idx ON messaging.reported USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);

CREATE TABLE messaging.typed_message (
  offer_id uuid NOT NULL,
  side text NOT NULL,
  text text NOT NULL,
  writer uuid,
  turn integer DEFAULT 0 NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT typed_message_text CHECK (((char_length(text) >= 1) AND (char_length(text) <= 4000))),
  CONSTRAINT typed_message_offer_id_side_pk PRIMARY KEY (offer_id, side)
);
CREATE INDEX typed_message_updated_idx ON messaging.typed_message USING btree (updated_at);

CREATE TABLE notifications.notice (
  id uuid NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  reader_type text NOT NULL,
  reader_id uuid NOT NULL,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT notice_key_unique UNIQUE (key),
  CONSTRAINT notice_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_created_idx ON notifications.notice USING btree (created_at);
CREATE INDEX notice_reader_idx ON notifications.notice USING btree (reader_id, reader_type, created_at, id);
CREATE INDEX notice_unread_idx ON notifications.notice USING btree (reader_id, reader_type) WHERE (read_at IS NULL);

CREATE TABLE notifications.notification (
  id uuid NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  recipient_type text NOT NULL,
  recipient_id uuid NOT NULL,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  resends integer DEFAULT 0 NOT NULL,
  CONSTRAINT notification_key_unique UNIQUE (key),
  CONSTRAINT notification_pkey PRIMARY KEY (id)
);
CREATE INDEX notification_created_idx ON notifications.notification USING btree (created_at);
CREATE INDEX notification_facts_idx ON notifications.notification USING gin (jsonb_path_query_array(facts, '$.*'::jsonpath) jsonb_path_ops);
CREATE INDEX notification_failed_idx ON notifications.notification USING btree (failed_at, id) WHERE (status = 'failed'::text);
CREATE INDEX notification_kind_reader_created_idx ON notifications.notification USING btree (kind, status, recipient_type, created_at, id);
CREATE INDEX notification_kind_reader_failed_idx ON notifications.notification USING btree (kind, status, recipient_type, failed_at, id);
CREATE INDEX notification_kind_reader_sent_idx ON notifications.notification USING btree (kind, status, recipient_type, sent_at, id);
CREATE INDEX notification_recipient_idx ON notifications.notification USING btree (recipient_id);
CREATE INDEX notification_status_reader_created_idx ON notifications.notification USING btree (status, recipient_type, created_at, id);
CREATE INDEX notification_status_reader_failed_idx ON notifications.notification USING btree (status, recipient_type, failed_at, id);
CREATE INDEX notification_status_reader_sent_idx ON notifications.notification USING btree (status, recipient_type, sent_at, id);

CREATE TABLE notifications.preference (
  reader_type text NOT NULL,
  reader_id uuid NOT NULL,
  topic text NOT NULL,
  email boolean NOT NULL,
  product boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT preference_reader_id_reader_type_topic_pk PRIMARY KEY (reader_id, reader_type, topic)
);

CREATE TABLE offers.form_draft (
  clinic_id uuid NOT NULL,
  lead_id uuid NOT NULL,
  fields jsonb NOT NULL,
  writer uuid,
  turn integer DEFAULT 0 NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT form_draft_size CHECK ((octet_length((fields)::text) <= 65536)),
  CONSTRAINT form_draft_clinic_id_lead_id_pk PRIMARY KEY (clinic_id, lead_id)
);
CREATE INDEX form_draft_saved_idx ON offers.form_draft USING btree (saved_at);

CREATE TABLE offers.offer (
  id uuid NOT NULL,
  lead_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  slot smallint,
  revision integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  declined_because text,
  decline_reason text,
  withdrawn_by text,
  price_place smallint,
  price_among smallint,
  sealed_hash text,
  CONSTRAINT offer_declined CHECK (((status = 'declined'::text) = (declined_because IS NOT NULL))),
  CONSTRAINT offer_ended CHECK (((status = ANY (ARRAY['pending'::text, 'negotiating'::text])) = (ended_at IS NULL))),
  CONSTRAINT offer_live_slot CHECK (((status = ANY (ARRAY['pending'::text, 'negotiating'::text])) = (slot IS NOT NULL))),
  CONSTRAINT offer_sealed CHECK (((status = 'accepted'::text) = (sealed_hash IS NOT NULL))),
  CONSTRAINT offer_slot CHECK (((slot >= 1) AND (slot <= 50))),
  CONSTRAINT offer_withdrawn CHECK (((status = 'withdrawn'::text) = (withdrawn_by IS NOT NULL))),
  CONSTRAINT offer_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX offer_accepted_idx ON offers.offer USING btree (lead_id) WHERE (status = 'accepted'::text);
CREATE INDEX offer_clinic_idx ON offers.offer USING btree (clinic_id, status, created_at, id);
CREATE INDEX offer_created_idx ON offers.offer USING btree (created_at, id);
CREATE INDEX offer_lead_idx ON offers.offer USING btree (lead_id, created_at, id);
CREATE UNIQUE INDEX offer_one_each_idx ON offers.offer USING btree (lead_id, clinic_id) WHERE (status = ANY (ARRAY['pending'::text, 'negotiating'::text, 'accepted'::text]));
CREATE INDEX offer_patient_idx ON offers.offer USING btree (patient_id, created_at, id);
CREATE UNIQUE INDEX offer_slot_idx ON offers.offer USING btree (lead_id, slot);
CREATE INDEX offer_status_created_idx ON offers.offer USING btree (status, created_at, id);

CREATE TABLE offers.reusable (
  id uuid NOT NULL,
  clinic_id uuid NOT NULL,
  sub_treatment text NOT NULL,
  name text NOT NULL,
  fields jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT reusable_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT reusable_size CHECK ((octet_length((fields)::text) <= 65536)),
  CONSTRAINT reusable_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reusable_name_idx ON offers.reusable USING btree (clinic_id, sub_treatment, lower(name));

CREATE TABLE offers.revision (
  offer_id uuid NOT NULL,
  revision integer NOT NULL,
  at timestamp with time zone NOT NULL,
  amount_cents integer NOT NULL,
  list_price_cents integer,
  currency text NOT NULL,
  message text NOT NULL,
  items jsonb NOT NULL,
  doctor_name text,
  earliest_date date,
  availability text,
  attachments uuid[] NOT NULL,
  CONSTRAINT revision_amount CHECK (((amount_cents >= 1) AND (amount_cents <= 99999999))),
  CONSTRAINT revision_attachments CHECK ((cardinality(attachments) <= 10)),
  CONSTRAINT revision_availability CHECK ((char_length(availability) <= 500)),
  CONSTRAINT revision_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT revision_doctor CHECK ((char_length(doctor_name) <= 120)),
  CONSTRAINT revision_list_price CHECK (((list_price_cents > amount_cents) AND (list_price_cents <= 99999999))),
  CONSTRAINT revision_message CHECK (((char_length(message) >= 1) AND (char_length(message) <= 4000))),
  CONSTRAINT revision_offer_id_revision_pk PRIMARY KEY (offer_id, revision)
);

CREATE TABLE platform.audit_anchor (
  id bigserial NOT NULL,
  at timestamp with time zone NOT NULL,
  older_than timestamp with time zone NOT NULL,
  ends jsonb NOT NULL,
  signature text NOT NULL,
  CONSTRAINT audit_anchor_pkey PRIMARY KEY (id)
);

CREATE TABLE platform.audit_link (
  seq bigserial NOT NULL,
  entry_id bigint NOT NULL,
  hash text NOT NULL,
  chain smallint DEFAULT 0 NOT NULL,
  beside bigint,
  CONSTRAINT audit_link_chain CHECK (((chain >= 0) AND (chain <= 15))),
  CONSTRAINT audit_link_chain_seq_pk PRIMARY KEY (chain, seq),
  CONSTRAINT audit_link_entry_id_unique UNIQUE (entry_id)
);

CREATE TABLE platform.audit_reason (
  entry_id bigint NOT NULL,
  reason text NOT NULL,
  salt text NOT NULL,
  CONSTRAINT audit_reason_length CHECK ((char_length(reason) <= 2000)),
  CONSTRAINT audit_reason_pkey PRIMARY KEY (entry_id)
);

CREATE TABLE platform.clock (
  id boolean DEFAULT true NOT NULL,
  shift interval NOT NULL,
  CONSTRAINT clock_id_check CHECK (id),
  CONSTRAINT clock_pkey PRIMARY KEY (id)
);

CREATE TABLE platform.day_figure (
  series text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  CONSTRAINT day_figure_series_day_pk PRIMARY KEY (series, day)
);

CREATE TABLE platform.idempotency_key (
  id text NOT NULL,
  fingerprint text NOT NULL,
  made text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (id)
);
CREATE INDEX idempotency_key_created_idx ON platform.idempotency_key USING btree (created_at);

CREATE TABLE platform.rate_limit (
  key text NOT NULL,
  members text[] NOT NULL,
  times timestamp with time zone[] NOT NULL,
  allowed boolean NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expires_idx ON platform.rate_limit USING btree (expires_at);

CREATE UNLOGGED TABLE platform.request_count (
  key text NOT NULL,
  hits integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT request_count_pkey PRIMARY KEY (key)
);
CREATE INDEX request_count_ends_idx ON platform.request_count USING btree (ends_at);

CREATE TABLE platform.setting (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (key)
);

CREATE TABLE support.canned_answer (
  id uuid NOT NULL,
  name text NOT NULL,
  texts jsonb NOT NULL,
  updated_by uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT canned_answer_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  CONSTRAINT canned_answer_pkey PRIMARY KEY (id)
);
CREATE INDEX canned_answer_created_idx ON support.canned_answer USING btree (created_at, id);
CREATE INDEX canned_answer_name_idx ON support.canned_answer USING btree (name, id);

CREATE TABLE support.message (
  id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  from_side text NOT NULL,
  staff_id uuid,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT ticket_message_staff CHECK (((staff_id IS NULL) OR (from_side = 'staff'::text))),
  CONSTRAINT ticket_message_text CHECK (((char_length(text) >= 1) AND (char_length(text) <= 4000))),
  CONSTRAINT message_pkey PRIMARY KEY (id)
);
CREATE INDEX ticket_message_idx ON support.message USING btree (ticket_id, created_at, id);
CREATE INDEX ticket_message_unread_idx ON support.message USING btree (ticket_id, from_side) WHERE (read_at IS NULL);

CREATE TABLE support.ticket (
  id uuid NOT NULL,
  owner text NOT NULL,
  owner_id uuid,
  email text,
  name text,
  locale text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  priority text DEFAULT 'normal'::text NOT NULL,
  assignee_id uuid,
  status text NOT NULL,
  due_at timestamp(3) with time zone,
  escalated_at timestamp with time zone,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  closed_by text,
  created_at timestamp(3) with time zone NOT NULL,
  last_message_at timestamp(3) with time zone NOT NULL,
  last_from text NOT NULL,
  unread integer DEFAULT 0 NOT NULL,
  unread_from uuid,
  CONSTRAINT ticket_burst CHECK (((unread = 0) = (unread_from IS NULL))),
  CONSTRAINT ticket_due CHECK (((status = 'open'::text) = (due_at IS NOT NULL))),
  CONSTRAINT ticket_email CHECK (((email IS NULL) OR (owner = 'visitor'::text))),
  CONSTRAINT ticket_owner CHECK (((owner = 'visitor'::text) = (owner_id IS NULL))),
  CONSTRAINT ticket_subject CHECK ((char_length(subject) <= 120)),
  CONSTRAINT ticket_pkey PRIMARY KEY (id)
);
CREATE INDEX ticket_assignee_created_idx ON support.ticket USING btree (assignee_id, created_at, id);
CREATE INDEX ticket_assignee_due_idx ON support.ticket USING btree (assignee_id, due_at, id);
CREATE INDEX ticket_closed_idx ON support.ticket USING btree (closed_at) WHERE (status = 'closed'::text);
CREATE INDEX ticket_closed_visitor_idx ON support.ticket USING btree (closed_at) WHERE ((status = 'closed'::text) AND (owner = 'visitor'::text));
CREATE INDEX ticket_created_idx ON support.ticket USING btree (created_at, id);
CREATE INDEX ticket_own_idx ON support.ticket USING btree (owner_id, owner, last_message_at, id);
CREATE INDEX ticket_status_created_idx ON support.ticket USING btree (status, created_at, id);
CREATE INDEX ticket_status_due_idx ON support.ticket USING btree (status, due_at, id);

-- The time of every rule: of the server, moved by the one row that tests and the demo keep in platform.clock.
CREATE FUNCTION platform.now() RETURNS timestamp with time zone
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT now() + coalesce((SELECT shift FROM platform.clock), interval '0') $$;

-- A field of an entry as a chain hashes it: `<bytes>:<text>`, or `-` for null, so that no two rows read alike.
CREATE FUNCTION platform.audit_field(value text) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END
$$;

-- sha-256 over the hash before and the fields of the entry in this order; the time in whole microseconds since 1970 (UTC).
CREATE FUNCTION platform.audit_hash(previous text, entry platform.audit_entry) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$
  SELECT encode(sha256(convert_to(concat(
    previous,
    platform.audit_field(entry.id::text),
    platform.audit_field((extract(epoch FROM entry.at) * 1000000)::bigint::text),
    platform.audit_field(entry.actor),
    platform.audit_field(entry.action),
    platform.audit_field(entry.object_type),
    platform.audit_field(entry.object_id),
    platform.audit_field(entry.outcome),
    platform.audit_field(entry.ip),
    platform.audit_field(entry.request_id),
    platform.audit_field(entry.facts::text)), 'UTF8')), 'hex')
$$;

-- All entries of a transaction are in one chain: the first that no other transaction writes to, or one that it waits for.
CREATE FUNCTION platform.choose_audit_chain() RETURNS smallint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO 'pg_catalog'
  AS $$
DECLARE
  chosen smallint := nullif(current_setting('platform.audit_chain', true), '')::smallint;
BEGIN
  IF chosen IS NOT NULL THEN
    -- Held already. Whoever set it by hand waits here like everybody.
    PERFORM pg_advisory_xact_lock(7246021, 76 + chosen);
    RETURN chosen;
  END IF;
  FOR n IN 0..15 LOOP
    IF pg_try_advisory_xact_lock(7246021, 76 + n) THEN
      chosen := n;
      EXIT;
    END IF;
  END LOOP;
  IF chosen IS NULL THEN
    chosen := pg_backend_pid() % 16;
    PERFORM pg_advisory_xact_lock(7246021, 76 + chosen);
  END IF;
  PERFORM set_config('platform.audit_chain', chosen::text, true);
  RETURN chosen;
END $$;

-- Runs at commit: its lock is the last one that a transaction takes, so the holder waits for no other transaction. Numbers of
-- a chain follow each other without a gap; a transaction that saw an old end of it fails on the key.
CREATE FUNCTION platform.link_audit_entry() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO 'pg_catalog'
  AS $$
DECLARE
  own smallint := platform.choose_audit_chain();
  last platform.audit_link;
  other platform.audit_link;
  number bigint;
BEGIN
  SELECT * INTO last FROM platform.audit_link WHERE chain = own ORDER BY seq DESC LIMIT 1;
  number := coalesce(last.seq, 0) + 1;
  IF number % 16 <> own THEN
    SELECT * INTO other FROM platform.audit_link WHERE chain = number % 16 ORDER BY seq DESC LIMIT 1;
  END IF;
  INSERT INTO platform.audit_link (chain, seq, entry_id, hash, beside)
    VALUES (own, number, NEW.id,
      platform.audit_hash(coalesce(last.hash, '') || coalesce('/' || other.hash, ''), NEW), other.seq);
  RETURN NULL;
END $$;

-- Runs as the owner of the tables: prunes each chain up to the link that is named and records it as an anchor, whose
-- signature it cannot check. What is named must be what the log has. Links stay: others were hashed with them.
CREATE FUNCTION platform.prune_audit(older timestamp with time zone, goals jsonb, signature text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO 'pg_catalog'
  AS $$
DECLARE
  former jsonb;
  span record;
  removed bigint;
  gone bigint := 0;
BEGIN
  IF older > now() - interval '6 years' THEN
    RAISE EXCEPTION 'entries of the audit log are kept for six years' USING ERRCODE = '42501';
  END IF;
  PERFORM pg_advisory_xact_lock(7246021, 75);
  PERFORM set_config('platform.audit_pruning', pg_current_xact_id()::text, true);
  SELECT a.ends INTO former FROM platform.audit_anchor a ORDER BY a.id DESC LIMIT 1;
  FOR span IN
    SELECT c.chain, coalesce(f.seq, 0) AS begins, coalesce(g.seq, 0) AS ends, g.hash
    FROM generate_series(0, 15) AS c(chain)
      LEFT JOIN jsonb_to_recordset(former) AS f(chain int, seq bigint) ON f.chain = c.chain
      LEFT JOIN jsonb_to_recordset(goals) AS g(chain int, seq bigint, hash text) ON g.chain = c.chain
  LOOP
    CONTINUE WHEN span.begins = 0 AND span.ends = 0;
    IF span.ends < span.begins OR NOT EXISTS (SELECT FROM platform.audit_link l
      WHERE l.chain = span.chain AND l.seq = span.ends AND l.hash = span.hash) THEN
      RAISE EXCEPTION 'chain % has no such link to be pruned to', span.chain USING ERRCODE = '22023';
    END IF;
    DELETE FROM platform.audit_reason r USING platform.audit_link l
      WHERE l.chain = span.chain AND l.seq > span.begins AND l.seq <= span.ends AND r.entry_id = l.entry_id;
    DELETE FROM platform.audit_entry e USING platform.audit_link l
      WHERE l.chain = span.chain AND l.seq > span.begins AND l.seq <= span.ends AND e.id = l.entry_id AND e.at < older;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed <> span.ends - span.begins THEN
      RAISE EXCEPTION 'chain % lacks an entry, or has a younger one, where it is to be pruned', span.chain
        USING ERRCODE = '22023';
    END IF;
    gone := gone + removed;
  END LOOP;
  INSERT INTO platform.audit_anchor (at, older_than, ends, signature) VALUES (now(), older, goals, signature);
  INSERT INTO platform.audit_entry (at, actor, action, outcome, request_id, facts)
    VALUES (platform.now(), 'system:audit.prune', 'audit.pruned', 'ok', 'audit.prune', jsonb_build_object('entries', gone));
  RETURN gone;
END $$;

-- An entry goes when it is six years old, and in a transaction that prunes: by the clock of the server, which has no shift.
CREATE FUNCTION platform.refuse_audit_change() RETURNS trigger
  LANGUAGE plpgsql
  SET search_path TO 'pg_catalog'
  AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '6 years'
    AND current_setting('platform.audit_pruning', true) = pg_current_xact_id()::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE FUNCTION platform.refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

-- What decides which requests a clinic is shown: its streams read anew.
CREATE FUNCTION clinic_onboarding.tell_other_matches() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('live_access', 'clinic:' || NEW.id);
  RETURN NULL;
END $$;

-- Open streams end with their session, whichever statement ended it. The payload is the name that a process finds its
-- streams by; see engine/live/hub.ts.
CREATE FUNCTION identity.tell_end_of_session() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('live_access', 'session:' || OLD.id);
  RETURN NULL;
END $$;

-- The last partition has no end and is empty: ids reach it when its time begins. To begin it before a range is full, the
-- sequence is moved there and another last one is made. Where it has ids all the same (after a restore, or when a range was
-- full), it ends behind them. Runs while no other transaction has the table. The name of a partition is its first id.
CREATE FUNCTION live.begin_events() RETURNS void
  LANGUAGE plpgsql
  SET search_path TO 'pg_catalog'
  AS $$
DECLARE
  size CONSTANT bigint := 1000000000;
  newest CONSTANT bigint := (SELECT s.last_value FROM live.event_id_seq s);
  former bigint;
  next bigint;
BEGIN
  LOOP
    SELECT max(substr(c.relname, 7)::bigint) INTO former
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'live.event'::regclass;
    next := greatest(former, newest / size) + 1;
    EXECUTE format('ALTER TABLE live.event DETACH PARTITION live.event_%s', former);
    EXECUTE format('ALTER TABLE live.event ATTACH PARTITION live.event_%s FOR VALUES FROM (%s) TO (%s)',
      former, CASE WHEN former = 0 THEN 'MINVALUE' ELSE (former * size)::text END, next * size);
    EXECUTE format('CREATE TABLE live.event_%s PARTITION OF live.event FOR VALUES FROM (%s) TO (MAXVALUE)',
      next, next * size);
    EXIT WHEN former * size > newest;
  END LOOP;
  PERFORM setval('live.event_id_seq', former * size);
END $$;

-- Whether the present partition has an event of half an hour ago.
CREATE FUNCTION live.events_begun() RETURNS boolean
  LANGUAGE sql
  SET search_path TO 'pg_catalog'
  AS $$
  SELECT coalesce((SELECT e.at <= platform.now() - interval '30 minutes' FROM live.event e
    WHERE e.id >= (SELECT s.last_value / 1000000000 * 1000000000 FROM live.event_id_seq s) ORDER BY e.id LIMIT 1), false)
$$;

-- Partitions before the present one whose last event is older than a day.
CREATE FUNCTION live.old_events() RETURNS name[]
  LANGUAGE sql
  SET search_path TO 'pg_catalog'
  AS $$
  WITH parts AS (
    SELECT c.relname AS name, substr(c.relname, 7)::bigint AS n, 1000000000 AS size
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'live.event'::regclass),
  spans AS (
    SELECT name, CASE WHEN n > 0 THEN n * size ELSE 0 END AS first, lead(n * size) OVER (ORDER BY n) AS next FROM parts)
  SELECT coalesce(array_agg(name), '{}') FROM spans
  WHERE next <= (SELECT s.last_value FROM live.event_id_seq s) AND coalesce((SELECT e.at < platform.now() - interval '1 day'
    FROM live.event e WHERE e.id >= first AND e.id < next ORDER BY e.id DESC LIMIT 1), true)
$$;

-- Runs as the owner of the tables, for web and worker: begins another partition when it is time, drops the old ones and
-- returns how many had events. It does not wait for a holder of the table, since all others would wait behind it.
CREATE FUNCTION live.turn_events() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path TO 'pg_catalog'
  SET lock_timeout TO '250ms'
  AS $$
DECLARE
  part name;
  held integer;
  gone integer := 0;
BEGIN
  -- One at a time: two that have looked would wait for each other to take the table.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('live.turn_events', 0)) THEN
    RETURN 0;
  END IF;
  IF NOT live.events_begun() AND live.old_events() = '{}' THEN
    RETURN 0;
  END IF;
  LOCK TABLE ONLY live.event IN ACCESS EXCLUSIVE MODE;
  IF live.events_begun() THEN
    PERFORM live.begin_events();
  END IF;
  FOREACH part IN ARRAY live.old_events() LOOP
    EXECUTE format('SELECT count(*) FROM (SELECT FROM live.%I LIMIT 1) e', part) INTO held;
    EXECUTE format('DROP TABLE live.%I', part);
    gone := gone + held;
  END LOOP;
  RETURN gone;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN 0;
END $$;

-- An offer that was never accepted goes with the account of its clinic; one that was accepted stays as it is. The erasing
-- transaction sets `offers.erasing`; no other statement of the product deletes an offer or a revision.
CREATE FUNCTION offers.refuse_change_unless_erased() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('offers.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

SELECT live.begin_events();

CREATE TRIGGER clinic_matches_told AFTER UPDATE OF status, specialties, city ON clinic_onboarding.clinic
  FOR EACH ROW WHEN ((OLD.status, OLD.specialties, OLD.city) IS DISTINCT FROM (NEW.status, NEW.specialties, NEW.city))
  EXECUTE FUNCTION clinic_onboarding.tell_other_matches();
CREATE TRIGGER session_end_told AFTER UPDATE OF ended_at, token_hash ON identity.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND ((new.ended_at IS NOT NULL) OR (new.token_hash <> old.token_hash)))) EXECUTE FUNCTION identity.tell_end_of_session();
CREATE TRIGGER session_loss_told AFTER DELETE ON identity.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.expires_at > now()))) EXECUTE FUNCTION identity.tell_end_of_session();
CREATE TRIGGER staff_session_end_told AFTER UPDATE OF ended_at, token_hash ON identity.staff_session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND ((new.ended_at IS NOT NULL) OR (new.token_hash <> old.token_hash)))) EXECUTE FUNCTION identity.tell_end_of_session();
CREATE TRIGGER staff_session_loss_told AFTER DELETE ON identity.staff_session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.expires_at > now()))) EXECUTE FUNCTION identity.tell_end_of_session();
CREATE TRIGGER offer_sealed_stays BEFORE DELETE OR UPDATE ON offers.offer FOR EACH ROW WHEN ((old.status = 'accepted'::text)) EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER revision_append_only BEFORE DELETE OR UPDATE ON offers.revision FOR EACH ROW EXECUTE FUNCTION offers.refuse_change_unless_erased();
CREATE TRIGGER revision_no_truncate BEFORE TRUNCATE ON offers.revision FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_anchor_append_only BEFORE DELETE OR UPDATE ON platform.audit_anchor FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_anchor_no_truncate BEFORE TRUNCATE ON platform.audit_anchor FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON platform.audit_entry FOR EACH ROW EXECUTE FUNCTION platform.refuse_audit_change();
CREATE CONSTRAINT TRIGGER audit_entry_link AFTER INSERT ON platform.audit_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION platform.link_audit_entry();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON platform.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_link_append_only BEFORE DELETE OR UPDATE ON platform.audit_link FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_link_no_truncate BEFORE TRUNCATE ON platform.audit_link FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_reason_no_truncate BEFORE TRUNCATE ON platform.audit_reason FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
CREATE TRIGGER audit_reason_unchanged BEFORE UPDATE ON platform.audit_reason FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();

ALTER TABLE clinic_onboarding.activity ADD CONSTRAINT activity_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.document ADD CONSTRAINT document_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.note ADD CONSTRAINT note_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.picture ADD CONSTRAINT picture_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.point_change ADD CONSTRAINT point_change_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.profile ADD CONSTRAINT profile_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.public_address ADD CONSTRAINT public_address_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE clinic_onboarding.reviewer_sight ADD CONSTRAINT reviewer_sight_clinic_id_clinic_id_fk FOREIGN KEY (clinic_id) REFERENCES clinic_onboarding.clinic(id);
ALTER TABLE consultation.photo_copy ADD CONSTRAINT photo_copy_photo_id_photo_id_fk FOREIGN KEY (photo_id) REFERENCES consultation.photo(id) ON DELETE CASCADE;
ALTER TABLE consultation.photo_view ADD CONSTRAINT photo_view_photo_id_photo_id_fk FOREIGN KEY (photo_id) REFERENCES consultation.photo(id) ON DELETE CASCADE;
ALTER TABLE deals.confirmation ADD CONSTRAINT confirmation_deal_id_deal_id_fk FOREIGN KEY (deal_id) REFERENCES deals.deal(id);
ALTER TABLE deals.report ADD CONSTRAINT report_review_id_review_id_fk FOREIGN KEY (review_id) REFERENCES deals.review(id);
ALTER TABLE deals.review ADD CONSTRAINT review_deal_id_deal_id_fk FOREIGN KEY (deal_id) REFERENCES deals.deal(id);
ALTER TABLE deals.team_message ADD CONSTRAINT team_message_deal_id_deal_id_fk FOREIGN KEY (deal_id) REFERENCES deals.deal(id);
ALTER TABLE deals."time" ADD CONSTRAINT time_deal_id_deal_id_fk FOREIGN KEY (deal_id) REFERENCES deals.deal(id);
ALTER TABLE identity.email_link ADD CONSTRAINT email_link_clinic_id_clinic_account_id_fk FOREIGN KEY (clinic_id) REFERENCES identity.clinic_account(id) ON DELETE CASCADE;
ALTER TABLE identity.email_link ADD CONSTRAINT email_link_patient_id_patient_id_fk FOREIGN KEY (patient_id) REFERENCES identity.patient(id) ON DELETE CASCADE;
ALTER TABLE identity.passkey_challenge ADD CONSTRAINT passkey_challenge_clinic_id_clinic_account_id_fk FOREIGN KEY (clinic_id) REFERENCES identity.clinic_account(id) ON DELETE CASCADE;
ALTER TABLE identity.passkey_challenge ADD CONSTRAINT passkey_challenge_patient_id_patient_id_fk FOREIGN KEY (patient_id) REFERENCES identity.patient(id) ON DELETE CASCADE;
ALTER TABLE identity.passkey ADD CONSTRAINT passkey_clinic_id_clinic_account_id_fk FOREIGN KEY (clinic_id) REFERENCES identity.clinic_account(id) ON DELETE CASCADE;
ALTER TABLE identity.passkey ADD CONSTRAINT passkey_patient_id_patient_id_fk FOREIGN KEY (patient_id) REFERENCES identity.patient(id) ON DELETE CASCADE;
ALTER TABLE identity.staff_challenge ADD CONSTRAINT staff_challenge_staff_id_staff_account_id_fk FOREIGN KEY (staff_id) REFERENCES identity.staff_account(id);
ALTER TABLE identity.staff_invite ADD CONSTRAINT staff_invite_staff_id_staff_account_id_fk FOREIGN KEY (staff_id) REFERENCES identity.staff_account(id);
ALTER TABLE identity.staff_passkey ADD CONSTRAINT staff_passkey_staff_id_staff_account_id_fk FOREIGN KEY (staff_id) REFERENCES identity.staff_account(id);
ALTER TABLE identity.staff_session ADD CONSTRAINT staff_session_staff_id_staff_account_id_fk FOREIGN KEY (staff_id) REFERENCES identity.staff_account(id);
ALTER TABLE leads.activity ADD CONSTRAINT activity_lead_id_lead_id_fk FOREIGN KEY (lead_id) REFERENCES leads.lead(id);
ALTER TABLE messaging.message ADD CONSTRAINT message_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES messaging.conversation(id);
ALTER TABLE messaging.report ADD CONSTRAINT report_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES messaging.conversation(id);
ALTER TABLE messaging.reported ADD CONSTRAINT reported_id_conversation_id_fk FOREIGN KEY (id) REFERENCES messaging.conversation(id);
ALTER TABLE offers.revision ADD CONSTRAINT revision_offer_id_offer_id_fk FOREIGN KEY (offer_id) REFERENCES offers.offer(id);
ALTER TABLE platform.audit_reason ADD CONSTRAINT audit_reason_entry_id_audit_entry_id_fk FOREIGN KEY (entry_id) REFERENCES platform.audit_entry(id);
ALTER TABLE support.message ADD CONSTRAINT message_ticket_id_ticket_id_fk FOREIGN KEY (ticket_id) REFERENCES support.ticket(id);

REVOKE EXECUTE ON FUNCTION live.begin_events() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION live.events_begun() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION live.old_events() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION live.turn_events() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION platform.prune_audit(older timestamp with time zone, goals jsonb, signature text) FROM PUBLIC;
