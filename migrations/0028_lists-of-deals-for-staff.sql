CREATE INDEX "deal_still_created_idx" ON "deals"."deal" USING btree ("created_at","id") WHERE still_since is not null;--> statement-breakpoint
CREATE INDEX "review_reported_created_idx" ON "deals"."review" USING btree ("created_at","id") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "offer_status_created_idx" ON "offers"."offer" USING btree ("status","created_at","id");