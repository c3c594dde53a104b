import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { ActionButtons } from '../components/action-buttons';
import { offeredActions, type ActionTable } from '../components/actions';
import { Panel } from '../components/panel';
import { useSend, type Sending } from '../components/sending';
import { useText } from '../text';
import { heldBy } from './checklist';

/** What can be decided about a clinic. */
const clinicActions: ActionTable = {
  approve: { tone: 'primary', confirm: true, versioned: true },
  reinstate: { tone: 'primary', confirm: true },
  reject: { tone: 'danger', asks: 'reason', versioned: true },
  suspend: { tone: 'danger', asks: 'reason' },
};

/** The decision about the clinic, and what still keeps it from being made. */
export function DecisionPanel({
  record,
}: {
  /** With how many live offers it would lose, which the API counts. */
  record: ClinicDetailRecord & { readonly liveOffers?: number };
}) {
  const t = useText();
  const sending = useSend('clinics');
  useToldOfChange(record, sending);
  const kinds = heldBy(record);
  const names = kinds?.map((kind) => t(`console.documents.kind.${kind}`)) ?? [];
  const why = names.length
    ? t('console.clinics.held_by', { kinds: names.join(', '), count: names.length })
    : t('console.clinics.held');
  const held: Record<string, string> = kinds ? { approve: why } : {};
  const nothing = offeredActions(clinicActions, record.allowedEvents).length === 0 && !kinds;
  return (
    <Panel title={t('console.clinics.decision')}>
      {record.reason ? (
        <div className="mb-3">
          <p className="text-ink-soft">{t(`console.clinics.reason.${record.status}`)}</p>
          <p className="mt-1 border-l-2 border-line-strong pl-3">{record.reason}</p>
        </div>
      ) : null}
      {nothing ? <p className="text-ink-soft">{t('console.clinics.nothing_to_decide')}</p> : null}
      <ActionButtons
        resource="clinics"
        record={record}
        actions={clinicActions}
        held={held}
        sending={sending}
        meanwhile={t('console.clinics.meanwhile')}
      />
      {record.liveOffers && record.allowedEvents.includes('suspend') ? (
        <p className="mt-3 text-ink-soft">
          {t('console.clinics.suspend_offers', { count: record.liveOffers })}
        </p>
      ) : null}
    </Panel>
  );
}

/**
 * Says politely that a colleague decided while the page was open, or that the clinic changed something; what one sends
 * oneself is not shown.
 */
function useToldOfChange({ status, version }: ClinicDetailRecord, { pending }: Sending): void {
  const t = useText();
  const notify = useNotify();
  const seen = useRef(status);
  const shown = useRef(version);
  const own = useRef(false);
  useEffect(() => {
    if (pending) own.current = true;
  }, [pending]);
  useEffect(() => {
    if (seen.current === status) return;
    seen.current = status;
    if (!own.current) notify(t('console.quicker'), { type: 'info', autoHideDuration: 10_000 });
    own.current = false;
  }, [status, notify, t]);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    notify(t('console.clinics.meanwhile'), { type: 'info', autoHideDuration: 10_000 });
  }, [version, notify, t]);
}
