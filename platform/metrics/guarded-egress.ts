import type { Services } from '../context';
import { egressOf } from '../ports/egress/addresses';
import { guardEgress, onRefusal } from '../ports/egress/guard';
import { defineCounter } from './metrics';

const refused = defineCounter({
  name: 'egress_refused_total',
  help: 'Connections to addresses that no setting names, which were not made',
});

type Counting = Pick<Services, 'database' | 'log'>;

/** Counts a refusal and logs what may be known of it. */
export function recordRefusal(
  services: Counting,
  details: Readonly<Record<string, unknown>>,
): void {
  refused(services).inc();
  services.log.error(details, 'egress.refused');
}

/** From now on this process dials nobody but whom its settings name; each refusal is counted and logged. */
export function guardServices(services: Counting & Pick<Services, 'env'>): void {
  onRefusal(({ to, port, error }) => recordRefusal(services, { to, port, err: error }));
  guardEgress(egressOf(services.env));
}
