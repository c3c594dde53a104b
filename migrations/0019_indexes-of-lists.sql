-- Words anywhere in a name are found by groups of three letters; a trusted extension, which the owner of a database may add.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "platform"."day_figure" (
	"series" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "day_figure_series_day_pk" PRIMARY KEY("series","day")
);
--> statement-breakpoint
DROP INDEX "flow"."instance_list_idx";--> statement-breakpoint
DROP INDEX "flow"."instance_ended_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."document_created_idx";--> statement-breakpoint
DROP INDEX "leads"."lead_held_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_failed_idx";--> statement-breakpoint
DROP INDEX "notifications"."notification_created_idx";--> statement-breakpoint
DROP INDEX "platform"."audit_entry_at_idx";--> statement-breakpoint
DROP INDEX "platform"."audit_entry_actor_idx";--> statement-breakpoint
CREATE INDEX "instance_updated_idx" ON "flow"."instance" USING btree ("machine","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "instance_created_idx" ON "flow"."instance" USING btree ("machine","status","created_at","id");--> statement-breakpoint
CREATE INDEX "instance_version_idx" ON "flow"."instance" USING btree ("machine","status","version","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action_idx" ON "platform"."audit_entry" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_type_idx" ON "platform"."audit_entry" USING btree ("object_type","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_refused_idx" ON "platform"."audit_entry" USING btree ("at","id") WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "audit_entry_failed_idx" ON "platform"."audit_entry" USING btree ("at","id") WHERE outcome = 'failed';--> statement-breakpoint
CREATE INDEX "audit_entry_break_glass_idx" ON "platform"."audit_entry" USING btree ("at","id") WHERE facts @> '{"breakGlass": true}'::jsonb;--> statement-breakpoint
CREATE INDEX "clinic_status_name_idx" ON "clinic_onboarding"."clinic" USING btree ("status","clinic_name","id");--> statement-breakpoint
CREATE INDEX "clinic_status_city_idx" ON "clinic_onboarding"."clinic" USING btree ("status","city","id");--> statement-breakpoint
CREATE INDEX "clinic_status_complete_idx" ON "clinic_onboarding"."clinic" USING btree ("status","complete_at","id");--> statement-breakpoint
CREATE INDEX "clinic_status_due_idx" ON "clinic_onboarding"."clinic" USING btree ("status","due_at","id");--> statement-breakpoint
CREATE INDEX "clinic_status_decided_idx" ON "clinic_onboarding"."clinic" USING btree ("status","decided_at","id");--> statement-breakpoint
CREATE INDEX "clinic_words_idx" ON "clinic_onboarding"."clinic" USING gin ("clinic_name" gin_trgm_ops,"doctor_name" gin_trgm_ops,"license_number" gin_trgm_ops,"phone" gin_trgm_ops,"city" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "document_review_created_idx" ON "clinic_onboarding"."document" USING btree ("review","created_at","id");--> statement-breakpoint
CREATE INDEX "document_review_name_idx" ON "clinic_onboarding"."document" USING btree ("review","name","id");--> statement-breakpoint
CREATE INDEX "document_review_bytes_idx" ON "clinic_onboarding"."document" USING btree ("review","bytes","id");--> statement-breakpoint
CREATE INDEX "document_review_reviewed_idx" ON "clinic_onboarding"."document" USING btree ("review","reviewed_at","id");--> statement-breakpoint
CREATE INDEX "document_kind_created_idx" ON "clinic_onboarding"."document" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "document_scan_created_idx" ON "clinic_onboarding"."document" USING btree ("scan","created_at","id");--> statement-breakpoint
CREATE INDEX "document_name_words_idx" ON "clinic_onboarding"."document" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "patient_seen_idx" ON "identity"."patient" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "patient_first_name_idx" ON "identity"."patient" USING btree ("first_name","id");--> statement-breakpoint
CREATE INDEX "lead_status_created_idx" ON "leads"."lead" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "lead_status_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id");--> statement-breakpoint
CREATE INDEX "lead_status_published_idx" ON "leads"."lead" USING btree ("status","published_at","id");--> statement-breakpoint
CREATE INDEX "lead_status_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id");--> statement-breakpoint
CREATE INDEX "lead_flagged_created_idx" ON "leads"."lead" USING btree ("status","created_at","id") WHERE cardinality(findings) > 0;--> statement-breakpoint
CREATE INDEX "lead_flagged_offers_idx" ON "leads"."lead" USING btree ("status","offers_count","id") WHERE cardinality(findings) > 0;--> statement-breakpoint
CREATE INDEX "lead_flagged_published_idx" ON "leads"."lead" USING btree ("status","published_at","id") WHERE cardinality(findings) > 0;--> statement-breakpoint
CREATE INDEX "lead_flagged_expires_idx" ON "leads"."lead" USING btree ("status","expires_at","id") WHERE cardinality(findings) > 0;--> statement-breakpoint
CREATE INDEX "lead_treatment_created_idx" ON "leads"."lead" USING btree ("treatment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "lead_sub_treatment_created_idx" ON "leads"."lead" USING btree ("sub_treatment","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_status_created_idx" ON "notifications"."notification" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_status_sent_idx" ON "notifications"."notification" USING btree ("status","sent_at","id");--> statement-breakpoint
CREATE INDEX "notification_status_failed_idx" ON "notifications"."notification" USING btree ("status","failed_at","id");--> statement-breakpoint
CREATE INDEX "notification_kind_created_idx" ON "notifications"."notification" USING btree ("kind","status","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_recipient_type_idx" ON "notifications"."notification" USING btree ("recipient_type","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_at_idx" ON "platform"."audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor_idx" ON "platform"."audit_entry" USING btree ("actor","at","id");