ALTER TABLE "consultation"."photo" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "sharpness" integer;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "light" smallint;--> statement-breakpoint
-- borne by 0.1.0: the release before writes neither figure
ALTER TABLE "consultation"."photo" ADD CONSTRAINT "photo_score" CHECK (("consultation"."photo"."sharpness" is null) = ("consultation"."photo"."light" is null));