import type { Compose } from '../../../tests/operations/files';
import { staying, type Ground } from './ground';

const ports: Readonly<Record<string, number>> = {
  proxy: 8_080, 'web-1': 3_000, 'web-2': 3_000, 'worker-1': 9_465, 'worker-2': 9_465,
  pooler: 6_432, database: 5_432, scanner: 3_310, store: 7_070,
}; // prettier-ignore

const look = (names: readonly string[]): string =>
  `for at in ${names.map((name) => `${name}/${ports[name]}`).join(' ')}; do
     timeout 2 bash -c "</dev/tcp/$at" 2>/dev/null && echo "\${at%/*}"
   done; awk '$2 == "00000000" && $8 == "00000000" { print "out" }' /proc/net/route | sort -u`;

/** Whom a service is to reach by compose.yaml: who shares a network with it, and somebody outside where it has a way out. */
function meant({ services, networks }: Compose, name: string): string[] {
  const own = services[name]!.networks ?? [];
  const shares = (other: string) => services[other]!.networks!.some((one) => own.includes(one));
  const others = staying.filter((other) => other !== name && shares(other));
  return [...others, ...(own.some((one) => !networks[one]?.internal) ? ['out'] : [])].sort();
}

/** Dials from each container to every other one by its name, and looks for a way out; throws where it is not as meant. */
export async function reachOf(compose: Compose, exec: Ground['exec']): Promise<string> {
  const one = async (name: string): Promise<number> => {
    const others = staying.filter((other) => other !== name);
    const found = (await exec(name, ['bash', '-c', look(others)])).split('\n').filter(Boolean);
    const [is, should] = [found.sort().join(', '), meant(compose, name).join(', ')];
    if (is !== should) throw new Error(`${name} reaches ${is || 'nobody'}, and should ${should}`);
    return found.length;
  };
  const counts = await Promise.all(staying.map(one));
  const reached = counts.reduce((sum, count) => sum + count);
  return `${reached} ways of ${staying.length * staying.length}, each as compose.yaml means it`;
}
