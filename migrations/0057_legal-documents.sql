CREATE TABLE "clinic_onboarding"."requirement_notice" (
	"clinic_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"days" smallint NOT NULL,
	CONSTRAINT "requirement_notice_clinic_id_kind_pk" PRIMARY KEY("clinic_id","kind")
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "found_on" date;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."requirement_notice" ADD CONSTRAINT "requirement_notice_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- borne by 0.1.0: the release before writes neither number nor issuer, and none of these rows
ALTER TABLE "clinic_onboarding"."document" ADD CONSTRAINT "document_number" CHECK (char_length("clinic_onboarding"."document"."number") <= 100);--> statement-breakpoint
-- borne by 0.1.0: the release before writes neither number nor issuer, and none of these rows
ALTER TABLE "clinic_onboarding"."document" ADD CONSTRAINT "document_issuer" CHECK (char_length("clinic_onboarding"."document"."issuer") <= 150);