CREATE TABLE "notifications"."person_preference" (
	"reader_type" text NOT NULL,
	"reader_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"push" boolean,
	"sms" boolean,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_preference_reader_id_reader_type_person_id_topic_pk" PRIMARY KEY("reader_id","reader_type","person_id","topic")
);
--> statement-breakpoint
CREATE TABLE "offers"."announced_end" (
	"offer_id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers"."announced_end" ADD CONSTRAINT "announced_end_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "offers"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_expires_idx" ON "offers"."offer" USING brin ("expires_at");