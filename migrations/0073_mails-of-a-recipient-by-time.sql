-- borne by 0.1.0: the index that follows answers what that build asks of this one
DROP INDEX "notifications"."notification_recipient_idx";--> statement-breakpoint
CREATE INDEX "notification_recipient_idx" ON "notifications"."notification" USING btree ("recipient_id","due_at");