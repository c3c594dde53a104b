import { StatusChip, type Tone } from '../components/status-chip';
import { useText } from '../text';
import type { KindState } from './checklist';

const tones: Record<KindState, Tone> = {
  missing: 'plain',
  waiting: 'info',
  accepted: 'ok',
  'asked-again': 'warn',
};

/** How far a kind of document is. */
export function KindMark({ state }: { state: KindState }) {
  const t = useText();
  return <StatusChip tone={tones[state]}>{t(`console.documents.state.${state}`)}</StatusChip>;
}
