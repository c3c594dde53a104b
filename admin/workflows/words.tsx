import type { WorkflowRecord } from '#platform/lists/console-records';
import { StatusChip } from '../components/status-chip';
import { hasText, useText, type Text } from '../text';

/** Resource whose records have the same ids as the instances of a machine. */
const resources: Readonly<Record<string, string>> = {
  'leads.lead': 'leads',
  'clinic-onboarding.application': 'clinics',
  'offers.offer': 'offers',
  'deals.deal': 'deals',
  'aftercare.check-in': 'check-ins',
  'support.ticket': 'tickets',
};

/** Machines that this build knows, for the filter. */
export const machineNames = [
  'clinic-onboarding.application',
  'leads.lead',
  'leads.ask',
  'offers.offer',
  'deals.deal',
  'aftercare.care',
  'aftercare.check-in',
  'outcomes.outcome',
  'companions.share',
  'support.ticket',
  'leaving.archive',
  'leaving.erasure',
  'identity.otp-challenge',
] as const;

const words: Readonly<Record<string, string>> = {
  'leads.lead': 'console.workflows.machine.lead',
  'leads.ask': 'console.workflows.machine.ask',
  'offers.offer': 'console.workflows.machine.offer',
  'deals.deal': 'console.workflows.machine.deal',
  'aftercare.care': 'console.workflows.machine.care',
  'aftercare.check-in': 'console.workflows.machine.check-in',
  'outcomes.outcome': 'console.workflows.machine.outcome',
  'companions.share': 'console.workflows.machine.companion-link',
  'clinic-onboarding.application': 'console.workflows.machine.application',
  'support.ticket': 'console.workflows.machine.ticket',
  'leaving.archive': 'console.workflows.machine.archive',
  'leaving.erasure': 'console.workflows.machine.erasure',
  'identity.otp-challenge': 'console.workflows.machine.code',
};

/** Key of the name that people know a machine by; null for one that is newer than this build. */
export const machineKey = (machine: string): string | null => words[machine] ?? null;

/** The page of what an instance is about, below `/admin`; null when it has none. */
export const subjectAddress = (machine: string, id: string): string | null =>
  resources[machine] ? `/admin/${resources[machine]}/${id}/show` : null;

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

interface StateNameProps {
  readonly machine: string;
  /** Dotted paths as the machine has them, with blanks between those that hold at once. */
  readonly state: string;
}

/** What a state means, in words; its own path where this build has none. */
export const stateName = (t: Text, { machine, state }: StateNameProps): string =>
  state
    .split(' ')
    .map((path) => {
      const key = `console.workflows.state_of.${machine}.${path}`;
      return hasText(key) ? t(key) : path;
    })
    .join(', ');

/** A state in words, with the machine's own path below. */
export function StateName(props: StateNameProps) {
  const t = useText();
  const name = stateName(t, props);
  return (
    <>
      {name}
      {name === props.state ? null : (
        <span className="block font-normal text-ink-soft">{props.state}</span>
      )}
    </>
  );
}

/** Whether an instance runs, is over, or stands still with a job that failed. */
export function WorkflowStatus({ record }: { record: Pick<WorkflowRecord, 'status' | 'stuck'> }) {
  const t = useText();
  if (record.stuck) return <StatusChip tone="danger">{t('console.workflows.stuck')}</StatusChip>;
  return (
    <StatusChip tone={record.status === 'active' ? 'info' : 'plain'}>
      {t(`console.workflows.status.${record.status}`)}
    </StatusChip>
  );
}
