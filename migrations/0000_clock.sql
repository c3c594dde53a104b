CREATE SCHEMA IF NOT EXISTS platform;
--> statement-breakpoint
-- Empty outside tests and the seed: one row moves every rule's time by "shift".
CREATE TABLE platform.clock (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  shift interval NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION platform.now() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT now() + coalesce((SELECT shift FROM platform.clock), interval '0') $$;
