ALTER TABLE "platform"."audit_link" ADD COLUMN "chain" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."audit_link" ADD COLUMN "beside" bigint;--> statement-breakpoint
ALTER TABLE "platform"."audit_link" ADD CONSTRAINT "audit_link_chain" CHECK ("platform"."audit_link"."chain" between 0 and 15);--> statement-breakpoint
ALTER TABLE "platform"."audit_link" DROP CONSTRAINT "audit_link_pkey";--> statement-breakpoint
ALTER TABLE "platform"."audit_link" ADD CONSTRAINT "audit_link_chain_seq_pk" PRIMARY KEY("chain","seq");--> statement-breakpoint
-- A transaction's entries are in one chain: the first that nobody is writing to, or one that it waits for.
CREATE FUNCTION platform.choose_audit_chain() RETURNS smallint LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  chosen smallint := nullif(current_setting('platform.audit_chain', true), '')::smallint;
BEGIN
  IF chosen IS NOT NULL THEN
    -- Held already. Whoever set it by hand waits here like everybody.
    PERFORM pg_advisory_xact_lock(7246021, 76 + chosen);
    RETURN chosen;
  END IF;
  FOR n IN 0..15 LOOP
    IF pg_try_advisory_xact_lock(7246021, 76 + n) THEN
      chosen := n;
      EXIT;
    END IF;
  END LOOP;
  IF chosen IS NULL THEN
    chosen := pg_backend_pid() % 16;
    PERFORM pg_advisory_xact_lock(7246021, 76 + chosen);
  END IF;
  PERFORM set_config('platform.audit_chain', chosen::text, true);
  RETURN chosen;
END $$;
--> statement-breakpoint
-- Runs at commit: the lock is the last one its transaction takes, so nobody who holds it waits for anybody.
-- Numbers of a chain follow each other without a gap; a transaction that saw an old end of it fails on the key.
CREATE OR REPLACE FUNCTION platform.link_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  own smallint := platform.choose_audit_chain();
  last platform.audit_link;
  other platform.audit_link;
  number bigint;
BEGIN
  SELECT * INTO last FROM platform.audit_link WHERE chain = own ORDER BY seq DESC LIMIT 1;
  number := coalesce(last.seq, 0) + 1;
  IF number % 16 <> own THEN
    SELECT * INTO other FROM platform.audit_link WHERE chain = number % 16 ORDER BY seq DESC LIMIT 1;
  END IF;
  INSERT INTO platform.audit_link (chain, seq, entry_id, hash, beside)
    VALUES (own, number, NEW.id,
      platform.audit_hash(coalesce(last.hash, '') || coalesce('/' || other.hash, ''), NEW), other.seq);
  RETURN NULL;
END $$;
