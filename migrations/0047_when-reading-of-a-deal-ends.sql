CREATE TABLE "offers"."reading_end" (
	"offer_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers"."reading_end" ADD CONSTRAINT "reading_end_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "offers"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Deals that ended and consents that were withdrawn before: the earliest end of each offer, by the rule of today. A consent
-- counts for the offers that were there when it was withdrawn.
INSERT INTO "offers"."reading_end" ("offer_id", "until")
SELECT e.id, e.until FROM (
  SELECT f.id, least(
    (SELECT least(d.cancelled_at + interval '336 hours', d.treated_at + interval '9600 hours')
       FROM "deals"."deal" d WHERE d.offer_id = f.id),
    (SELECT min(c.withdrawn_at) FROM "identity"."consent" c
      WHERE c.patient_id = f.patient_id AND c.withdrawn_at >= f.created_at
        AND c.kind IN ('health-data', 'sharing-with-clinics'))) AS until
  FROM "offers"."offer" f) e
WHERE e.until IS NOT NULL;
