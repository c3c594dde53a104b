CREATE UNLOGGED TABLE "platform"."request_count" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "request_count_ends_idx" ON "platform"."request_count" USING btree ("ends_at");