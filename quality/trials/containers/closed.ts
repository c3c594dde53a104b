import type { Service } from '../../../tests/operations/files';
import type { Ground } from './ground';

const look = `id -u; sed -n 's/^CapEff:\\t//p;s/^NoNewPrivs:\\t//p' /proc/1/status
  sed -n 's/^Max open files *\\([0-9]*\\).*/\\1/p' /proc/1/limits
  cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max 2>/dev/null | head -1
  cat /sys/fs/cgroup/memory/memory.usage_in_bytes /sys/fs/cgroup/memory.current 2>/dev/null | head -1
  (: > /written) 2>/dev/null && echo writable || echo read-only`;

export interface Closed {
  readonly user: string;
  readonly capabilities: string;
  readonly privileges: string;
  readonly files: number;
  readonly memoryMb: number;
  readonly usedMb: number;
  readonly root: string;
}

/** How closed a running container is, asked of its kernel from within. */
export async function closedOf(ground: Ground, name: string): Promise<Closed> {
  const out = await ground.exec(name, ['sh', '-c', look]);
  const [user = '', privileges = '', capabilities = '', files, memory, used, root = ''] = sorted(
    out.split('\n'),
  );
  const mb = (bytes = '0') => Math.round(Number(bytes) / 1024 ** 2);
  return { user, capabilities, privileges, files: Number(files), memoryMb: mb(memory), usedMb: mb(used), root }; // prettier-ignore
}

/** The kernel tells capabilities before or after privileges, by its version. */
const sorted = ([user = '', one = '', other = '', ...rest]: string[]): string[] =>
  one.length > 1 ? [user, other, one, ...rest] : [user, one, other, ...rest];

/** What is not as compose.yaml wants it, one line each. */
export function faultsOf(name: string, service: Service, closed: Closed): string[] {
  const faults: string[] = [];
  // Of the store compose.yaml says why.
  if (closed.user === '0' && name !== 'store') faults.push(`${name} runs as root`);
  if (!/^0+$/.test(closed.capabilities)) faults.push(`${name} has capabilities`);
  if (closed.privileges !== '1') faults.push(`${name} may gain privileges`);
  if (closed.root !== 'read-only') faults.push(`${name} can write to its root`);
  if (closed.memoryMb > 100_000) faults.push(`${name} has no limit of memory`);
  const wanted = service.ulimits?.nofile.hard ?? 0;
  if (closed.files < wanted)
    faults.push(`${name} has ${closed.files} open files of ${wanted}: this machine gives no more`);
  return faults;
}
