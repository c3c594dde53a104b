CREATE TABLE "identity"."email_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid,
	"clinic_id" uuid,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"previous_email" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "email_link_one_owner" CHECK (num_nonnulls("identity"."email_link"."patient_id", "identity"."email_link"."clinic_id") = 1),
	CONSTRAINT "email_link_previous" CHECK (("identity"."email_link"."kind" = 'change') = ("identity"."email_link"."previous_email" is not null))
);
--> statement-breakpoint
CREATE TABLE "identity"."passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid,
	"clinic_id" uuid,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkey_one_owner" CHECK (num_nonnulls("identity"."passkey"."patient_id", "identity"."passkey"."clinic_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "identity"."passkey_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"principal" text NOT NULL,
	"patient_id" uuid,
	"clinic_id" uuid,
	"browser_hash" "bytea" NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkey_challenge_owner" CHECK (num_nonnulls("identity"."passkey_challenge"."patient_id", "identity"."passkey_challenge"."clinic_id") = case "identity"."passkey_challenge"."purpose" when 'sign-in' then 0 else 1 end)
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."clinic" ADD COLUMN "email_proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."patient" ADD COLUMN "email_proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."email_link" ADD CONSTRAINT "email_link_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "identity"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."email_link" ADD CONSTRAINT "email_link_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkey" ADD CONSTRAINT "passkey_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "identity"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkey" ADD CONSTRAINT "passkey_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "identity"."patient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_link_open_patient_idx" ON "identity"."email_link" USING btree ("patient_id","kind") WHERE used_at is null and dropped_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_link_open_clinic_idx" ON "identity"."email_link" USING btree ("clinic_id","kind") WHERE used_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX "email_link_created_idx" ON "identity"."email_link" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "passkey_patient_idx" ON "identity"."passkey" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "passkey_clinic_idx" ON "identity"."passkey" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_created_idx" ON "identity"."passkey_challenge" USING btree ("created_at");