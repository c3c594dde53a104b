CREATE TABLE "leads"."ask" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"kept_until" timestamp with time zone,
	"refusal" text,
	"ended_because" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ask_place" CHECK ("leads"."ask"."place" between 1 and 3),
	CONSTRAINT "ask_kept" CHECK (("leads"."ask"."state" = 'held') = ("leads"."ask"."kept_until" is not null)),
	CONSTRAINT "ask_refused" CHECK (("leads"."ask"."state" = 'refused') = ("leads"."ask"."refusal" is not null)),
	CONSTRAINT "ask_ended" CHECK (("leads"."ask"."state" in ('answered', 'refused', 'ended')) = ("leads"."ask"."ended_at" is not null))
);
--> statement-breakpoint
-- borne by 0.1.0: columns with a default, which that build neither reads nor writes; a request that it sends asks no clinic
ALTER TABLE "consultation"."draft" ADD COLUMN "clinics" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals"."answer" ADD COLUMN "asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange"."listing" ADD COLUMN "asked" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "leads"."ask" ADD CONSTRAINT "ask_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "leads"."lead"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ask_lead_idx" ON "leads"."ask" USING btree ("lead_id","clinic_id");--> statement-breakpoint
CREATE INDEX "ask_patient_idx" ON "leads"."ask" USING btree ("patient_id","id");--> statement-breakpoint
CREATE INDEX "ask_clinic_idx" ON "leads"."ask" USING btree ("clinic_id","id");--> statement-breakpoint
CREATE INDEX "answer_asked_idx" ON "deals"."answer" USING btree ("clinic_id","at","minutes") WHERE asked;--> statement-breakpoint
CREATE INDEX "listing_asked_idx" ON "exchange"."listing" USING gin ("asked");--> statement-breakpoint
-- borne by 0.1.0: what that build writes into a draft leaves these clinics as they are
ALTER TABLE "consultation"."draft" ADD CONSTRAINT "draft_clinics" CHECK (jsonb_array_length("consultation"."draft"."clinics") <= 3);