import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { guardServices } from '#platform/metrics/guarded-egress';
import { newId } from '#platform/base/ids';
import { closeServices, openServices } from '#platform/process/services';
import { endTracing, openTracing, spanned } from '#platform/observability/tracing';

/** Uses each port once, guarded as the product is, and says what became of it. */
const services = openServices('ports', []);
const { database, ports } = services;
guardServices(services);
await openTracing(services.env, 'ports', services.log);

const key = `photo/${newId()}/full`;

const uses: Record<string, () => Promise<unknown>> = {
  database: () => database.db.execute(sql`select 1`),
  sms: () => ports.sms.send({ to: '+12125550123', text: 'hello', key: 'one' }),
  mail: () => ports.mailer.send({ to: 'a@clinics.example', subject: 'x', text: 'x', key: 'one' }),
  store: async () => {
    await ports.storage.put(key, Buffer.from('x'), 'image/jpeg');
    await buffer((await ports.storage.get(key))!.body);
  },
  scanner: () => ports.scanner.scan(Buffer.from('x')),
  provider: () => ports.signInProvider!.begin({ state: 's', nonce: 'n', verifier: 'v'.repeat(43) }),
  traces: () => spanned({ name: 'one', kind: 'internal' }, async () => undefined),
};

const outcomes: Record<string, string> = {};
for (const [name, use] of Object.entries(uses))
  outcomes[name] = await use().then(
    () => 'done',
    (error: { code?: string }) => String(error.code),
  );
await endTracing();
await closeServices(services);
process.send!(outcomes);
process.disconnect();
