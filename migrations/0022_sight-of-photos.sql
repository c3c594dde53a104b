CREATE TABLE "consultation"."photo_copy" (
	"photo_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"day" date NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_copy_photo_id_lead_id_clinic_id_pk" PRIMARY KEY("photo_id","lead_id","clinic_id"),
	CONSTRAINT "photo_copy_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "consultation"."photo_sight_end" (
	"lead_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_sight_end_lead_id_clinic_id_pk" PRIMARY KEY("lead_id","clinic_id")
);
--> statement-breakpoint
CREATE TABLE "consultation"."photo_view" (
	"photo_id" uuid NOT NULL,
	"clinic_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"times" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"times_in_hour" integer NOT NULL,
	CONSTRAINT "photo_view_photo_id_lead_id_clinic_id_pk" PRIMARY KEY("photo_id","lead_id","clinic_id"),
	CONSTRAINT "photo_view_times" CHECK ("consultation"."photo_view"."times_in_hour" between 1 and "consultation"."photo_view"."times")
);
--> statement-breakpoint
ALTER TABLE "consultation"."photo_copy" ADD CONSTRAINT "photo_copy_photo_id_photo_id_fk" FOREIGN KEY ("photo_id") REFERENCES "consultation"."photo"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation"."photo_view" ADD CONSTRAINT "photo_view_photo_id_photo_id_fk" FOREIGN KEY ("photo_id") REFERENCES "consultation"."photo"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_copy_lead_idx" ON "consultation"."photo_copy" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "photo_view_lead_idx" ON "consultation"."photo_view" USING btree ("lead_id","last_at");