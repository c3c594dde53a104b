CREATE SCHEMA "attachments";
--> statement-breakpoint
CREATE SCHEMA "messaging";
--> statement-breakpoint
CREATE TABLE "attachments"."attachment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"scan" text NOT NULL,
	"contact_data" text[] NOT NULL,
	"readable" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"offer_id" uuid,
	"message_id" uuid,
	"claimed_at" timestamp with time zone,
	"erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "attachment_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "attachment_bytes" CHECK ("attachments"."attachment"."bytes" between 1 and 10485760),
	CONSTRAINT "attachment_name" CHECK (char_length("attachments"."attachment"."name") between 1 and 150),
	CONSTRAINT "attachment_claimed" CHECK (("attachments"."attachment"."offer_id" is null) = ("attachments"."attachment"."claimed_at" is null)),
	CONSTRAINT "attachment_message" CHECK ("attachments"."attachment"."message_id" is null or "attachments"."attachment"."offer_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "messaging"."conversation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"last_from" text,
	"patient_unread" integer DEFAULT 0 NOT NULL,
	"clinic_unread" integer DEFAULT 0 NOT NULL,
	"patient_unread_from" uuid,
	"clinic_unread_from" uuid,
	"patient_blocked_at" timestamp with time zone,
	"clinic_blocked_at" timestamp with time zone,
	CONSTRAINT "conversation_unread" CHECK ("messaging"."conversation"."patient_unread" >= 0 and "messaging"."conversation"."clinic_unread" >= 0),
	CONSTRAINT "conversation_patient_burst" CHECK (("messaging"."conversation"."patient_unread" = 0) = ("messaging"."conversation"."patient_unread_from" is null)),
	CONSTRAINT "conversation_clinic_burst" CHECK (("messaging"."conversation"."clinic_unread" = 0) = ("messaging"."conversation"."clinic_unread_from" is null))
);
--> statement-breakpoint
CREATE TABLE "messaging"."message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"from_side" text NOT NULL,
	"text" text NOT NULL,
	"masked" text,
	"found" text[] NOT NULL,
	"attachments" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "message_text" CHECK (char_length("messaging"."message"."text") <= 4000),
	CONSTRAINT "message_something" CHECK ("messaging"."message"."text" <> '' or cardinality("messaging"."message"."attachments") > 0),
	CONSTRAINT "message_attachments" CHECK (cardinality("messaging"."message"."attachments") <= 10),
	CONSTRAINT "message_masked" CHECK (("messaging"."message"."masked" is null) = (cardinality("messaging"."message"."found") = 0))
);
--> statement-breakpoint
CREATE TABLE "messaging"."report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"by_side" text NOT NULL,
	"reason" text NOT NULL,
	"message_id" uuid,
	"attachment_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	CONSTRAINT "report_reason" CHECK (char_length("messaging"."report"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "messaging"."typed_message" (
	"offer_id" uuid NOT NULL,
	"side" text NOT NULL,
	"text" text NOT NULL,
	"writer" uuid,
	"turn" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "typed_message_offer_id_side_pk" PRIMARY KEY("offer_id","side"),
	CONSTRAINT "typed_message_text" CHECK (char_length("messaging"."typed_message"."text") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "messaging"."message" ADD CONSTRAINT "message_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "messaging"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messaging"."report" ADD CONSTRAINT "report_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "messaging"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_owner_idx" ON "attachments"."attachment" USING btree ("owner_id") WHERE "attachments"."attachment"."offer_id" is null;--> statement-breakpoint
CREATE INDEX "attachment_offer_idx" ON "attachments"."attachment" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "attachment_loose_idx" ON "attachments"."attachment" USING btree ("created_at") WHERE "attachments"."attachment"."offer_id" is null;--> statement-breakpoint
CREATE INDEX "attachment_scan_idx" ON "attachments"."attachment" USING btree ("created_at") WHERE scan = 'pending';--> statement-breakpoint
CREATE INDEX "conversation_patient_idx" ON "messaging"."conversation" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "conversation_clinic_idx" ON "messaging"."conversation" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "message_conversation_idx" ON "messaging"."message" USING btree ("conversation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_unread_idx" ON "messaging"."message" USING btree ("conversation_id","from_side") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "report_conversation_idx" ON "messaging"."report" USING btree ("conversation_id","at");--> statement-breakpoint
CREATE INDEX "report_open_idx" ON "messaging"."report" USING btree ("at","id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "report_at_idx" ON "messaging"."report" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "typed_message_updated_idx" ON "messaging"."typed_message" USING btree ("updated_at");