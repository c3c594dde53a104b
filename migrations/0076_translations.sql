CREATE SCHEMA "translations";
--> statement-breakpoint
CREATE TABLE "translations"."translation" (
	"of_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"written_by" text NOT NULL,
	"offer_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"of_texts" text NOT NULL,
	"texts" jsonb,
	"from_language" text,
	"provider" text NOT NULL,
	"asking" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_of_id_locale_pk" PRIMARY KEY("of_id","locale"),
	CONSTRAINT "translation_texts" CHECK (jsonb_array_length("translations"."translation"."texts") between 1 and 10 and octet_length("translations"."translation"."texts"::text) <= 131072),
	CONSTRAINT "translation_of_texts" CHECK ("translations"."translation"."of_texts" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE INDEX "translation_patient_idx" ON "translations"."translation" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "translation_clinic_idx" ON "translations"."translation" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "translation_offer_idx" ON "translations"."translation" USING btree ("offer_id");