CREATE TABLE "deals"."team_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_message_text" CHECK (char_length("deals"."team_message"."text") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "deals"."team_message" ADD CONSTRAINT "team_message_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "deals"."deal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_message_deal_idx" ON "deals"."team_message" USING btree ("deal_id","created_at","id");