CREATE SCHEMA "outcomes";
--> statement-breakpoint
CREATE TABLE "outcomes"."answer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"outcome_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"moment" text NOT NULL,
	"again" text NOT NULL,
	"result" text NOT NULL,
	"text" text NOT NULL,
	"masked" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_because" text,
	CONSTRAINT "answer_text" CHECK (char_length("outcomes"."answer"."text") <= 4000),
	CONSTRAINT "answer_removed" CHECK (("outcomes"."answer"."removed_at" is not null) = ("outcomes"."answer"."removed_because" is not null))
);
--> statement-breakpoint
CREATE TABLE "outcomes"."outcome" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"treated_at" timestamp with time zone NOT NULL,
	"phase" text NOT NULL,
	"half_year" text,
	"year" text,
	"answer_until" timestamp with time zone,
	CONSTRAINT "outcome_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "outcome_open" CHECK (("outcomes"."outcome"."phase" in ('half-year-due', 'year-due')) = ("outcomes"."outcome"."answer_until" is not null)),
	CONSTRAINT "outcome_half_year_due" CHECK (("outcomes"."outcome"."phase" = 'half-year-due') = (coalesce("outcomes"."outcome"."half_year", '') = 'open')),
	CONSTRAINT "outcome_year_due" CHECK (("outcomes"."outcome"."phase" = 'year-due') = (coalesce("outcomes"."outcome"."year", '') = 'open'))
);
--> statement-breakpoint
CREATE TABLE "outcomes"."report" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_reason" CHECK (char_length("outcomes"."report"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "outcomes"."tally" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"half_year_asked" integer DEFAULT 0 NOT NULL,
	"half_year_answered" integer DEFAULT 0 NOT NULL,
	"half_year_again" integer DEFAULT 0 NOT NULL,
	"year_asked" integer DEFAULT 0 NOT NULL,
	"year_answered" integer DEFAULT 0 NOT NULL,
	"year_again" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tally_half_year" CHECK ("outcomes"."tally"."half_year_again" >= 0 and "outcomes"."tally"."half_year_again" <= "outcomes"."tally"."half_year_answered" and "outcomes"."tally"."half_year_answered" <= "outcomes"."tally"."half_year_asked"),
	CONSTRAINT "tally_year" CHECK ("outcomes"."tally"."year_again" >= 0 and "outcomes"."tally"."year_again" <= "outcomes"."tally"."year_answered" and "outcomes"."tally"."year_answered" <= "outcomes"."tally"."year_asked")
);
--> statement-breakpoint
ALTER TABLE "outcomes"."answer" ADD CONSTRAINT "answer_outcome_id_outcome_id_fk" FOREIGN KEY ("outcome_id") REFERENCES "outcomes"."outcome"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes"."report" ADD CONSTRAINT "report_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "outcomes"."answer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "answer_outcome_moment_idx" ON "outcomes"."answer" USING btree ("outcome_id","moment");--> statement-breakpoint
CREATE INDEX "answer_clinic_idx" ON "outcomes"."answer" USING btree ("clinic_id","created_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "answer_created_idx" ON "outcomes"."answer" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "answer_patient_idx" ON "outcomes"."answer" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "answer_offer_idx" ON "outcomes"."answer" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "answer_reported_idx" ON "outcomes"."answer" USING btree ("reported_at","id") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "answer_reported_created_idx" ON "outcomes"."answer" USING btree ("created_at","id") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "outcome_patient_idx" ON "outcomes"."outcome" USING btree ("patient_id","lead_id","id");--> statement-breakpoint
CREATE INDEX "outcome_silent_idx" ON "outcomes"."outcome" USING btree ("clinic_id") WHERE half_year = 'silent' or year = 'silent';