CREATE INDEX "attachment_unscanned_idx" ON "attachments"."attachment" USING btree ("created_at") WHERE scan = 'not_scanned' and not erased;--> statement-breakpoint
CREATE INDEX "document_erasable_idx" ON "clinic_onboarding"."document" USING btree ("id") WHERE removed_at is not null and not erased;--> statement-breakpoint
CREATE INDEX "draft_open_updated_idx" ON "consultation"."draft" USING btree ("updated_at") WHERE "consultation"."draft"."submitted_at" is null;--> statement-breakpoint
CREATE INDEX "photo_copy_made_idx" ON "consultation"."photo_copy" USING btree ("made_at");