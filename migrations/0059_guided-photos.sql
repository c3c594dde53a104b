ALTER TABLE "messaging"."message" DROP CONSTRAINT "message_something";--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "sharpness" integer;--> statement-breakpoint
ALTER TABLE "consultation"."photo" ADD COLUMN "light" smallint;--> statement-breakpoint
ALTER TABLE "messaging"."message" ADD COLUMN "slot" text;--> statement-breakpoint
-- borne by 0.1.0: the release before writes neither figure
ALTER TABLE "consultation"."photo" ADD CONSTRAINT "photo_score" CHECK (("consultation"."photo"."sharpness" is null) = ("consultation"."photo"."light" is null));--> statement-breakpoint
-- borne by 0.1.0: what the release before writes has words or files
ALTER TABLE "messaging"."message" ADD CONSTRAINT "message_something" CHECK ("messaging"."message"."text" <> '' or cardinality("messaging"."message"."attachments") > 0 or "messaging"."message"."slot" is not null);