CREATE TABLE "messaging"."translation" (
	"message_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"of_text" text NOT NULL,
	"text" text,
	"from_language" text,
	"provider" text NOT NULL,
	"asking" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_message_id_locale_pk" PRIMARY KEY("message_id","locale"),
	CONSTRAINT "translation_text" CHECK (char_length("messaging"."translation"."text") between 1 and 16000),
	CONSTRAINT "translation_of_text" CHECK ("messaging"."translation"."of_text" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "messaging"."translation" ADD CONSTRAINT "translation_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "messaging"."message"("id") ON DELETE cascade ON UPDATE no action;