CREATE SCHEMA "offers";
--> statement-breakpoint
CREATE TABLE "exchange"."saved_filter" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mails" boolean DEFAULT false NOT NULL,
	"told_until" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "saved_filter_name" CHECK (char_length("exchange"."saved_filter"."name") between 1 and 60),
	CONSTRAINT "saved_filter_query" CHECK (octet_length("exchange"."saved_filter"."query"::text) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "offers"."form_draft" (
	"clinic_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"writer" uuid,
	"turn" integer DEFAULT 0 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_draft_clinic_id_lead_id_pk" PRIMARY KEY("clinic_id","lead_id"),
	CONSTRAINT "form_draft_size" CHECK (octet_length("offers"."form_draft"."fields"::text) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "offers"."offer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"slot" smallint,
	"revision" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"declined_because" text,
	"decline_reason" text,
	"withdrawn_by" text,
	"price_place" smallint,
	"price_among" smallint,
	"sealed_hash" text,
	CONSTRAINT "offer_live_slot" CHECK (("offers"."offer"."status" in ('pending', 'negotiating')) = ("offers"."offer"."slot" is not null)),
	CONSTRAINT "offer_slot" CHECK ("offers"."offer"."slot" between 1 and 50),
	CONSTRAINT "offer_ended" CHECK (("offers"."offer"."status" in ('pending', 'negotiating')) = ("offers"."offer"."ended_at" is null)),
	CONSTRAINT "offer_sealed" CHECK (("offers"."offer"."status" = 'accepted') = ("offers"."offer"."sealed_hash" is not null)),
	CONSTRAINT "offer_declined" CHECK (("offers"."offer"."status" = 'declined') = ("offers"."offer"."declined_because" is not null)),
	CONSTRAINT "offer_withdrawn" CHECK (("offers"."offer"."status" = 'withdrawn') = ("offers"."offer"."withdrawn_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "offers"."reusable" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"sub_treatment" text NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reusable_name" CHECK (char_length("offers"."reusable"."name") between 1 and 60),
	CONSTRAINT "reusable_size" CHECK (octet_length("offers"."reusable"."fields"::text) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "offers"."revision" (
	"offer_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount_cents" integer NOT NULL,
	"list_price_cents" integer,
	"currency" text NOT NULL,
	"message" text NOT NULL,
	"items" jsonb NOT NULL,
	"doctor_name" text,
	"earliest_date" date,
	"availability" text,
	"attachments" uuid[] NOT NULL,
	CONSTRAINT "revision_offer_id_revision_pk" PRIMARY KEY("offer_id","revision"),
	CONSTRAINT "revision_amount" CHECK ("offers"."revision"."amount_cents" between 1 and 99999999),
	CONSTRAINT "revision_list_price" CHECK ("offers"."revision"."list_price_cents" > "offers"."revision"."amount_cents" and "offers"."revision"."list_price_cents" <= 99999999),
	CONSTRAINT "revision_currency" CHECK ("offers"."revision"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "revision_message" CHECK (char_length("offers"."revision"."message") between 1 and 4000),
	CONSTRAINT "revision_doctor" CHECK (char_length("offers"."revision"."doctor_name") <= 120),
	CONSTRAINT "revision_availability" CHECK (char_length("offers"."revision"."availability") <= 500),
	CONSTRAINT "revision_attachments" CHECK (cardinality("offers"."revision"."attachments") <= 10)
);
--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD CONSTRAINT "revision_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "offers"."offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filter_name_idx" ON "exchange"."saved_filter" USING btree ("clinic_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_filter_mails_idx" ON "exchange"."saved_filter" USING btree ("id") WHERE mails;--> statement-breakpoint
CREATE INDEX "form_draft_saved_idx" ON "offers"."form_draft" USING btree ("saved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_slot_idx" ON "offers"."offer" USING btree ("lead_id","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_accepted_idx" ON "offers"."offer" USING btree ("lead_id") WHERE status = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "offer_one_each_idx" ON "offers"."offer" USING btree ("lead_id","clinic_id") WHERE status in ('pending', 'negotiating', 'accepted');--> statement-breakpoint
CREATE INDEX "offer_lead_idx" ON "offers"."offer" USING btree ("lead_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offer_clinic_idx" ON "offers"."offer" USING btree ("clinic_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "offer_patient_idx" ON "offers"."offer" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offer_created_idx" ON "offers"."offer" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reusable_name_idx" ON "offers"."reusable" USING btree ("clinic_id","sub_treatment",lower("name"));--> statement-breakpoint
CREATE INDEX "listing_offered_by_idx" ON "exchange"."listing" USING gin ("offered_by");