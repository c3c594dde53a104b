DROP INDEX "deals"."deal_phase_idx";--> statement-breakpoint
DROP INDEX "deals"."deal_still_idx";--> statement-breakpoint
DROP INDEX "deals"."deal_still_created_idx";--> statement-breakpoint
DROP INDEX "identity"."patient_last_name_idx";--> statement-breakpoint
DROP INDEX "identity"."patient_name_idx";--> statement-breakpoint
CREATE INDEX "instance_stuck_updated_idx" ON "flow"."instance" USING btree ("machine","status","updated_at","id") WHERE stuck;--> statement-breakpoint
CREATE INDEX "instance_stuck_created_idx" ON "flow"."instance" USING btree ("machine","status","created_at","id") WHERE stuck;--> statement-breakpoint
CREATE INDEX "instance_stuck_version_idx" ON "flow"."instance" USING btree ("machine","status","version","id") WHERE stuck;--> statement-breakpoint
CREATE INDEX "audit_entry_actor_refused_idx" ON "platform"."audit_entry" USING btree ("actor","at","id") WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "audit_entry_actor_failed_idx" ON "platform"."audit_entry" USING btree ("actor","at","id") WHERE outcome = 'failed';--> statement-breakpoint
CREATE INDEX "activity_decided_idx" ON "clinic_onboarding"."activity" USING btree ("at") WHERE kind in ('approved', 'rejected');--> statement-breakpoint
CREATE INDEX "document_kind_name_idx" ON "clinic_onboarding"."document" USING btree ("kind","name","id");--> statement-breakpoint
CREATE INDEX "document_kind_bytes_idx" ON "clinic_onboarding"."document" USING btree ("kind","bytes","id");--> statement-breakpoint
CREATE INDEX "document_kind_reviewed_idx" ON "clinic_onboarding"."document" USING btree ("kind","reviewed_at","id");--> statement-breakpoint
CREATE INDEX "document_kind_review_idx" ON "clinic_onboarding"."document" USING btree ("kind","review","created_at","id");--> statement-breakpoint
CREATE INDEX "document_scan_name_idx" ON "clinic_onboarding"."document" USING btree ("scan","name","id");--> statement-breakpoint
CREATE INDEX "document_scan_bytes_idx" ON "clinic_onboarding"."document" USING btree ("scan","bytes","id");--> statement-breakpoint
CREATE INDEX "document_scan_reviewed_idx" ON "clinic_onboarding"."document" USING btree ("scan","reviewed_at","id");--> statement-breakpoint
CREATE INDEX "document_scan_review_idx" ON "clinic_onboarding"."document" USING btree ("scan","review","created_at","id");--> statement-breakpoint
CREATE INDEX "document_scan_kind_idx" ON "clinic_onboarding"."document" USING btree ("scan","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_waiting_created_idx" ON "deals"."deal" USING btree ("created_at","id") WHERE phase = 'disputed' or still_since is not null;--> statement-breakpoint
CREATE INDEX "deal_waiting_status_idx" ON "deals"."deal" USING btree ("status","created_at","id") WHERE phase = 'disputed' or still_since is not null;--> statement-breakpoint
CREATE INDEX "patient_last_name_idx" ON "identity"."patient" USING btree (lower("last_name") text_pattern_ops,"id","created_at","last_seen_at","first_name","last_name");--> statement-breakpoint
CREATE INDEX "patient_name_idx" ON "identity"."patient" USING btree (lower("first_name" || ' ' || "last_name") text_pattern_ops,"id","created_at","last_seen_at","first_name","last_name");