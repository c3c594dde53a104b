ALTER TABLE "identity"."patient" ADD COLUMN "currency" text;--> statement-breakpoint
-- borne by 0.1.0: that build writes no currency
ALTER TABLE "identity"."patient" ADD CONSTRAINT "patient_currency" CHECK ("identity"."patient"."currency" ~ '^([A-Z]{3}|none)$');