CREATE TABLE "messaging"."masking_review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"by_side" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "masking_review_decided" CHECK (("messaging"."masking_review"."waiting_since" is null) = ("messaging"."masking_review"."outcome" is not null))
);
--> statement-breakpoint
ALTER TABLE "messaging"."message" ADD COLUMN "masking_review" text;--> statement-breakpoint
ALTER TABLE "messaging"."masking_review" ADD CONSTRAINT "masking_review_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "messaging"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "masking_review_conversation_idx" ON "messaging"."masking_review" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "masking_review_asked_idx" ON "messaging"."masking_review" USING btree ("asked_at","id");--> statement-breakpoint
CREATE INDEX "masking_review_waiting_idx" ON "messaging"."masking_review" USING btree ("waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "masking_review_waiting_asked_idx" ON "messaging"."masking_review" USING btree ("asked_at","id") WHERE waiting_since is not null;