CREATE TABLE "identity"."profile_draft" (
	"phone" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"writer" uuid,
	"turn" integer DEFAULT 0 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."registration_draft" ADD COLUMN "writer" uuid;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."registration_draft" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "consultation"."draft" ADD COLUMN "details_writer" uuid;--> statement-breakpoint
ALTER TABLE "consultation"."draft" ADD COLUMN "details_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "profile_draft_saved_idx" ON "identity"."profile_draft" USING btree ("saved_at");