import type { StaffState as State } from '#contracts/identity';
import { StatusChip, type Tone } from '../components/status-chip';
import { useText } from '../text';

const tones: Record<State, Tone> = { invited: 'info', active: 'ok', disabled: 'plain' };

/** Whether an account can be used. */
export function StaffState({ state }: { state: State | null }) {
  const t = useText();
  if (!state) return null;
  return <StatusChip tone={tones[state]}>{t(`console.staff.state_of.${state}`)}</StatusChip>;
}
