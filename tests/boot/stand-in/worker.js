// Stands in for the worker: holds a connection, ends on request.
import pg from 'pg';

const client = new pg.Client(process.env.DEMO_DATABASE_URL ?? process.env.DATABASE_URL);
client.on('error', () => process.exit(1));
const connected = client.connect();
process.once('SIGTERM', async () => {
  await connected;
  await client.query('select 1');
  console.log('worker drains with its database');
  await client.end();
  process.exit(0);
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await connected;
console.log('worker ready');
