CREATE SCHEMA "aftercare";
--> statement-breakpoint
CREATE TABLE "aftercare"."care" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"state" text NOT NULL,
	"treated_on" date NOT NULL,
	"clinic" jsonb NOT NULL,
	"slot_set" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"agreed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"country" text,
	"zone" text,
	CONSTRAINT "care_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "care_country" CHECK ("aftercare"."care"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "care_ended" CHECK (("aftercare"."care"."state" in ('stopped', 'ended')) = ("aftercare"."care"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "aftercare"."check_in" (
	"id" uuid PRIMARY KEY NOT NULL,
	"care_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"day" smallint NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"country" text,
	"answers" jsonb,
	"dangers" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"photos_shared" boolean DEFAULT false NOT NULL,
	"reply" text,
	"replied_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "check_in_note" CHECK (char_length("aftercare"."check_in"."note") <= 2000),
	CONSTRAINT "check_in_reply" CHECK (char_length("aftercare"."check_in"."reply") between 1 and 2000),
	CONSTRAINT "check_in_answered" CHECK (("aftercare"."check_in"."state" in ('answered', 'alerted', 'escalated', 'settled', 'closed')) = ("aftercare"."check_in"."answered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "aftercare"."given" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"treatments" integer DEFAULT 0 NOT NULL,
	"plans" integer DEFAULT 0 NOT NULL,
	"persons" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "given_counts" CHECK ("aftercare"."given"."plans" between 0 and "aftercare"."given"."treatments" and "aftercare"."given"."persons" between 0 and "aftercare"."given"."treatments" and "aftercare"."given"."used" between 0 and "aftercare"."given"."treatments")
);
--> statement-breakpoint
CREATE TABLE "aftercare"."record" (
	"offer_id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"plan" text,
	"person" jsonb,
	"used" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_plan" CHECK (char_length("aftercare"."record"."plan") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "check_in_id" uuid;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "aftercare"."check_in" ADD CONSTRAINT "check_in_care_id_care_id_fk" FOREIGN KEY ("care_id") REFERENCES "aftercare"."care"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "care_patient_idx" ON "aftercare"."care" USING btree ("patient_id","id");--> statement-breakpoint
CREATE INDEX "care_clinic_idx" ON "aftercare"."care" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "care_lead_open_idx" ON "aftercare"."care" USING btree ("lead_id") WHERE state in ('offered', 'following');--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_day_idx" ON "aftercare"."check_in" USING btree ("care_id","day");--> statement-breakpoint
CREATE INDEX "check_in_patient_idx" ON "aftercare"."check_in" USING btree ("patient_id","id");--> statement-breakpoint
CREATE INDEX "check_in_clinic_idx" ON "aftercare"."check_in" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "check_in_danger_idx" ON "aftercare"."check_in" USING btree ("answered_at","id") WHERE state in ('alerted', 'escalated', 'settled', 'closed');--> statement-breakpoint
CREATE INDEX "check_in_waiting_idx" ON "aftercare"."check_in" USING btree ("answered_at","id") WHERE state = 'escalated';--> statement-breakpoint
CREATE INDEX "record_patient_idx" ON "aftercare"."record" USING btree ("patient_id","offer_id");--> statement-breakpoint
CREATE INDEX "record_clinic_idx" ON "aftercare"."record" USING btree ("clinic_id","offer_id");--> statement-breakpoint
-- borne by 0.1.0: the release before puts no photo to a check-in, and takes photos back from requests that were never treated
ALTER TABLE "consultation"."photo" ADD CONSTRAINT "photo_check_in" CHECK ("consultation"."photo"."check_in_id" is null or "consultation"."photo"."lead_id" is not null);