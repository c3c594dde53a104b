CREATE SCHEMA "exchange";
--> statement-breakpoint
CREATE TABLE "exchange"."listing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"patient_id" uuid NOT NULL,
	"patient" text,
	"treatment" text NOT NULL,
	"sub_treatment" text NOT NULL,
	"body_area" text NOT NULL,
	"locations" text[] NOT NULL,
	"budget" text,
	"timeline" text,
	"photos" integer NOT NULL,
	"widened" boolean NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"offers_count" integer NOT NULL,
	"offered_by" uuid[] DEFAULT '{}'::uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange"."posting" (
	"term" text NOT NULL,
	"shelf" smallint NOT NULL,
	"priority" smallint NOT NULL,
	"budget" smallint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "leads"."lead_published_idx";--> statement-breakpoint
CREATE INDEX "posting_shelf_idx" ON "exchange"."posting" USING btree ("term","shelf","published_at","id");--> statement-breakpoint
CREATE INDEX "posting_standing_idx" ON "exchange"."posting" USING btree ("term","shelf","priority","budget","published_at","id");--> statement-breakpoint
CREATE INDEX "posting_listing_idx" ON "exchange"."posting" USING btree ("id");--> statement-breakpoint
CREATE INDEX "lead_listed_idx" ON "leads"."lead" USING btree ("id") WHERE status in ('reviewed', 'offers_received');