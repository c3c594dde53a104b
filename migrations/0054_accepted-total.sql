ALTER TABLE "deals"."deal" ADD COLUMN "accepted_cents" integer;--> statement-breakpoint
UPDATE "deals"."deal" d SET "accepted_cents" = d."sealed_cents" + coalesce((
  SELECT sum((line ->> 'priceCents')::int) FROM "offers"."offer" o
  JOIN "offers"."revision" r ON r."offer_id" = o."id" AND r."revision" = o."revision"
  CROSS JOIN LATERAL jsonb_array_elements(r."items") line
  WHERE o."id" = d."offer_id" AND line ->> 'state' = 'extra'
), 0) WHERE d."phase" IN ('accepted', 'scheduled', 'confirming', 'disputed');
