CREATE SCHEMA IF NOT EXISTS "clinic_onboarding";
--> statement-breakpoint
CREATE SCHEMA IF NOT EXISTS "notifications";
--> statement-breakpoint
CREATE TABLE "platform"."audit_link" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_link_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "platform"."audit_reason" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "audit_reason_length" CHECK (char_length("platform"."audit_reason"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."clinic" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"clinic_name" text NOT NULL,
	"doctor_name" text NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"website" text,
	"specialties" text[] NOT NULL,
	"license_number" text NOT NULL,
	"experience" text NOT NULL,
	"description" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"stage" text,
	"complete_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"reason" text,
	"resubmissions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clinic_phone_unique" UNIQUE("phone"),
	CONSTRAINT "clinic_description_length" CHECK (char_length("clinic_onboarding"."clinic"."description") <= 4000),
	CONSTRAINT "clinic_reason_length" CHECK (char_length("clinic_onboarding"."clinic"."reason") <= 2000),
	CONSTRAINT "clinic_stage" CHECK (("clinic_onboarding"."clinic"."status" = 'pending') = ("clinic_onboarding"."clinic"."stage" is not null)),
	CONSTRAINT "clinic_specialties" CHECK (cardinality("clinic_onboarding"."clinic"."specialties") between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"clinic_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"scan" text NOT NULL,
	"warnings" text[] NOT NULL,
	"review" text NOT NULL,
	"note" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "document_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "document_bytes" CHECK ("clinic_onboarding"."document"."bytes" between 1 and 10485760),
	CONSTRAINT "document_name" CHECK (char_length("clinic_onboarding"."document"."name") between 1 and 150),
	CONSTRAINT "document_note_length" CHECK (char_length("clinic_onboarding"."document"."note") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "note_length" CHECK (char_length("clinic_onboarding"."note"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "clinic_onboarding"."registration_draft" (
	"phone" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registration_draft_size" CHECK (octet_length("clinic_onboarding"."registration_draft"."fields"::text) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "content"."revision" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."clinic_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"approval" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clinic_account_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_cipher" "bytea",
	"totp_step" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"enrolled_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	CONSTRAINT "staff_account_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_account_email_lower" CHECK ("identity"."staff_account"."email" = lower("identity"."staff_account"."email"))
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"staff_id" uuid,
	"challenge" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_invite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"totp_cipher" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_invite_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"staff_id" uuid NOT NULL,
	"idle_seconds" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ip" text,
	"device" text NOT NULL,
	CONSTRAINT "staff_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "notifications"."notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"recipient_type" text NOT NULL,
	"recipient_id" uuid NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"resends" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "content"."entry" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "content"."entry" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."audit_reason" ADD CONSTRAINT "audit_reason_entry_id_audit_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "platform"."audit_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."activity" ADD CONSTRAINT "activity_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD CONSTRAINT "document_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."note" ADD CONSTRAINT "note_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."staff_challenge" ADD CONSTRAINT "staff_challenge_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "identity"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."staff_invite" ADD CONSTRAINT "staff_invite_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "identity"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."staff_passkey" ADD CONSTRAINT "staff_passkey_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "identity"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "identity"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_clinic_idx" ON "clinic_onboarding"."activity" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "activity_at_idx" ON "clinic_onboarding"."activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "clinic_status_idx" ON "clinic_onboarding"."clinic" USING btree ("status","registered_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "clinic_registered_idx" ON "clinic_onboarding"."clinic" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX "clinic_queue_idx" ON "clinic_onboarding"."clinic" USING btree ("due_at") WHERE status = 'pending' and complete_at is not null;--> statement-breakpoint
CREATE INDEX "clinic_specialties_idx" ON "clinic_onboarding"."clinic" USING gin ("specialties");--> statement-breakpoint
CREATE INDEX "document_phone_idx" ON "clinic_onboarding"."document" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "document_clinic_idx" ON "clinic_onboarding"."document" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "document_scan_idx" ON "clinic_onboarding"."document" USING btree ("created_at") WHERE scan = 'pending' and removed_at is null;--> statement-breakpoint
CREATE INDEX "note_clinic_idx" ON "clinic_onboarding"."note" USING btree ("clinic_id","at");--> statement-breakpoint
CREATE INDEX "registration_draft_saved_idx" ON "clinic_onboarding"."registration_draft" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "content_revision_key_idx" ON "content"."revision" USING btree ("key","version");--> statement-breakpoint
CREATE INDEX "staff_invite_staff_idx" ON "identity"."staff_invite" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_passkey_staff_idx" ON "identity"."staff_passkey" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_staff_idx" ON "identity"."staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "notification_failed_idx" ON "notifications"."notification" USING btree ("failed_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "notification_created_idx" ON "notifications"."notification" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "notification_recipient_idx" ON "notifications"."notification" USING btree ("recipient_type","recipient_id");--> statement-breakpoint
CREATE INDEX "patient_created_idx" ON "identity"."patient" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "patient_email_idx" ON "identity"."patient" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "lead_created_idx" ON "leads"."lead" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "lead_published_at_idx" ON "leads"."lead" USING btree ("published_at") WHERE published_at is not null;