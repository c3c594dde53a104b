import pg from 'pg';

// The database of the demo, made where its server has none. The address holds a password, so it is no argument.
const client = new pg.Client({ connectionString: process.env.DEMO_SERVER_URL });
await client.connect();
try {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'clinic'");
  if (!rowCount) await client.query('create database clinic');
} finally {
  await client.end();
}
