DROP INDEX "flow"."instance_list_idx";--> statement-breakpoint
DROP INDEX "platform"."audit_entry_object_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_created_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_recipient_idx";--> statement-breakpoint
CREATE INDEX "audit_entry_actor_idx" ON "platform"."audit_entry" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "document_created_idx" ON "clinic_onboarding"."document" USING btree ("created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "patient_last_name_idx" ON "identity"."patient" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "patient_name_idx" ON "identity"."patient" USING btree (lower("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "notification_facts_idx" ON "notifications"."notification" USING gin (jsonb_path_query_array("facts", '$.*') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "instance_list_idx" ON "flow"."instance" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_object_idx" ON "platform"."audit_entry" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "clinic_status_idx" ON "clinic_onboarding"."clinic" USING btree ("status","registered_at","id");--> statement-breakpoint
CREATE INDEX "notification_created_idx" ON "notifications"."notification" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notification_recipient_idx" ON "notifications"."notification" USING btree ("recipient_id");