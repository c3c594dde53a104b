-- An offer that was never accepted goes with the account of its clinic; one that was accepted stays as it is. Whoever
-- erases says so for the length of a transaction: nothing else of the product deletes an offer or a revision.
CREATE FUNCTION offers.refuse_change_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('offers.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
DROP TRIGGER revision_append_only ON offers.revision;
--> statement-breakpoint
CREATE TRIGGER revision_append_only BEFORE UPDATE OR DELETE ON offers.revision
  FOR EACH ROW EXECUTE FUNCTION offers.refuse_change_unless_erased();
