// Stands in for the worker: holds a connection, ends on request.
import pg from 'pg';

const client = new pg.Client(process.env.DEMO_DATABASE_URL ?? process.env.DATABASE_URL);
client.on('error', () => process.exit(1));
await client.connect();
console.log('worker ready');
process.once('SIGTERM', async () => {
  await client.query('select 1');
  console.log('worker drains with its database');
  await client.end();
  process.exit(0);
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
