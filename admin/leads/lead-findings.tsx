import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { LeadDetailRecord } from '#contracts/leads';
import { Panel } from '../components/panel';
import { useText } from '../text';

/** Why a request is held: what the automatic checks found in it. */
export function LeadFindings({ record: { findings, queue } }: { record: LeadDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.leads.findings')}>
      {findings.length === 0 ? (
        <p className="flex gap-2">
          <ShieldCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-ok" />
          {t(
            queue === null ? 'console.leads.nothing_found' : 'console.leads.nothing_found_waiting',
          )}
        </p>
      ) : (
        <ul className="grid gap-3">
          {findings.map((finding) => (
            <li key={finding} className="flex gap-2">
              <ShieldAlert size={17} aria-hidden className="mt-0.5 shrink-0 text-warn" />
              <span>
                <span className="block font-semibold">{t(`console.leads.finding.${finding}`)}</span>
                <span className="text-ink-soft">{t(`console.leads.finding_text.${finding}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
