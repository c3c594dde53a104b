DROP INDEX "clinic_onboarding"."document_name_words_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_status_created_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_status_sent_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_status_failed_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_kind_created_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_kind_sent_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_kind_failed_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_recipient_kind_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."document_review_created_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."document_kind_created_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."document_scan_created_idx";--> statement-breakpoint
CREATE INDEX "document_name_idx" ON "clinic_onboarding"."document" USING btree (lower("name") text_pattern_ops,"id","created_at","kind","review","scan","name","bytes","reviewed_at","removed_at","clinic_id");--> statement-breakpoint
CREATE INDEX "document_removed_idx" ON "clinic_onboarding"."document" USING btree ("created_at","id","kind","review","scan","name","bytes","reviewed_at","clinic_id") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "notification_status_reader_created_idx" ON "notifications"."notification" USING btree ("status","recipient_type","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_status_reader_sent_idx" ON "notifications"."notification" USING btree ("status","recipient_type","sent_at","id");--> statement-breakpoint
CREATE INDEX "notification_status_reader_failed_idx" ON "notifications"."notification" USING btree ("status","recipient_type","failed_at","id");--> statement-breakpoint
CREATE INDEX "notification_kind_reader_created_idx" ON "notifications"."notification" USING btree ("kind","status","recipient_type","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_kind_reader_sent_idx" ON "notifications"."notification" USING btree ("kind","status","recipient_type","sent_at","id");--> statement-breakpoint
CREATE INDEX "notification_kind_reader_failed_idx" ON "notifications"."notification" USING btree ("kind","status","recipient_type","failed_at","id");--> statement-breakpoint
CREATE INDEX "notification_failed_idx" ON "notifications"."notification" USING btree ("failed_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "document_review_created_idx" ON "clinic_onboarding"."document" USING btree ("review","created_at","id","removed_at");--> statement-breakpoint
CREATE INDEX "document_kind_created_idx" ON "clinic_onboarding"."document" USING btree ("kind","created_at","id","removed_at");--> statement-breakpoint
CREATE INDEX "document_scan_created_idx" ON "clinic_onboarding"."document" USING btree ("scan","created_at","id","removed_at");