CREATE TABLE "notifications"."quiet_hours" (
	"reader_type" text NOT NULL,
	"reader_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"from_time" text NOT NULL,
	"to_time" text NOT NULL,
	"zone" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiet_hours_reader_id_reader_type_person_id_pk" PRIMARY KEY("reader_id","reader_type","person_id"),
	CONSTRAINT "quiet_hours_differ" CHECK ("notifications"."quiet_hours"."from_time" <> "notifications"."quiet_hours"."to_time"),
	CONSTRAINT "quiet_hours_from" CHECK ("notifications"."quiet_hours"."from_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "quiet_hours_to" CHECK ("notifications"."quiet_hours"."to_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
