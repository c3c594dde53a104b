import { useText } from '../text';
import { machineKey } from './machines';

/** What a machine is for, in words, with its own name below; only that where this build has no words. */
export function MachineName({ machine }: { machine: string }) {
  const t = useText();
  const key = machineKey(machine);
  if (!key) return <>{machine}</>;
  return (
    <>
      {t(key)}
      <span className="block font-normal text-ink-soft">{machine}</span>
    </>
  );
}
