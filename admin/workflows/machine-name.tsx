import { useText } from '../text';
import { machineKey } from './machines';

/** What a machine is for, in words; its own name otherwise. */
export function MachineName({ machine }: { machine: string }) {
  const t = useText();
  const key = machineKey(machine);
  return <>{key ? t(key) : machine}</>;
}
