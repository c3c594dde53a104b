CREATE TABLE "identity"."known_browser" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"role" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "known_browser_once_idx" ON "identity"."known_browser" USING btree ("token_hash","role","phone");--> statement-breakpoint
CREATE INDEX "known_browser_phone_idx" ON "identity"."known_browser" USING btree ("phone","role");--> statement-breakpoint
CREATE INDEX "known_browser_expires_idx" ON "identity"."known_browser" USING btree ("expires_at");