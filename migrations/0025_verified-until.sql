CREATE TABLE "clinic_onboarding"."picture" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"review" text NOT NULL,
	"reason" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "picture_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "picture_reviewed" CHECK (("clinic_onboarding"."picture"."review" = 'waiting') = ("clinic_onboarding"."picture"."reviewed_at" is null)),
	CONSTRAINT "picture_reason" CHECK (char_length("clinic_onboarding"."picture"."reason") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."profile" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"doctors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"shows_address" boolean DEFAULT true NOT NULL,
	"billing_company" text DEFAULT '' NOT NULL,
	"billing_tax_number" text DEFAULT '' NOT NULL,
	"billing_address" text DEFAULT '' NOT NULL,
	CONSTRAINT "profile_currency" CHECK ("clinic_onboarding"."profile"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "profile_doctors" CHECK (octet_length("clinic_onboarding"."profile"."doctors"::text) <= 32768),
	CONSTRAINT "profile_languages" CHECK (cardinality("clinic_onboarding"."profile"."languages") <= 20),
	CONSTRAINT "profile_company" CHECK (char_length("clinic_onboarding"."profile"."billing_company") <= 150),
	CONSTRAINT "profile_tax_number" CHECK (char_length("clinic_onboarding"."profile"."billing_tax_number") <= 50),
	CONSTRAINT "profile_billing_address" CHECK (char_length("clinic_onboarding"."profile"."billing_address") <= 500)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."point_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"point" text NOT NULL,
	"value" jsonb NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	CONSTRAINT "point_change_decided" CHECK (("clinic_onboarding"."point_change"."state" = 'waiting') = ("clinic_onboarding"."point_change"."decided_at" is null)),
	CONSTRAINT "point_change_reason" CHECK (char_length("clinic_onboarding"."point_change"."reason") <= 2000),
	CONSTRAINT "point_change_value" CHECK (octet_length("clinic_onboarding"."point_change"."value"::text) <= 4096)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."public_address" (
	"slug" text PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "public_address_slug" CHECK ("clinic_onboarding"."public_address"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("clinic_onboarding"."public_address"."slug") <= 80)
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."clinic" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."clinic" ADD COLUMN "listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."clinic" ADD COLUMN "checks_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."clinic" ADD COLUMN "city_plain" text GENERATED ALWAYS AS (lower(translate(city, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu'))) STORED;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "notice_given" smallint;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."picture" ADD CONSTRAINT "picture_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."profile" ADD CONSTRAINT "profile_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."point_change" ADD CONSTRAINT "point_change_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."public_address" ADD CONSTRAINT "public_address_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_clinic_idx" ON "clinic_onboarding"."picture" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "picture_left_idx" ON "clinic_onboarding"."picture" USING btree ("id") WHERE removed_at is not null and not erased;--> statement-breakpoint
CREATE UNIQUE INDEX "point_change_waiting_idx" ON "clinic_onboarding"."point_change" USING btree ("clinic_id","point") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "point_change_clinic_idx" ON "clinic_onboarding"."point_change" USING btree ("clinic_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "public_address_clinic_idx" ON "clinic_onboarding"."public_address" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "clinic_directory_idx" ON "clinic_onboarding"."clinic" USING btree ("registered_at","id") WHERE status = 'approved' and listed;--> statement-breakpoint
CREATE INDEX "clinic_directory_city_idx" ON "clinic_onboarding"."clinic" USING btree ("city_plain","registered_at","id") WHERE status = 'approved' and listed;--> statement-breakpoint
CREATE UNIQUE INDEX "clinic_slug_idx" ON "clinic_onboarding"."clinic" USING btree ("slug") WHERE slug is not null;--> statement-breakpoint
CREATE INDEX "clinic_checks_idx" ON "clinic_onboarding"."clinic" USING btree ("checks_since","id") WHERE checks_since is not null;--> statement-breakpoint
CREATE INDEX "document_end_idx" ON "clinic_onboarding"."document" USING btree ("valid_until") WHERE review = 'accepted' and valid_until is not null and removed_at is null and superseded_at is null;--> statement-breakpoint
-- Clinics that were approved before there were public addresses get theirs, as modules/clinic-onboarding/slug.ts makes
-- them; of several with one name the first registered has it, the others a suffix.
WITH named AS (
  SELECT id, registered_at, coalesce(nullif(trim(both '-' from left(regexp_replace(regexp_replace(
      translate(normalize(lower(translate(clinic_name, 'İIı''’', 'iii')), NFKD), 'ßøæœłđ', 'soaold'),
      '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'clinic') AS base
  FROM clinic_onboarding.clinic WHERE status IN ('approved', 'suspended')
), placed AS (
  SELECT id, base, row_number() OVER (PARTITION BY base ORDER BY registered_at, id) AS place FROM named
)
UPDATE clinic_onboarding.clinic c
SET slug = CASE WHEN p.place = 1 THEN p.base ELSE p.base || '-' || left(md5(c.id::text), 8) END
FROM placed p WHERE p.id = c.id;
--> statement-breakpoint
INSERT INTO clinic_onboarding.public_address (slug, clinic_id, since)
SELECT slug, id, platform.now() FROM clinic_onboarding.clinic WHERE slug IS NOT NULL;
