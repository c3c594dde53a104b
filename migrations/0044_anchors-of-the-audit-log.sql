CREATE TABLE "platform"."audit_anchor" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"older_than" timestamp with time zone NOT NULL,
	"ends" jsonb NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER audit_anchor_append_only BEFORE UPDATE OR DELETE ON platform.audit_anchor
  FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_anchor_no_truncate BEFORE TRUNCATE ON platform.audit_anchor
  FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
-- An entry goes when it is six years old, and in a transaction that prunes: by the clock of the server, which nobody shifts.
CREATE FUNCTION platform.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '6 years'
    AND current_setting('platform.audit_pruning', true) = pg_current_xact_id()::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON platform.audit_entry
  FOR EACH ROW EXECUTE FUNCTION platform.refuse_audit_change();
--> statement-breakpoint
-- Runs as the owner of the tables, for whoever may call it: prunes each chain up to the link that is named, and says so by
-- an anchor, whose signature it cannot check. What is named must be what the log has. Links stay: others were hashed with them.
CREATE FUNCTION platform.prune_audit(older timestamptz, goals jsonb, signature text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  former jsonb;
  span record;
  removed bigint;
  gone bigint := 0;
BEGIN
  IF older > now() - interval '6 years' THEN
    RAISE EXCEPTION 'entries of the audit log are kept for six years' USING ERRCODE = '42501';
  END IF;
  PERFORM pg_advisory_xact_lock(7246021, 75);
  PERFORM set_config('platform.audit_pruning', pg_current_xact_id()::text, true);
  SELECT a.ends INTO former FROM platform.audit_anchor a ORDER BY a.id DESC LIMIT 1;
  FOR span IN
    SELECT c.chain, coalesce(f.seq, 0) AS begins, coalesce(g.seq, 0) AS ends, g.hash
    FROM generate_series(0, 15) AS c(chain)
      LEFT JOIN jsonb_to_recordset(former) AS f(chain int, seq bigint) ON f.chain = c.chain
      LEFT JOIN jsonb_to_recordset(goals) AS g(chain int, seq bigint, hash text) ON g.chain = c.chain
  LOOP
    CONTINUE WHEN span.begins = 0 AND span.ends = 0;
    IF span.ends < span.begins OR NOT EXISTS (SELECT FROM platform.audit_link l
      WHERE l.chain = span.chain AND l.seq = span.ends AND l.hash = span.hash) THEN
      RAISE EXCEPTION 'chain % has no such link to be pruned to', span.chain USING ERRCODE = '22023';
    END IF;
    DELETE FROM platform.audit_reason r USING platform.audit_link l
      WHERE l.chain = span.chain AND l.seq > span.begins AND l.seq <= span.ends AND r.entry_id = l.entry_id;
    DELETE FROM platform.audit_entry e USING platform.audit_link l
      WHERE l.chain = span.chain AND l.seq > span.begins AND l.seq <= span.ends AND e.id = l.entry_id AND e.at < older;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed <> span.ends - span.begins THEN
      RAISE EXCEPTION 'chain % lacks an entry, or has a younger one, where it is to be pruned', span.chain
        USING ERRCODE = '22023';
    END IF;
    gone := gone + removed;
  END LOOP;
  INSERT INTO platform.audit_anchor (at, older_than, ends, signature) VALUES (now(), older, goals, signature);
  INSERT INTO platform.audit_entry (at, actor, action, outcome, request_id, facts)
    VALUES (platform.now(), 'system:audit.prune', 'audit.pruned', 'ok', 'audit.prune', jsonb_build_object('entries', gone));
  RETURN gone;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION platform.prune_audit(timestamptz, jsonb, text) FROM PUBLIC;
