ALTER TABLE "flow"."instance" ADD COLUMN "root_id" uuid;--> statement-breakpoint
CREATE INDEX "instance_root_idx" ON "flow"."instance" USING btree ("root_id","id") WHERE root_id is not null;