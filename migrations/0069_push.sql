-- borne by 0.1.0: that build knows neither receivers nor deliveries; of preferences it writes no push, which has a default
ALTER TABLE "webhooks"."delivery" ALTER COLUMN "clinic_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ALTER COLUMN "clinic_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications"."preference" ADD COLUMN "push" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "reader_type" text;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "reader_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "maker" text;--> statement-breakpoint
ALTER TABLE "webhooks"."receiver" ADD COLUMN "address_hash" "bytea";--> statement-breakpoint
CREATE INDEX "delivery_browser_idx" ON "webhooks"."delivery" USING btree ("receiver_id","ended_at") WHERE clinic_id is null;--> statement-breakpoint
CREATE INDEX "delivery_gone_idx" ON "webhooks"."delivery" USING btree ("receiver_id") WHERE state = 'gone';--> statement-breakpoint
-- borne by 0.1.0: that build writes no receiver
CREATE UNIQUE INDEX "receiver_browser_idx" ON "webhooks"."receiver" USING btree ("address_hash","reader_type");--> statement-breakpoint
CREATE INDEX "receiver_reader_idx" ON "webhooks"."receiver" USING btree ("reader_id","reader_type") WHERE reader_id is not null;--> statement-breakpoint
CREATE INDEX "receiver_session_idx" ON "webhooks"."receiver" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
-- borne by 0.1.0: that build writes no receiver
ALTER TABLE "webhooks"."receiver" ADD CONSTRAINT "receiver_whose" CHECK (case "webhooks"."receiver"."kind" when 'push' then num_nonnulls("webhooks"."receiver"."reader_type", "webhooks"."receiver"."reader_id", "webhooks"."receiver"."person_id", "webhooks"."receiver"."session_id",
        "webhooks"."receiver"."maker", "webhooks"."receiver"."address_hash") = 6 and num_nonnulls("webhooks"."receiver"."clinic_id", "webhooks"."receiver"."url") = 0
        else num_nonnulls("webhooks"."receiver"."clinic_id", "webhooks"."receiver"."url") = 2 and "webhooks"."receiver"."reader_id" is null end);