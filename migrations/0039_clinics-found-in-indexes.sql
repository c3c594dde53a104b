DROP INDEX "clinic_onboarding"."clinic_status_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_name_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_city_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_complete_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_due_idx";--> statement-breakpoint
DROP INDEX "clinic_onboarding"."clinic_status_decided_idx";--> statement-breakpoint
CREATE INDEX "clinic_stage_idx" ON "clinic_onboarding"."clinic" USING btree ("stage","registered_at","id") WHERE stage is not null;--> statement-breakpoint
CREATE INDEX "clinic_status_idx" ON "clinic_onboarding"."clinic" USING btree ("status","registered_at","id","city","specialties");--> statement-breakpoint
CREATE INDEX "clinic_status_name_idx" ON "clinic_onboarding"."clinic" USING btree ("status","clinic_name","id","city","specialties");--> statement-breakpoint
CREATE INDEX "clinic_status_city_idx" ON "clinic_onboarding"."clinic" USING btree ("status","city","id","specialties");--> statement-breakpoint
CREATE INDEX "clinic_status_complete_idx" ON "clinic_onboarding"."clinic" USING btree ("status","complete_at","id","city","specialties");--> statement-breakpoint
CREATE INDEX "clinic_status_due_idx" ON "clinic_onboarding"."clinic" USING btree ("status","due_at","id","city","specialties");--> statement-breakpoint
CREATE INDEX "clinic_status_decided_idx" ON "clinic_onboarding"."clinic" USING btree ("status","decided_at","id","city","specialties");