CREATE SCHEMA "twins";
--> statement-breakpoint
CREATE TABLE "twins"."branch" (
	"clinic_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	CONSTRAINT "branch_clinic_id_other_id_pk" PRIMARY KEY("clinic_id","other_id"),
	CONSTRAINT "branch_order" CHECK ("twins"."branch"."clinic_id" < "twins"."branch"."other_id")
);
--> statement-breakpoint
CREATE TABLE "twins"."fill" (
	"source" text PRIMARY KEY NOT NULL,
	"after" uuid,
	"done" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "twins"."finding" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"clinic_id" uuid NOT NULL,
	"other_kind" text NOT NULL,
	"other_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"other_source_id" uuid,
	"fingerprint" text NOT NULL,
	"shared" text,
	"distance" smallint,
	"more" boolean NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	CONSTRAINT "finding_decided" CHECK (("twins"."finding"."state" = 'open') = ("twins"."finding"."decided_at" is null)),
	CONSTRAINT "finding_reason" CHECK (char_length("twins"."finding"."reason") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "twins"."gone_mark" (
	"gone_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"keyed_hash" text NOT NULL,
	"left_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gone_mark_gone_id_kind_keyed_hash_pk" PRIMARY KEY("gone_id","kind","keyed_hash")
);
--> statement-breakpoint
CREATE TABLE "twins"."mark" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"lead_id" uuid,
	"guided" boolean DEFAULT false NOT NULL,
	"value" text NOT NULL,
	"colours" text,
	"bands" integer[],
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mark_value" CHECK (char_length("twins"."mark"."value") between 1 and 400),
	CONSTRAINT "mark_lead" CHECK (("twins"."mark"."kind" = 'photo') = ("twins"."mark"."lead_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."picture" ADD COLUMN "picture_hash" text;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."picture" ADD COLUMN "picture_colours" text;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "picture_colours" text;--> statement-breakpoint
CREATE INDEX "branch_other_idx" ON "twins"."branch" USING btree ("other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "finding_once_idx" ON "twins"."finding" USING btree ("clinic_id","other_id","kind","fingerprint");--> statement-breakpoint
CREATE INDEX "finding_clinic_idx" ON "twins"."finding" USING btree ("clinic_id","found_at","id");--> statement-breakpoint
CREATE INDEX "finding_other_idx" ON "twins"."finding" USING btree ("other_id","found_at","id");--> statement-breakpoint
CREATE INDEX "finding_found_idx" ON "twins"."finding" USING btree ("found_at","id");--> statement-breakpoint
CREATE INDEX "finding_state_idx" ON "twins"."finding" USING btree ("state","found_at","id");--> statement-breakpoint
CREATE INDEX "finding_photo_idx" ON "twins"."finding" USING btree ("other_source_id") WHERE other_kind = 'patient';--> statement-breakpoint
CREATE INDEX "gone_mark_hash_idx" ON "twins"."gone_mark" USING btree ("keyed_hash");--> statement-breakpoint
CREATE INDEX "gone_mark_left_idx" ON "twins"."gone_mark" USING btree ("left_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mark_owner_idx" ON "twins"."mark" USING btree ("owner_id","kind","value") WHERE kind <> 'photo';--> statement-breakpoint
CREATE UNIQUE INDEX "mark_photo_idx" ON "twins"."mark" USING btree ("source_id") WHERE kind = 'photo';--> statement-breakpoint
CREATE INDEX "mark_patient_idx" ON "twins"."mark" USING btree ("owner_id") WHERE kind = 'photo';--> statement-breakpoint
CREATE INDEX "mark_value_idx" ON "twins"."mark" USING btree ("kind","value","owner_id");--> statement-breakpoint
CREATE INDEX "mark_quarter_1_idx" ON "twins"."mark" USING btree ("kind",substr("value", 1, 4)) WHERE kind in ('picture', 'photo');--> statement-breakpoint
CREATE INDEX "mark_quarter_2_idx" ON "twins"."mark" USING btree ("kind",substr("value", 5, 4)) WHERE kind in ('picture', 'photo');--> statement-breakpoint
CREATE INDEX "mark_quarter_3_idx" ON "twins"."mark" USING btree ("kind",substr("value", 9, 4)) WHERE kind in ('picture', 'photo');--> statement-breakpoint
CREATE INDEX "mark_quarter_4_idx" ON "twins"."mark" USING btree ("kind",substr("value", 13, 4)) WHERE kind in ('picture', 'photo');--> statement-breakpoint
CREATE INDEX "mark_bands_idx" ON "twins"."mark" USING gin ("bands") WITH (fastupdate=false) WHERE bands is not null;--> statement-breakpoint
CREATE INDEX "mark_lead_idx" ON "twins"."mark" USING btree ("lead_id") WHERE lead_id is not null;