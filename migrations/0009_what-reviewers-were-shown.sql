CREATE TABLE "clinic_onboarding"."reviewer_sight" (
	"clinic_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"opened" boolean NOT NULL,
	"details" text NOT NULL,
	"documents" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviewer_sight_clinic_id_staff_id_pk" PRIMARY KEY("clinic_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."document" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinic_onboarding"."reviewer_sight" ADD CONSTRAINT "reviewer_sight_clinic_id_clinic_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "clinic_onboarding"."clinic"("id") ON DELETE no action ON UPDATE no action;