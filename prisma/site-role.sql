-- Makes the role that the site, the owner's commands and Studio connect as: it owns the site's tables, and has no other right. A superuser runs this
-- in the site's database at every start, with search_path = pg_catalog, so that no name the role has made is looked up. Done twice it changes
-- nothing; what a superuser has made, as before there was the role, gets its owner here. One by one: REASSIGN OWNED refuses the first superuser.
DO $$
DECLARE
  object text;
BEGIN
  PERFORM pg_advisory_xact_lock(0x726f6c65); -- "role": two starts at once
  IF to_regrole('portfolio_site') IS NULL THEN
    CREATE ROLE portfolio_site LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
  END IF;
  FOR object IN
    SELECT format('DATABASE %I', datname) FROM pg_database
      WHERE datname = current_database() AND datdba <> 'portfolio_site'::regrole
    UNION ALL
    SELECT format('TABLE %s', oid::regclass) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relowner <> 'portfolio_site'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S')
      -- A column's own sequence goes with its table.
      AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i')))
    UNION ALL
    SELECT format('TYPE %s', oid::regtype) FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typowner <> 'portfolio_site'::regrole AND typtype IN ('e', 'd', 'r')
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner <> 'portfolio_site'::regrole
  LOOP
    EXECUTE format('ALTER %s OWNER TO portfolio_site', object);
  END LOOP;
END $$;
