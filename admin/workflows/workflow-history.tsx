import type { WorkflowDetailRecord } from '#platform/staff-records';
import { ActorName } from '../components/actor-name';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { useText } from '../text';

/** Every event that the instance took, newest first. */
export function WorkflowHistory({ record: { history } }: { record: WorkflowDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.workflows.history')}>
      <ol className="grid gap-2">
        {history.toReversed().map(({ version, name, actor, at }) => (
          <li key={version} className="grid gap-x-4 @min-[34rem]:grid-cols-[2rem_11rem_1fr]">
            <span className="text-ink-soft">{version}</span>
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span className="min-w-0 break-words">
              {name}
              <span className="text-ink-soft">
                {' · '}
                <ActorName actor={actor} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
