import type pg from 'pg';

/** Schemas of the server and of what notes the migrations; PostgreSQL numbers what it makes in `pg_toast`. */
const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')`;

const relations = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours}`;

/** Triggers of foreign keys have an oid in their names. */
const unnumbered = (text: string): string =>
  `regexp_replace(${text}, '(RI_ConstraintTrigger_[ac]_)\\d+', '\\1')`;

/**
 * What a database is made of, as text, by kind. A name in it is one of SQL, never an oid; rights are named without their
 * granter. Each statement gives one column.
 */
const kinds: Readonly<Record<string, string>> = {
  database: `select array_to_string(s.setconfig, ',') from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase where d.datname = current_database()`,
  schemas: `select concat_ws(' ', n.nspname, n.nspowner::regrole, n.nspacl) from pg_namespace n where ${ours}`,
  extensions: `select concat_ws(' ', e.extname, e.extversion, e.extnamespace::regnamespace, e.extrelocatable) from pg_extension e`,
  relations: `select concat_ws(' ', c.oid::regclass, c.relkind, c.relpersistence, c.relowner::regrole, c.relacl, c.reloptions,
      c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.relispartition, pg_get_expr(c.relpartbound, c.oid),
      case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end, a.amname, c.reltablespace,
      (select i.inhparent::regclass from pg_inherits i where i.inhrelid = c.oid))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam where ${ours}`,
  columns: `select concat_ws(' ', c.oid::regclass, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid), a.attidentity,
      a.attgenerated, a.attcollation::regcollation, a.attstorage, a.attcompression, a.attstattarget, a.attoptions, a.attacl)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ours} and a.attnum > 0 and not a.attisdropped`,
  constraints: `select concat_ws(' ', k.conrelid::regclass, k.conname, k.contype, pg_get_constraintdef(k.oid), k.convalidated,
      k.condeferrable, k.condeferred, k.conislocal, k.coninhcount, k.connoinherit, k.conindid::regclass)
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ours}`,
  indexes: `select concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisready, i.indisclustered, i.indisreplident,
      i.indnullsnotdistinct)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indexrelid = c.oid where ${ours}`,
  functions: `select concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prokind in ('f', 'p') and ${ours}`,
  triggers: `select concat_ws(' ', ${unnumbered('pg_get_triggerdef(t.oid)')}, t.tgenabled, t.tgisinternal)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours}`,
  enums: `select concat_ws(' ', e.enumtypid::regtype, rank() over (partition by e.enumtypid order by e.enumsortorder), e.enumlabel)
    from pg_enum e`,
  statistics: `select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s`,
  policies: `select to_jsonb(p)::text from pg_policies p`,
  sequences: `select concat_ws(' ', s.schemaname, s.sequencename, s.data_type, s.start_value, s.min_value, s.max_value,
      s.increment_by, s.cycle, s.cache_size,
      pg_get_serial_sequence(d.refobjid::regclass::text, a.attname))
    from pg_sequences s
    left join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype = 'a'
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.schemaname <> 'migrations'`,
  defaults: `select concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl`,
  comments: `select concat_ws(' ', o.type, o.identity, c.objsubid, c.description)
    from pg_description c, pg_identify_object(c.classoid, c.objoid, c.objsubid) o
    where c.objoid >= 16384 and o.schema is distinct from 'pg_toast'`,
};

/** Catalogues of one database whose rows have an oid: whatever is in none of the kinds above is at least named. */
const catalogues = `select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind = 'r' and not c.relisshared
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'oid')
    and c.relname not in ('pg_constraint', 'pg_attrdef', 'pg_enum', 'pg_largeobject_metadata')`;

/** A kind, and what there is of it, in order. */
export type Catalogue = Readonly<Record<string, readonly string[]>>;

/** All that a database is made of, all rows in it and how far its sequences are, as text that two databases can be compared by. */
export async function catalogueOf(pool: pg.Pool): Promise<Catalogue> {
  const texts = async (statement: string): Promise<string[]> => {
    const { rows } = await pool.query<string[]>({ text: statement, rowMode: 'array' });
    return rows.map(([text]) => String(text)).sort();
  };
  const found: Record<string, string[]> = {};
  for (const [kind, statement] of Object.entries(kinds)) found[kind] = await texts(statement);
  found.objects = [];
  for (const name of await texts(catalogues))
    found.objects.push(
      ...(await texts(`select concat_ws(' ', o.type, ${unnumbered('o.identity')})
        from ${name} x, pg_identify_object('${name}'::regclass, x.oid, 0) o
        where x.oid >= 16384 and o.identity !~ 'pg_toast' and o.schema is distinct from 'migrations'`)),
    );
  found.rows = [];
  for (const table of await texts(`select c.oid::regclass::text ${relations} and c.relkind = 'r'`))
    found.rows.push(
      ...(await texts(`select concat_ws(' ', '${table}', to_jsonb(r)) from ${table} r`)),
    );
  found.counts = [];
  for (const name of await texts(`select c.oid::regclass::text ${relations} and c.relkind = 'S'`))
    found.counts.push(
      ...(await texts(`select concat_ws(' ', '${name}', last_value, is_called) from ${name}`)),
    );
  return found;
}
