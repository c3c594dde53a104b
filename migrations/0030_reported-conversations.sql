CREATE TABLE "messaging"."reported" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "reported_decided" CHECK (("messaging"."reported"."waiting_since" is null) = ("messaging"."reported"."outcome" is not null))
);
--> statement-breakpoint
DROP INDEX "messaging"."report_open_idx";--> statement-breakpoint
DROP INDEX "messaging"."report_at_idx";--> statement-breakpoint
ALTER TABLE "messaging"."conversation" ADD COLUMN "staff_blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messaging"."reported" ADD CONSTRAINT "reported_id_conversation_id_fk" FOREIGN KEY ("id") REFERENCES "messaging"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reported_at_idx" ON "messaging"."reported" USING btree ("reported_at","id");--> statement-breakpoint
CREATE INDEX "reported_lead_idx" ON "messaging"."reported" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "reported_patient_idx" ON "messaging"."reported" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "reported_clinic_idx" ON "messaging"."reported" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "reported_waiting_idx" ON "messaging"."reported" USING btree ("waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "reported_waiting_at_idx" ON "messaging"."reported" USING btree ("reported_at","id") WHERE waiting_since is not null;--> statement-breakpoint
INSERT INTO "messaging"."reported" ("id", "lead_id", "patient_id", "clinic_id", "reported_at", "waiting_since")
SELECT c."id", c."lead_id", c."patient_id", c."clinic_id", max(r."at"), min(r."at")
FROM "messaging"."report" r JOIN "messaging"."conversation" c ON c."id" = r."conversation_id"
GROUP BY c."id";
