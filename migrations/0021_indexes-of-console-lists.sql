DROP INDEX "leads"."lead_flagged_created_idx";--> statement-breakpoint
DROP INDEX "leads"."lead_flagged_offers_idx";--> statement-breakpoint
DROP INDEX "leads"."lead_flagged_published_idx";--> statement-breakpoint
DROP INDEX "leads"."lead_flagged_expires_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_recipient_type_idx";--> statement-breakpoint
DROP INDEX "leads"."lead_published_at_idx";--> statement-breakpoint
CREATE INDEX "posting_budget_idx" ON "exchange"."posting" USING btree ("term","shelf","budget","published_at","id") WHERE priority >= 0;--> statement-breakpoint
CREATE INDEX "lead_contact_data_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE findings @> '{contact-data}'::text[];--> statement-breakpoint
CREATE INDEX "lead_contact_data_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE findings @> '{contact-data}'::text[];--> statement-breakpoint
CREATE INDEX "lead_contact_data_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE findings @> '{contact-data}'::text[];--> statement-breakpoint
CREATE INDEX "lead_contact_data_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE findings @> '{contact-data}'::text[];--> statement-breakpoint
CREATE INDEX "lead_contact_data_treatment_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id") WHERE findings @> '{contact-data}'::text[];--> statement-breakpoint
CREATE INDEX "lead_link_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE findings @> '{link}'::text[];--> statement-breakpoint
CREATE INDEX "lead_link_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE findings @> '{link}'::text[];--> statement-breakpoint
CREATE INDEX "lead_link_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE findings @> '{link}'::text[];--> statement-breakpoint
CREATE INDEX "lead_link_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE findings @> '{link}'::text[];--> statement-breakpoint
CREATE INDEX "lead_link_treatment_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id") WHERE findings @> '{link}'::text[];--> statement-breakpoint
CREATE INDEX "lead_duplicate_request_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE findings @> '{duplicate-request}'::text[];--> statement-breakpoint
CREATE INDEX "lead_duplicate_request_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE findings @> '{duplicate-request}'::text[];--> statement-breakpoint
CREATE INDEX "lead_duplicate_request_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE findings @> '{duplicate-request}'::text[];--> statement-breakpoint
CREATE INDEX "lead_duplicate_request_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE findings @> '{duplicate-request}'::text[];--> statement-breakpoint
CREATE INDEX "lead_duplicate_request_treatment_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id") WHERE findings @> '{duplicate-request}'::text[];--> statement-breakpoint
CREATE INDEX "lead_photo_seen_elsewhere_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE findings @> '{photo-seen-elsewhere}'::text[];--> statement-breakpoint
CREATE INDEX "lead_photo_seen_elsewhere_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE findings @> '{photo-seen-elsewhere}'::text[];--> statement-breakpoint
CREATE INDEX "lead_photo_seen_elsewhere_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE findings @> '{photo-seen-elsewhere}'::text[];--> statement-breakpoint
CREATE INDEX "lead_photo_seen_elsewhere_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE findings @> '{photo-seen-elsewhere}'::text[];--> statement-breakpoint
CREATE INDEX "lead_photo_seen_elsewhere_treatment_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id") WHERE findings @> '{photo-seen-elsewhere}'::text[];--> statement-breakpoint
CREATE INDEX "lead_too_many_requests_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE findings @> '{too-many-requests}'::text[];--> statement-breakpoint
CREATE INDEX "lead_too_many_requests_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE findings @> '{too-many-requests}'::text[];--> statement-breakpoint
CREATE INDEX "lead_too_many_requests_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE findings @> '{too-many-requests}'::text[];--> statement-breakpoint
CREATE INDEX "lead_too_many_requests_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE findings @> '{too-many-requests}'::text[];--> statement-breakpoint
CREATE INDEX "lead_too_many_requests_treatment_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id") WHERE findings @> '{too-many-requests}'::text[];--> statement-breakpoint
CREATE INDEX "notification_kind_sent_idx" ON "notifications"."notification" USING btree ("kind","status","sent_at","id");--> statement-breakpoint
CREATE INDEX "notification_kind_failed_idx" ON "notifications"."notification" USING btree ("kind","status","failed_at","id");--> statement-breakpoint
CREATE INDEX "notification_recipient_kind_idx" ON "notifications"."notification" USING btree ("recipient_type","kind");--> statement-breakpoint
CREATE INDEX "lead_published_at_idx" ON "leads"."lead" USING btree ("published_at") WHERE status <> 'pending' and published_at is not null;