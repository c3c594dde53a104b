import { subscribe } from 'node:diagnostics_channel';
import { egressOf } from '#platform/ports/egress/addresses';
import { guardEgress } from '#platform/ports/egress/guard';
import { readEnv } from '#platform/config/env';
import { newId } from '#platform/base/ids';
import { openPorts } from '#platform/ports/open';
import { openPlace } from '#platform/config/places';

/** Whom the libraries would dial if nobody were allowed, beside whom the settings allow. */
const dialled = new Set<string>();
subscribe('clinic.egress-refused', (refusal) =>
  dialled.add((refusal as { target: string }).target),
);
guardEgress([]);
const env = readEnv();
const { sms, storage, mailer } = openPorts(env);
await Promise.allSettled([
  sms.send({ to: '+12125550123', text: 'hello', key: 'one' }),
  mailer.send({ to: 'a@clinics.example', subject: 'x', text: 'x', key: 'one' }),
  storage.get(`photo/${newId()}/full`),
  openPlace(env, env.ERASURE_LIST!).read('patient/one'),
]);
process.send!({ dialled: [...dialled], allowed: egressOf(env) });
process.disconnect();
