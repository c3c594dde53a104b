import type { LeadDetailRecord } from '#contracts/leads';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { useText } from '../text';

/** What happened to the request, newest first. */
export function LeadHistory({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.leads.history')}>
      <ol className="grid gap-2">
        {record.history.toReversed().map(({ id, kind, at }) => (
          <li key={id} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span>{t(`console.leads.happened.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
