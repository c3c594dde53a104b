CREATE SCHEMA IF NOT EXISTS "flow";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "live";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "platform";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "consultation";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "content";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "identity";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "leads";
--> statement-breakpoint
CREATE TABLE "flow"."alert" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"job" text NOT NULL,
	"job_id" uuid NOT NULL,
	"instance_id" uuid,
	"reason" text NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "flow"."instance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"machine" text NOT NULL,
	"machine_version" integer NOT NULL,
	"status" text NOT NULL,
	"stuck" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow"."timer" (
	"instance_id" uuid NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"token" uuid NOT NULL,
	"fire_at" timestamp with time zone NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "timer_instance_id_name_pk" PRIMARY KEY("instance_id","name")
);
--> statement-breakpoint
CREATE TABLE "flow"."transition" (
	"instance_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"machine_version" integer NOT NULL,
	"name" text NOT NULL,
	"event" jsonb NOT NULL,
	"key" text,
	"actor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" jsonb NOT NULL,
	"effects" jsonb NOT NULL,
	CONSTRAINT "transition_instance_id_version_pk" PRIMARY KEY("instance_id","version")
);
--> statement-breakpoint
CREATE TABLE "flow"."worker_heartbeat" (
	"worker" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live"."event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"principal" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"members" text[] NOT NULL,
	"times" timestamp with time zone[] NOT NULL,
	"allowed" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."audit_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"object_type" text,
	"object_id" text,
	"outcome" text NOT NULL,
	"ip" text,
	"request_id" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."idempotency_key" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"made" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consultation"."draft" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"details_version" integer NOT NULL,
	"step" smallint NOT NULL,
	"fields" jsonb NOT NULL,
	"lead_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	CONSTRAINT "draft_step" CHECK ("consultation"."draft"."step" between 1 and 7),
	CONSTRAINT "draft_submitted" CHECK (("consultation"."draft"."lead_id" is null) = ("consultation"."draft"."submitted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "consultation"."photo" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"draft_id" uuid,
	"lead_id" uuid,
	"storage_key" text NOT NULL,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"content_hash" text NOT NULL,
	"picture_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"attached_at" timestamp with time zone,
	CONSTRAINT "photo_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "photo_name_length" CHECK (char_length("consultation"."photo"."name") <= 150),
	CONSTRAINT "photo_attached" CHECK (("consultation"."photo"."lead_id" is null) = ("consultation"."photo"."attached_at" is null))
);
--> statement-breakpoint
CREATE TABLE "content"."entry" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."consent" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."otp_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"phone" text NOT NULL,
	"country" text NOT NULL,
	"dial_code" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"code_hmac" "bytea" NOT NULL,
	"code_cipher" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"resend_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "otp_challenge_attempts" CHECK ("identity"."otp_challenge"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "identity"."patient" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "patient_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "identity"."session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"principal" text NOT NULL,
	"phase" text NOT NULL,
	"subject_id" uuid,
	"phone" text,
	"shared_device" boolean DEFAULT false NOT NULL,
	"idle_seconds" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "session_full_has_subject" CHECK ("identity"."session"."phase" <> 'full' or "identity"."session"."subject_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "identity"."sms_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"dial_code" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"sent" integer NOT NULL,
	"verified" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads"."activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads"."lead" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"treatment" text NOT NULL,
	"sub_treatment" text NOT NULL,
	"body_area" text NOT NULL,
	"description" text NOT NULL,
	"photos" uuid[] NOT NULL,
	"locations" text[] NOT NULL,
	"budget" text,
	"timeline" text,
	"patient_info" jsonb,
	"findings" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"offers_count" integer NOT NULL,
	"widened" boolean DEFAULT false NOT NULL,
	"screening_ends_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"offers_due_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"widened_at" timestamp with time zone,
	"notice_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"accepted_offer_id" uuid,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	CONSTRAINT "lead_description_length" CHECK (char_length("leads"."lead"."description") <= 4000),
	CONSTRAINT "lead_cancel_reason_length" CHECK (char_length("leads"."lead"."cancel_reason") <= 1000),
	CONSTRAINT "lead_photos" CHECK (cardinality("leads"."lead"."photos") <= 10),
	CONSTRAINT "lead_offers_count" CHECK ("leads"."lead"."offers_count" >= 0),
	CONSTRAINT "lead_cancelled" CHECK (("leads"."lead"."status" = 'cancelled') = ("leads"."lead"."cancelled_at" is not null)),
	CONSTRAINT "lead_completed" CHECK (("leads"."lead"."status" = 'completed') = ("leads"."lead"."completed_at" is not null)),
	CONSTRAINT "lead_published" CHECK ("leads"."lead"."status" not in ('reviewed', 'offers_received', 'completed') or "leads"."lead"."published_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "leads"."activity" ADD CONSTRAINT "activity_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "leads"."lead"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_job_id_idx" ON "flow"."alert" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "alert_open_idx" ON "flow"."alert" USING btree ("at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "instance_list_idx" ON "flow"."instance" USING btree ("machine","updated_at","id");--> statement-breakpoint
CREATE INDEX "instance_stuck_idx" ON "flow"."instance" USING btree ("updated_at") WHERE stuck;--> statement-breakpoint
CREATE INDEX "timer_fire_at_idx" ON "flow"."timer" USING btree ("fire_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transition_key_idx" ON "flow"."transition" USING btree ("instance_id","key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "event_principal_idx" ON "live"."event" USING btree ("principal","id");--> statement-breakpoint
CREATE INDEX "event_at_idx" ON "live"."event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires_idx" ON "platform"."rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_entry_object_idx" ON "platform"."audit_entry" USING btree ("object_type","object_id");--> statement-breakpoint
CREATE INDEX "audit_entry_at_idx" ON "platform"."audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_idx" ON "platform"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_open_per_patient" ON "consultation"."draft" USING btree ("patient_id") WHERE "consultation"."draft"."submitted_at" is null;--> statement-breakpoint
CREATE INDEX "draft_lead_idx" ON "consultation"."draft" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "photo_owner_idx" ON "consultation"."photo" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "photo_lead_idx" ON "consultation"."photo" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "photo_content_idx" ON "consultation"."photo" USING btree ("content_hash");--> statement-breakpoint
CREATE INDEX "photo_picture_1_idx" ON "consultation"."photo" USING btree (substr("picture_hash", 1, 4));--> statement-breakpoint
CREATE INDEX "photo_picture_2_idx" ON "consultation"."photo" USING btree (substr("picture_hash", 5, 4));--> statement-breakpoint
CREATE INDEX "photo_picture_3_idx" ON "consultation"."photo" USING btree (substr("picture_hash", 9, 4));--> statement-breakpoint
CREATE INDEX "photo_picture_4_idx" ON "consultation"."photo" USING btree (substr("picture_hash", 13, 4));--> statement-breakpoint
CREATE INDEX "photo_draft_idx" ON "consultation"."photo" USING btree ("draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_once_idx" ON "identity"."consent" USING btree ("patient_id","kind","version");--> statement-breakpoint
CREATE UNIQUE INDEX "otp_challenge_live_idx" ON "identity"."otp_challenge" USING btree ("browser_hash") WHERE "identity"."otp_challenge"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "otp_challenge_dial_code_idx" ON "identity"."otp_challenge" USING btree ("dial_code","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenge_phone_idx" ON "identity"."otp_challenge" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenge_created_idx" ON "identity"."otp_challenge" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_subject_idx" ON "identity"."session" USING btree ("principal","subject_id");--> statement-breakpoint
CREATE INDEX "session_expires_idx" ON "identity"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_alert_once_idx" ON "identity"."sms_alert" USING btree ("kind","dial_code","hour");--> statement-breakpoint
CREATE INDEX "activity_patient_idx" ON "leads"."activity" USING btree ("patient_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_lead_idx" ON "leads"."activity" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "lead_patient_idx" ON "leads"."lead" USING btree ("patient_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lead_published_idx" ON "leads"."lead" USING btree ("treatment","published_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status in ('reviewed', 'offers_received');--> statement-breakpoint
CREATE INDEX "lead_held_idx" ON "leads"."lead" USING btree ("created_at") WHERE status = 'pending';