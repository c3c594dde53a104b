CREATE SCHEMA "support";
--> statement-breakpoint
CREATE TABLE "support"."canned_answer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "canned_answer_name" CHECK (char_length("support"."canned_answer"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "support"."ticket" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"owner_id" uuid,
	"email" text,
	"name" text,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"assignee_id" uuid,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"escalated_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_from" text NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"unread_from" uuid,
	CONSTRAINT "ticket_owner" CHECK (("support"."ticket"."owner" = 'visitor') = ("support"."ticket"."owner_id" is null)),
	CONSTRAINT "ticket_email" CHECK (("support"."ticket"."email" is null) or "support"."ticket"."owner" = 'visitor'),
	CONSTRAINT "ticket_subject" CHECK (char_length("support"."ticket"."subject") <= 120),
	CONSTRAINT "ticket_due" CHECK (("support"."ticket"."status" = 'open') = ("support"."ticket"."due_at" is not null)),
	CONSTRAINT "ticket_burst" CHECK (("support"."ticket"."unread" = 0) = ("support"."ticket"."unread_from" is null))
);
--> statement-breakpoint
CREATE TABLE "support"."message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"from_side" text NOT NULL,
	"staff_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "ticket_message_text" CHECK (char_length("support"."message"."text") between 1 and 4000),
	CONSTRAINT "ticket_message_staff" CHECK ("support"."message"."staff_id" is null or "support"."message"."from_side" = 'staff')
);
--> statement-breakpoint
ALTER TABLE "support"."message" ADD CONSTRAINT "message_ticket_id_ticket_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "support"."ticket"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canned_answer_name_idx" ON "support"."canned_answer" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "canned_answer_created_idx" ON "support"."canned_answer" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_own_idx" ON "support"."ticket" USING btree ("owner_id","owner","last_message_at","id");--> statement-breakpoint
CREATE INDEX "ticket_created_idx" ON "support"."ticket" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_status_created_idx" ON "support"."ticket" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_status_due_idx" ON "support"."ticket" USING btree ("status","due_at","id");--> statement-breakpoint
CREATE INDEX "ticket_assignee_created_idx" ON "support"."ticket" USING btree ("assignee_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_assignee_due_idx" ON "support"."ticket" USING btree ("assignee_id","due_at","id");--> statement-breakpoint
CREATE INDEX "ticket_message_idx" ON "support"."message" USING btree ("ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_message_unread_idx" ON "support"."message" USING btree ("ticket_id","from_side") WHERE read_at is null;