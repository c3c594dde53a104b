ALTER TABLE "deals"."confirmation" ADD COLUMN "because" text;--> statement-breakpoint
ALTER TABLE "deals"."deal" ADD COLUMN "assumptions" jsonb;--> statement-breakpoint
ALTER TABLE "deals"."deal" ADD COLUMN "price_difference" text;--> statement-breakpoint
ALTER TABLE "deals"."reputation" ADD COLUMN "differed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deals"."reputation" ADD COLUMN "foreseen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers"."offer" ADD COLUMN "seal_version" smallint;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "trips" smallint;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "nights" smallint;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "days_in_country" smallint;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "guarantee_months" smallint;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "assumptions" jsonb;--> statement-breakpoint
CREATE INDEX "revision_counted_idx" ON "offers"."revision" USING btree ("at") WHERE jsonb_path_exists(items, '$[*].quantity');--> statement-breakpoint
-- borne by 0.1.0: the release before leaves both counts as they are
ALTER TABLE "deals"."reputation" ADD CONSTRAINT "reputation_foreseen" CHECK ("deals"."reputation"."foreseen" between 0 and "deals"."reputation"."differed");--> statement-breakpoint
-- borne by 0.1.0: the release before writes none of these columns
ALTER TABLE "offers"."revision" ADD CONSTRAINT "revision_figures" CHECK ("offers"."revision"."trips" between 1 and 4 and "offers"."revision"."nights" between 0 and 365 and "offers"."revision"."days_in_country" between 1 and 365 and "offers"."revision"."guarantee_months" between 0 and 600);--> statement-breakpoint
-- borne by 0.1.0: the release before writes no assumptions
ALTER TABLE "offers"."revision" ADD CONSTRAINT "revision_assumptions" CHECK (jsonb_array_length("offers"."revision"."assumptions") <= 5);