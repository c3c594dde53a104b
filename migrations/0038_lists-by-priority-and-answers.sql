DROP INDEX "deals"."answer_clinic_idx";--> statement-breakpoint
CREATE INDEX "posting_priority_idx" ON "exchange"."posting" USING btree ("term","shelf","priority","published_at","id") WHERE budget >= 0;--> statement-breakpoint
CREATE INDEX "answer_clinic_idx" ON "deals"."answer" USING btree ("clinic_id","at","minutes");