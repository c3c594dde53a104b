CREATE TABLE "identity"."way_back" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal" text NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"phone" text,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "way_back_two_people" CHECK ("identity"."way_back"."confirmed_by" <> "identity"."way_back"."asked_by"),
	CONSTRAINT "way_back_confirmed" CHECK (("identity"."way_back"."confirmed_by" is null) = ("identity"."way_back"."confirmed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "way_back_open_idx" ON "identity"."way_back" USING btree ("account_id","principal") WHERE used_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX "way_back_asked_idx" ON "identity"."way_back" USING btree ("asked_at");