-- Open streams hear at once that their session is over, whoever ended it and by whatever statement. The payload is what
-- a process finds its streams by; see platform/live/hub.ts.
CREATE FUNCTION identity.tell_end_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_access', 'session:' || OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_end_told AFTER UPDATE OF ended_at, token_hash ON identity.session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND (NEW.ended_at IS NOT NULL OR NEW.token_hash <> OLD.token_hash))
  EXECUTE FUNCTION identity.tell_end_of_session();
--> statement-breakpoint
-- What is long over is deleted by the thousand; nobody listens with it.
CREATE TRIGGER session_loss_told AFTER DELETE ON identity.session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND OLD.expires_at > now())
  EXECUTE FUNCTION identity.tell_end_of_session();
--> statement-breakpoint
CREATE TRIGGER staff_session_end_told AFTER UPDATE OF ended_at, token_hash ON identity.staff_session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND (NEW.ended_at IS NOT NULL OR NEW.token_hash <> OLD.token_hash))
  EXECUTE FUNCTION identity.tell_end_of_session();
--> statement-breakpoint
CREATE TRIGGER staff_session_loss_told AFTER DELETE ON identity.staff_session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND OLD.expires_at > now())
  EXECUTE FUNCTION identity.tell_end_of_session();
--> statement-breakpoint
-- What decides which requests a clinic hears of: its streams ask anew.
CREATE FUNCTION clinic_onboarding.tell_other_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_access', 'clinic:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER clinic_matches_told AFTER UPDATE OF status, specialties, city ON clinic_onboarding.clinic
  FOR EACH ROW WHEN ((OLD.status, OLD.specialties, OLD.city) IS DISTINCT FROM (NEW.status, NEW.specialties, NEW.city))
  EXECUTE FUNCTION clinic_onboarding.tell_other_matches();
