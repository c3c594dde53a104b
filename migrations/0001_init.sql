CREATE SCHEMA IF NOT EXISTS "platform";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "identity";
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
	"status" text,
	"answer" jsonb,
	"request_id" uuid,
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
CREATE INDEX "rate_limit_expires_idx" ON "platform"."rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_entry_object_idx" ON "platform"."audit_entry" USING btree ("object_type","object_id");--> statement-breakpoint
CREATE INDEX "audit_entry_at_idx" ON "platform"."audit_entry" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_once_idx" ON "identity"."consent" USING btree ("patient_id","kind","version");--> statement-breakpoint
CREATE UNIQUE INDEX "otp_challenge_live_idx" ON "identity"."otp_challenge" USING btree ("browser_hash") WHERE "identity"."otp_challenge"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "otp_challenge_dial_code_idx" ON "identity"."otp_challenge" USING btree ("dial_code","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenge_phone_idx" ON "identity"."otp_challenge" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenge_created_idx" ON "identity"."otp_challenge" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_subject_idx" ON "identity"."session" USING btree ("principal","subject_id");--> statement-breakpoint
CREATE INDEX "session_expires_idx" ON "identity"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_alert_once_idx" ON "identity"."sms_alert" USING btree ("kind","dial_code","hour");