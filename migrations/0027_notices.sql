CREATE TABLE "notifications"."notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"reader_type" text NOT NULL,
	"reader_id" uuid NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notice_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notifications"."preference" (
	"reader_type" text NOT NULL,
	"reader_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"email" boolean NOT NULL,
	"product" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preference_reader_id_reader_type_topic_pk" PRIMARY KEY("reader_id","reader_type","topic")
);
--> statement-breakpoint
CREATE INDEX "notice_reader_idx" ON "notifications"."notice" USING btree ("reader_id","reader_type","created_at","id");--> statement-breakpoint
CREATE INDEX "notice_unread_idx" ON "notifications"."notice" USING btree ("reader_id","reader_type") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notice_created_idx" ON "notifications"."notice" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_created_idx" ON "notifications"."notification" USING btree ("created_at");