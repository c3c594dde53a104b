CREATE SCHEMA "webhooks";
--> statement-breakpoint
CREATE TABLE "webhooks"."attempt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks"."attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" smallint,
	"failure" text,
	"took" integer NOT NULL,
	CONSTRAINT "attempt_end" CHECK (num_nonnulls("webhooks"."attempt"."status", "webhooks"."attempt"."failure") = 1)
);
--> statement-breakpoint
CREATE TABLE "webhooks"."delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks"."delivery_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receiver_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"type" text NOT NULL,
	"thing" uuid NOT NULL,
	"ids" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"tries" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "delivery_ended" CHECK (("webhooks"."delivery"."state" = 'waiting') = ("webhooks"."delivery"."ended_at" is null)),
	CONSTRAINT "delivery_claim" CHECK (("webhooks"."delivery"."claim" is null) = ("webhooks"."delivery"."claimed_until" is null))
);
--> statement-breakpoint
CREATE TABLE "webhooks"."receiver" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"clinic_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text NOT NULL,
	"off_because" text,
	"secret_cipher" "bytea" NOT NULL,
	"previous_cipher" "bytea",
	"previous_until" timestamp with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"on_since" timestamp with time zone NOT NULL,
	CONSTRAINT "receiver_off" CHECK (("webhooks"."receiver"."state" = 'off') = ("webhooks"."receiver"."off_because" is not null)),
	CONSTRAINT "receiver_previous" CHECK (("webhooks"."receiver"."previous_cipher" is null) = ("webhooks"."receiver"."previous_until" is null)),
	CONSTRAINT "receiver_url" CHECK ("webhooks"."receiver"."url" like 'https://%' and char_length("webhooks"."receiver"."url") <= 500)
);
--> statement-breakpoint
CREATE INDEX "attempt_clinic_idx" ON "webhooks"."attempt" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "attempt_at_idx" ON "webhooks"."attempt" USING btree ("at");--> statement-breakpoint
CREATE INDEX "delivery_due_idx" ON "webhooks"."delivery" USING btree ("receiver_id","due_at","seq") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "delivery_thing_idx" ON "webhooks"."delivery" USING btree ("receiver_id","thing","seq") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "delivery_claimed_idx" ON "webhooks"."delivery" USING btree ("receiver_id") WHERE claim is not null;--> statement-breakpoint
CREATE INDEX "delivery_oldest_idx" ON "webhooks"."delivery" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "delivery_failed_idx" ON "webhooks"."delivery" USING btree ("ended_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "delivery_ended_idx" ON "webhooks"."delivery" USING btree ("ended_at","id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "delivery_clinic_idx" ON "webhooks"."delivery" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "receiver_clinic_idx" ON "webhooks"."receiver" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "receiver_previous_idx" ON "webhooks"."receiver" USING btree ("previous_until") WHERE previous_until is not null;