CREATE SCHEMA "companions";
--> statement-breakpoint
CREATE TABLE "companions"."note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"author" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "note_text" CHECK (char_length("companions"."note"."text") between 1 and 1000),
	CONSTRAINT "note_author" CHECK (char_length("companions"."note"."author") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "companions"."share" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"offer_id" uuid,
	"patient_id" uuid NOT NULL,
	"with_photos" boolean NOT NULL,
	"with_notes" boolean NOT NULL,
	"state" text NOT NULL,
	"token_hash" "bytea",
	"cookie_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"last_opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_because" text,
	CONSTRAINT "share_token" CHECK (("companions"."share"."token_hash" is not null) = ("companions"."share"."state" = 'open')),
	CONSTRAINT "share_cookie" CHECK ("companions"."share"."cookie_hash" is null or "companions"."share"."state" = 'used'),
	CONSTRAINT "share_opened" CHECK ("companions"."share"."state" <> 'used' or "companions"."share"."opened_at" is not null),
	CONSTRAINT "share_ended" CHECK (("companions"."share"."state" = 'ended') = ("companions"."share"."ended_at" is not null)),
	CONSTRAINT "share_because" CHECK (("companions"."share"."ended_at" is not null) = ("companions"."share"."ended_because" is not null))
);
--> statement-breakpoint
ALTER TABLE "companions"."note" ADD CONSTRAINT "note_share_id_share_id_fk" FOREIGN KEY ("share_id") REFERENCES "companions"."share"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_share_idx" ON "companions"."note" USING btree ("share_id","created_at","id");--> statement-breakpoint
CREATE INDEX "note_patient_idx" ON "companions"."note" USING btree ("patient_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_token_idx" ON "companions"."share" USING btree ("token_hash") WHERE token_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_cookie_idx" ON "companions"."share" USING btree ("cookie_hash") WHERE cookie_hash is not null;--> statement-breakpoint
CREATE INDEX "share_lead_idx" ON "companions"."share" USING btree ("lead_id","created_at","id");--> statement-breakpoint
CREATE INDEX "share_patient_idx" ON "companions"."share" USING btree ("patient_id","lead_id","id");--> statement-breakpoint
CREATE INDEX "share_ended_idx" ON "companions"."share" USING btree ("ended_at","id") WHERE ended_at is not null;