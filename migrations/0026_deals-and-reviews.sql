CREATE SCHEMA "deals";
--> statement-breakpoint
CREATE TABLE "deals"."answer" (
	"clinic_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	CONSTRAINT "answer_clinic_id_lead_id_pk" PRIMARY KEY("clinic_id","lead_id"),
	CONSTRAINT "answer_minutes" CHECK ("deals"."answer"."minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "deals"."confirmation" (
	"deal_id" uuid NOT NULL,
	"side" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	CONSTRAINT "confirmation_deal_id_side_pk" PRIMARY KEY("deal_id","side"),
	CONSTRAINT "confirmation_amount" CHECK ("deals"."confirmation"."amount_cents" between 1 and 99999999),
	CONSTRAINT "confirmation_currency" CHECK ("deals"."confirmation"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "confirmation_reason" CHECK (char_length("deals"."confirmation"."reason") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "deals"."deal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sealed_cents" integer NOT NULL,
	"sealed_currency" text NOT NULL,
	"phase" text NOT NULL,
	"status" text NOT NULL,
	"scheduled_for" timestamp with time zone,
	"sequence" integer NOT NULL,
	"calendar_at" timestamp with time zone,
	"treated_at" timestamp with time zone,
	"treated_by" text,
	"price_kept" boolean,
	"still_since" timestamp with time zone,
	"still_because" text,
	"denied_at" timestamp with time zone,
	"denied_by" text,
	"denial_reason" text,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancel_code" text,
	"cancel_reason" text,
	CONSTRAINT "deal_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "deal_sealed" CHECK ("deals"."deal"."sealed_cents" > 0 and "deals"."deal"."sealed_currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "deal_scheduled" CHECK ("deals"."deal"."status" <> 'scheduled' or ("deals"."deal"."scheduled_for" is not null and "deals"."deal"."calendar_at" is not null)),
	CONSTRAINT "deal_treated" CHECK (("deals"."deal"."status" in ('treated', 'reviewed')) = ("deals"."deal"."treated_at" is not null) and ("deals"."deal"."treated_at" is not null) = ("deals"."deal"."treated_by" is not null) and ("deals"."deal"."treated_at" is not null) = ("deals"."deal"."price_kept" is not null)),
	CONSTRAINT "deal_still" CHECK (("deals"."deal"."still_since" is not null) = ("deals"."deal"."still_because" is not null)),
	CONSTRAINT "deal_denied" CHECK (("deals"."deal"."denied_at" is not null) = ("deals"."deal"."denied_by" is not null)),
	CONSTRAINT "deal_cancelled" CHECK (("deals"."deal"."status" = 'cancelled') = ("deals"."deal"."cancelled_at" is not null) and ("deals"."deal"."cancelled_at" is not null) = ("deals"."deal"."cancel_code" is not null)),
	CONSTRAINT "deal_cancel_reason" CHECK (char_length("deals"."deal"."cancel_reason") <= 1000),
	CONSTRAINT "deal_denial_reason" CHECK (char_length("deals"."deal"."denial_reason") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "deals"."report" (
	"review_id" uuid NOT NULL,
	"side" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_review_id_side_pk" PRIMARY KEY("review_id","side"),
	CONSTRAINT "report_reason" CHECK (char_length("deals"."report"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "deals"."reputation" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"stars" integer DEFAULT 0 NOT NULL,
	"treatments" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reputation_counts" CHECK ("deals"."reputation"."reviews" >= 0 and "deals"."reputation"."stars" between "deals"."reputation"."reviews" and 5 * "deals"."reputation"."reviews" and "deals"."reputation"."kept" between 0 and "deals"."reputation"."treatments")
);
--> statement-breakpoint
CREATE TABLE "deals"."review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"text" text NOT NULL,
	"masked" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answer_masked" text[],
	"answered_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_because" text,
	"answer_removed_because" text,
	CONSTRAINT "review_deal_id_unique" UNIQUE("deal_id"),
	CONSTRAINT "review_stars" CHECK ("deals"."review"."stars" between 1 and 5),
	CONSTRAINT "review_text" CHECK (char_length("deals"."review"."text") between 1 and 8000),
	CONSTRAINT "review_answer" CHECK (char_length("deals"."review"."answer") between 1 and 4000),
	CONSTRAINT "review_answered" CHECK (("deals"."review"."answer" is not null) = ("deals"."review"."answered_at" is not null and "deals"."review"."answer_removed_because" is null)),
	CONSTRAINT "review_removed" CHECK (("deals"."review"."removed_at" is not null) = ("deals"."review"."removed_because" is not null))
);
--> statement-breakpoint
CREATE TABLE "deals"."time" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"from" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"note" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "time_note" CHECK (char_length("deals"."time"."note") <= 500),
	CONSTRAINT "time_answered" CHECK (("deals"."time"."status" = 'proposed') = ("deals"."time"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "deals"."confirmation" ADD CONSTRAINT "confirmation_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "deals"."deal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals"."report" ADD CONSTRAINT "report_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "deals"."review"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals"."review" ADD CONSTRAINT "review_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "deals"."deal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals"."time" ADD CONSTRAINT "time_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "deals"."deal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_clinic_idx" ON "deals"."answer" USING btree ("clinic_id","at");--> statement-breakpoint
CREATE INDEX "deal_patient_idx" ON "deals"."deal" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_clinic_idx" ON "deals"."deal" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_created_idx" ON "deals"."deal" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deal_status_idx" ON "deals"."deal" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_phase_idx" ON "deals"."deal" USING btree ("phase","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_still_idx" ON "deals"."deal" USING btree ("still_since","id") WHERE still_since is not null;--> statement-breakpoint
CREATE INDEX "deal_denied_idx" ON "deals"."deal" USING btree ("denied_at","id") WHERE denied_at is not null;--> statement-breakpoint
CREATE INDEX "review_clinic_idx" ON "deals"."review" USING btree ("clinic_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "review_created_idx" ON "deals"."review" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "review_patient_idx" ON "deals"."review" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_reported_idx" ON "deals"."review" USING btree ("reported_at","id") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "time_deal_idx" ON "deals"."time" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "time_proposed_idx" ON "deals"."time" USING btree ("deal_id") WHERE status = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "time_accepted_idx" ON "deals"."time" USING btree ("deal_id") WHERE status = 'accepted';