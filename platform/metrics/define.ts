import { Counter, Histogram, Registry, type Metric } from 'prom-client';
import type { Services } from '../context';

/** Whose numbers they are: a process has one database, tests have several side by side. */
type Counting = Pick<Services, 'database'>;

interface Description<L extends string> {
  /** As Prometheus names it; ends in `_total` or in its unit. */
  readonly name: string;
  readonly help: string;
  /** Their values are words of the code, routes, queues or countries: few, and nothing of a person. */
  readonly labelNames?: readonly L[];
}

type Make = (registry: Registry) => Metric;

const declared = new Map<string, Make>();
const registries = new WeakMap<Services['database'], Registry>();

/** All that was declared, as this process has counted it since it began. */
export function countedBy({ database }: Counting): Registry {
  const known = registries.get(database);
  if (known) return known;
  const registry = new Registry();
  registries.set(database, registry);
  for (const make of declared.values()) make(registry);
  return registry;
}

function declare<M extends Metric>(name: string, make: (registry: Registry) => M) {
  declared.set(name, make);
  return (services: Counting): M => {
    const registry = countedBy(services);
    // Code that is loaded late declares late.
    return (registry.getSingleMetric(name) as M | undefined) ?? make(registry);
  };
}

/** Declares something that this process counts. What happens in a transaction is counted once it has committed. */
export const defineCounter = <L extends string = never>({
  name,
  help,
  labelNames = [],
}: Description<L>): ((services: Counting) => Counter<L>) =>
  declare(name, (registry) => new Counter({ name, help, labelNames, registers: [registry] }));

/** As {@link defineCounter}, for lengths of time in seconds. */
export const defineHistogram = <L extends string = never>({
  name,
  help,
  labelNames = [],
  buckets,
}: Description<L> & { readonly buckets: number[] }): ((services: Counting) => Histogram<L>) =>
  declare(
    name,
    (registry) => new Histogram({ name, help, labelNames, buckets, registers: [registry] }),
  );
