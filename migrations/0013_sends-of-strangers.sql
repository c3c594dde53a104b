CREATE TABLE "identity"."slow_lane_place" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"phone" text NOT NULL,
	"dial_code" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "identity"."otp_challenge" ADD COLUMN "from_known_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "slow_lane_place_once_idx" ON "identity"."slow_lane_place" USING btree ("browser_hash","role") WHERE "identity"."slow_lane_place"."used_at" is null;--> statement-breakpoint
CREATE INDEX "slow_lane_place_lane_idx" ON "identity"."slow_lane_place" USING btree ("dial_code","since");--> statement-breakpoint
CREATE INDEX "slow_lane_place_seen_idx" ON "identity"."slow_lane_place" USING btree ("seen_at");