-- From now on live events lie in partitions of a range of ids each, which go as a whole. What there is becomes the first of
-- them as it lies; it is read once, to see that it fits, while nobody writes.
-- borne by 0.1.0: what has its name from here on has its columns and its primary key, and counts ids by the same sequence
ALTER TABLE live.event RENAME TO event_0;
--> statement-breakpoint
-- borne by 0.1.0: no statement names it
ALTER INDEX live.event_pkey RENAME TO event_0_pkey;
--> statement-breakpoint
-- borne by 0.1.0: no statement names it
ALTER INDEX live.event_principal_idx RENAME TO event_0_principal_idx;
--> statement-breakpoint
-- borne by 0.1.0: no statement names it
ALTER INDEX live.event_at_idx RENAME TO event_0_at_idx;
--> statement-breakpoint
CREATE TABLE live.event (
  id bigint DEFAULT nextval('live.event_id_seq') NOT NULL,
  principal text NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE INDEX event_principal_idx ON live.event USING btree (principal, id);
--> statement-breakpoint
ALTER SEQUENCE live.event_id_seq OWNED BY live.event.id;
--> statement-breakpoint
-- Who had a right to the table has it still, before and without another grant.
DO $$ DECLARE granted record; BEGIN
  FOR granted IN SELECT pg_get_userbyid(a.grantee) AS role, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'live.event_0'::regclass AND a.grantee NOT IN (0, c.relowner) LOOP
    EXECUTE format('GRANT %s ON live.event TO %I', granted.privilege_type, granted.role);
  END LOOP;
END $$;
--> statement-breakpoint
-- The last partition has no end, and is empty: ids come to it when its time begins. To begin it earlier than a range is full,
-- the sequence is moved there, and another last one is made. Where ids are in it all the same (after a restore, or a range
-- that was full), it ends behind them. Runs while nobody else has the table. Names are of their first id.
CREATE FUNCTION live.begin_events() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  size CONSTANT bigint := 1000000000;
  newest CONSTANT bigint := (SELECT s.last_value FROM live.event_id_seq s);
  former bigint;
  next bigint;
BEGIN
  LOOP
    SELECT max(substr(c.relname, 7)::bigint) INTO former
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'live.event'::regclass;
    next := greatest(former, newest / size) + 1;
    EXECUTE format('ALTER TABLE live.event DETACH PARTITION live.event_%s', former);
    EXECUTE format('ALTER TABLE live.event ATTACH PARTITION live.event_%s FOR VALUES FROM (%s) TO (%s)',
      former, CASE WHEN former = 0 THEN 'MINVALUE' ELSE (former * size)::text END, next * size);
    EXECUTE format('CREATE TABLE live.event_%s PARTITION OF live.event FOR VALUES FROM (%s) TO (MAXVALUE)',
      next, next * size);
    EXIT WHEN former * size > newest;
  END LOOP;
  PERFORM setval('live.event_id_seq', former * size);
END $$;
--> statement-breakpoint
ALTER TABLE live.event ATTACH PARTITION live.event_0 FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
--> statement-breakpoint
SELECT live.begin_events();
--> statement-breakpoint
-- Partitions before the present one of whose events the last is older than a day.
CREATE FUNCTION live.old_events() RETURNS name[] LANGUAGE sql SET search_path = pg_catalog AS $$
  WITH parts AS (
    SELECT c.relname AS name, substr(c.relname, 7)::bigint AS n, 1000000000 AS size
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'live.event'::regclass),
  spans AS (
    SELECT name, CASE WHEN n > 0 THEN n * size ELSE 0 END AS first, lead(n * size) OVER (ORDER BY n) AS next FROM parts)
  SELECT coalesce(array_agg(name), '{}') FROM spans
  WHERE next <= (SELECT s.last_value FROM live.event_id_seq s) AND coalesce((SELECT e.at < platform.now() - interval '1 day'
    FROM live.event e WHERE e.id >= first AND e.id < next ORDER BY e.id DESC LIMIT 1), true)
$$;
--> statement-breakpoint
-- Whether the present partition has an event of half an hour ago.
CREATE FUNCTION live.events_begun() RETURNS boolean LANGUAGE sql SET search_path = pg_catalog AS $$
  SELECT coalesce((SELECT e.at <= platform.now() - interval '30 minutes' FROM live.event e
    WHERE e.id >= (SELECT s.last_value / 1000000000 * 1000000000 FROM live.event_id_seq s) ORDER BY e.id LIMIT 1), false)
$$;
--> statement-breakpoint
-- Runs as the owner of the tables, for web and worker: begins another partition when it is time to, drops the old ones, and
-- says how many had events. Whoever has the table is not waited for, since everybody would wait behind: the next time will do.
CREATE FUNCTION live.turn_events() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog SET lock_timeout = '250ms' AS $$
DECLARE
  part name;
  held integer;
  gone integer := 0;
BEGIN
  -- One at a time: two that have looked would wait for each other to take the table.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('live.turn_events', 0)) THEN
    RETURN 0;
  END IF;
  IF NOT live.events_begun() AND live.old_events() = '{}' THEN
    RETURN 0;
  END IF;
  LOCK TABLE ONLY live.event IN ACCESS EXCLUSIVE MODE;
  IF live.events_begun() THEN
    PERFORM live.begin_events();
  END IF;
  FOREACH part IN ARRAY live.old_events() LOOP
    EXECUTE format('SELECT count(*) FROM (SELECT FROM live.%I LIMIT 1) e', part) INTO held;
    EXECUTE format('DROP TABLE live.%I', part);
    gone := gone + held;
  END LOOP;
  RETURN gone;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN 0;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION live.begin_events(), live.old_events(), live.events_begun(), live.turn_events() FROM PUBLIC;
