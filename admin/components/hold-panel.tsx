import { ActionButtons } from './action-buttons';
import { offeredActions, type ActionTable } from './actions';
import { Panel } from './panel';
import { When } from './times';
import { useText } from '../text';

const actions: ActionTable = {
  hold: { tone: 'danger', asks: 'reason' },
  'lift-hold': { asks: 'reason' },
};

interface HoldPanelProps {
  readonly resource: 'patients' | 'clinics';
  readonly record: {
    readonly id: string;
    readonly allowedEvents: readonly string[];
    readonly heldSince?: string | null;
  };
}

/** Whether a legal hold keeps an account from being erased; for those who may place one, or who look at one. */
export function HoldPanel({ resource, record }: HoldPanelProps) {
  const t = useText();
  const { heldSince, allowedEvents } = record;
  if (!heldSince && offeredActions(actions, allowedEvents).length === 0) return null;
  return (
    <Panel title={t('console.hold.title')}>
      <p className="measure mb-3 text-ink-soft">
        {heldSince ? (
          <>
            {t('console.hold.stands')} <When at={heldSince} />
          </>
        ) : (
          t('console.hold.none')
        )}
      </p>
      <ActionButtons resource={resource} record={record} actions={actions} />
    </Panel>
  );
}
