ALTER TABLE "leads"."lead" ADD COLUMN "sent_back_at" timestamp with time zone;
--> statement-breakpoint
-- Word and text files were not read until now: those that wait to be sent are sent again, or once an offer is accepted.
UPDATE "attachments"."attachment" SET "readable" = false
WHERE "claimed_at" IS NULL AND "content_type" <> 'application/pdf' AND "content_type" NOT LIKE 'image/%';
