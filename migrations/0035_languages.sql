ALTER TABLE "identity"."clinic_account" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."otp_challenge" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."patient" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;