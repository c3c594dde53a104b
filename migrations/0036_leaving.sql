CREATE SCHEMA "leaving";
--> statement-breakpoint
CREATE TABLE "leaving"."archive" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"status" text NOT NULL,
	"storage_key" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"bytes" bigint,
	"taken_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	CONSTRAINT "archive_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "archive_ready" CHECK (("leaving"."archive"."ready_at" is null) = ("leaving"."archive"."bytes" is null))
);
--> statement-breakpoint
CREATE TABLE "leaving"."erasure" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deals"."review" DROP CONSTRAINT "review_text";--> statement-breakpoint
DROP INDEX "identity"."consent_once_idx";--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."public_address" ALTER COLUMN "clinic_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."consent" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "archive_open_idx" ON "leaving"."archive" USING btree ("owner_id","owner_kind") WHERE status in ('making', 'ready');--> statement-breakpoint
CREATE INDEX "archive_owner_idx" ON "leaving"."archive" USING btree ("owner_id","owner_kind","asked_at");--> statement-breakpoint
CREATE INDEX "archive_asked_idx" ON "leaving"."archive" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_person_idx" ON "leaving"."erasure" USING btree ("person_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_standing_idx" ON "identity"."consent" USING btree ("patient_id","kind","version") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "consent_at_idx" ON "identity"."consent" USING btree ("at");--> statement-breakpoint
ALTER TABLE "deals"."review" ADD CONSTRAINT "review_text" CHECK (char_length("deals"."review"."text") <= 8000);