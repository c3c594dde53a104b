CREATE SCHEMA "casework";
--> statement-breakpoint
CREATE TABLE "casework"."claim" (
	"kind" text NOT NULL,
	"case_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_kind_case_id_pk" PRIMARY KEY("kind","case_id")
);
--> statement-breakpoint
CREATE TABLE "casework"."desk_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"case_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "casework"."note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"case_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"mentions" uuid[] NOT NULL,
	"about" uuid[] NOT NULL,
	CONSTRAINT "note_text" CHECK (char_length("casework"."note"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "casework"."preference" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"keys" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "casework"."view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "view_name" CHECK (char_length("casework"."view"."name") between 1 and 60),
	CONSTRAINT "view_query" CHECK (octet_length("casework"."view"."query"::text) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "casework"."viewer" (
	"kind" text NOT NULL,
	"case_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "viewer_kind_case_id_staff_id_pk" PRIMARY KEY("kind","case_id","staff_id")
);
--> statement-breakpoint
CREATE INDEX "claim_staff_idx" ON "casework"."claim" USING btree ("staff_id","until");--> statement-breakpoint
CREATE INDEX "claim_until_idx" ON "casework"."claim" USING btree ("until");--> statement-breakpoint
CREATE INDEX "desk_notice_staff_idx" ON "casework"."desk_notice" USING btree ("staff_id","at","id");--> statement-breakpoint
CREATE INDEX "desk_notice_case_idx" ON "casework"."desk_notice" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "desk_notice_at_idx" ON "casework"."desk_notice" USING btree ("at");--> statement-breakpoint
CREATE INDEX "note_case_idx" ON "casework"."note" USING btree ("kind","case_id","at");--> statement-breakpoint
CREATE INDEX "note_at_idx" ON "casework"."note" USING btree ("at");--> statement-breakpoint
CREATE INDEX "note_about_idx" ON "casework"."note" USING gin ("about");--> statement-breakpoint
CREATE UNIQUE INDEX "view_name_idx" ON "casework"."view" USING btree ("staff_id","resource",lower("name"));--> statement-breakpoint
CREATE INDEX "viewer_seen_idx" ON "casework"."viewer" USING btree ("seen_at");