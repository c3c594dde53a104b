ALTER TABLE "platform"."audit_reason" ADD COLUMN "salt" text;
--> statement-breakpoint
UPDATE platform.audit_reason
  SET salt = encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
--> statement-breakpoint
-- Entries written without a hash stay as they are: an entry of its own holds the hash of each such reason. As
-- platform/reason-hash.ts computes it.
INSERT INTO platform.audit_entry (at, actor, action, object_type, object_id, outcome, request_id, facts)
  SELECT platform.now(), 'system:migration', 'audit.reason-sealed', 'audit-entry', entry_id::text, 'ok', 'migration',
    jsonb_build_object('reasonHash', encode(sha256(convert_to(salt || ':' || reason, 'UTF8')), 'hex'))
  FROM platform.audit_reason ORDER BY entry_id;
--> statement-breakpoint
-- Links are written now: a table with triggers that still have to run cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "platform"."audit_reason" ALTER COLUMN "salt" SET NOT NULL;
--> statement-breakpoint
CREATE TRIGGER audit_reason_unchanged BEFORE UPDATE ON platform.audit_reason
  FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_reason_no_truncate BEFORE TRUNCATE ON platform.audit_reason
  FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
