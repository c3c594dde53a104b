SELECT 1;
--> statement-breakpoint
-- A field of an entry as the chain hashes it: `<bytes>:<text>`, or `-` for null, so that no two rows read alike.
CREATE FUNCTION platform.audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(value) || ':' || value END
$$;
--> statement-breakpoint
-- sha-256 over the hash before and the entry's fields in this order; the time in whole microseconds since 1970 (UTC).
CREATE FUNCTION platform.audit_hash(previous text, entry platform.audit_entry) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(concat(
    previous,
    platform.audit_field(entry.id::text),
    platform.audit_field((extract(epoch FROM entry.at) * 1000000)::bigint::text),
    platform.audit_field(entry.actor),
    platform.audit_field(entry.action),
    platform.audit_field(entry.object_type),
    platform.audit_field(entry.object_id),
    platform.audit_field(entry.outcome),
    platform.audit_field(entry.ip),
    platform.audit_field(entry.request_id),
    platform.audit_field(entry.facts::text)), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Runs at commit: the lock is the last one its transaction takes, so nobody who holds it waits for anybody.
-- Numbers follow each other without a gap; a transaction that saw an old end of the chain fails on the key.
CREATE FUNCTION platform.link_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  last platform.audit_link;
BEGIN
  PERFORM pg_advisory_xact_lock(7246021, 76);
  SELECT * INTO last FROM platform.audit_link ORDER BY seq DESC LIMIT 1;
  INSERT INTO platform.audit_link (seq, entry_id, hash)
    VALUES (coalesce(last.seq, 0) + 1, NEW.id, platform.audit_hash(coalesce(last.hash, ''), NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the old entries are read: making it waits for whoever writes one and keeps others waiting.
CREATE CONSTRAINT TRIGGER audit_entry_link AFTER INSERT ON platform.audit_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION platform.link_audit_entry();
--> statement-breakpoint
-- Entries from before the chain, in the order of their numbers.
DO $$
DECLARE
  entry platform.audit_entry;
  previous text := '';
  number bigint := 0;
BEGIN
  FOR entry IN SELECT * FROM platform.audit_entry ORDER BY id LOOP
    number := number + 1;
    previous := platform.audit_hash(previous, entry);
    INSERT INTO platform.audit_link (seq, entry_id, hash) VALUES (number, entry.id, previous);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE ON platform.audit_link
  FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_link_no_truncate BEFORE TRUNCATE ON platform.audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
