ALTER TABLE "notifications"."notification" ADD COLUMN "thing" uuid;--> statement-breakpoint
ALTER TABLE "notifications"."notification" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notification_budget_idx" ON "notifications"."notification" USING btree ("recipient_id","thing","kind","due_at") WHERE thing is not null;