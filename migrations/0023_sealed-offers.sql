-- Patients are shown what changed, and a seal is made over a revision: none is ever another one.
CREATE TRIGGER revision_append_only BEFORE UPDATE OR DELETE ON offers.revision
  FOR EACH ROW EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
CREATE TRIGGER revision_no_truncate BEFORE TRUNCATE ON offers.revision
  FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
--> statement-breakpoint
-- Nothing of an accepted offer changes afterwards.
CREATE TRIGGER offer_sealed_stays BEFORE UPDATE OR DELETE ON offers.offer
  FOR EACH ROW WHEN (OLD.status = 'accepted') EXECUTE FUNCTION platform.refuse_change();
