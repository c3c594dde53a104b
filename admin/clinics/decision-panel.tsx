import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { EventButtons } from '../components/event-buttons';
import { Panel } from '../components/panel';
import { offeredEvents } from '../components/event-table';
import { useSend } from '../components/use-send';
import { useText } from '../text';
import { heldBy } from './checklist';
import { clinicEvents } from './events';
import { useToldOfChange } from './use-told-of-change';

/** The decision about the clinic, and what still keeps it from being made. */
export function DecisionPanel({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const sending = useSend('clinics');
  useToldOfChange(record, sending);
  const kinds = heldBy(record);
  const names = kinds?.map((kind) => t(`console.documents.kind.${kind}`)) ?? [];
  const why = names.length
    ? t('console.clinics.held_by', { kinds: names.join(', '), count: names.length })
    : t('console.clinics.held');
  const held: Record<string, string> = kinds ? { approve: why } : {};
  const nothing = offeredEvents(clinicEvents, record.allowedEvents).length === 0 && !kinds;
  return (
    <Panel title={t('console.clinics.decision')}>
      {record.reason ? (
        <div className="mb-3">
          <p className="text-ink-soft">{t(`console.clinics.reason.${record.status}`)}</p>
          <p className="mt-1 border-l-2 border-line-strong pl-3">{record.reason}</p>
        </div>
      ) : null}
      {nothing ? <p className="text-ink-soft">{t('console.clinics.nothing_to_decide')}</p> : null}
      <EventButtons
        resource="clinics"
        record={record}
        events={clinicEvents}
        held={held}
        sending={sending}
        meanwhile={t('console.clinics.meanwhile')}
      />
    </Panel>
  );
}
