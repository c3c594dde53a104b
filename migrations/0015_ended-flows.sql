CREATE INDEX "instance_ended_idx" ON "flow"."instance" USING btree ("machine","updated_at") WHERE status = 'done';--> statement-breakpoint
-- What a scan found is told from the scan; these rows held the sentence, and as the text of an array.
UPDATE clinic_onboarding.document SET note = NULL
WHERE scan = 'infected' AND review = 'asked-again' AND reviewed_by IS NULL;
