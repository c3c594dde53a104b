CREATE TABLE "leaving"."hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid NOT NULL,
	"placed_by" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"lifted_by" uuid,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "hold_lifted" CHECK (("leaving"."hold"."lifted_at" is null) = ("leaving"."hold"."lifted_by" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "hold_standing_idx" ON "leaving"."hold" USING btree ("person_id","kind") WHERE lifted_at is null;