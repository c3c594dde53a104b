import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FindingRecord, FindingSide } from '#contracts/twins';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { StaffName } from '../components/actor-name';
import { LoadedImage } from '../components/loaded-image';
import { When } from '../components/times';
import type { ReadFiles } from '../components/use-file';
import { useText } from '../text';

const decisions: ActionTable = {
  explain: { tone: 'primary', asks: 'reason' },
  'allow-branch': { asks: 'reason' },
};
const reading: ActionTable = { 'read-photo': { asks: 'reason' } };

/** One finding: what is shared, both sides beside each other, and what is decided about it. */
export function Finding({ record }: { record: FindingRecord }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { shared, more, sides, reason, decidedAt, decidedBy } = record;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        {t(`console.twins.kind.${record.kind}`)}
        {shared ? <strong className="ml-2 break-all">{shared}</strong> : null}
      </p>
      {more ? <p className="text-warn">{t('console.twins.more')}</p> : null}
      <div className="grid gap-4 @min-[34rem]:grid-cols-2">
        {sides.map((side, n) => (
          <Side key={n} record={record} side={side} opened={opened} />
        ))}
      </div>
      {reason ? (
        <p className="measure border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
          {reason}
          <span className="block text-ink-soft">
            <StaffName id={decidedBy} /> · <When at={decidedAt} />
          </span>
        </p>
      ) : null}
      {opened ? null : (
        <ActionButtons
          resource="twins"
          record={record}
          actions={reading}
          onAnswer={() => setOpened(true)}
        />
      )}
      <ActionButtons resource="twins" record={record} actions={decisions} />
    </div>
  );
}

interface SideProps {
  readonly record: FindingRecord;
  readonly side: FindingSide;
  /** A reason was typed for the patient's photo. */
  readonly opened: boolean;
}

function Side({ record, side: { kind, clinicId, name, sourceId }, opened }: SideProps) {
  const t = useText();
  const isPicture = record.kind === 'picture' || record.kind === 'photo';
  return (
    <section className="grid content-start gap-2 rounded-md border border-line p-3">
      <h3 className="break-words">
        {clinicId ? (
          <Link className="link" to={`/admin/clinics/${clinicId}/show`}>
            {name ?? t('console.twins.side.clinic')}
          </Link>
        ) : (
          t(`console.twins.side.${kind}`)
        )}
      </h3>
      {record.kind === 'document' && sourceId ? (
        <Link className="link" to={`/admin/documents/${sourceId}/show`}>
          {t('console.twins.document')}
        </Link>
      ) : null}
      {isPicture && clinicId && sourceId ? (
        <img
          src={`/api/admin/clinics/${clinicId}/pictures/${sourceId}`}
          alt={t('console.twins.picture_of', { clinic: name ?? '' })}
          loading="lazy"
          className="max-h-72 w-full rounded-md border border-line object-contain"
        />
      ) : null}
      {kind === 'patient' && opened ? <PatientPhoto id={record.id} /> : null}
      {kind === 'patient' && !opened ? (
        <p className="text-ink-soft">{t('console.twins.photo_closed')}</p>
      ) : null}
      {kind === 'gone' ? <p className="text-ink-soft">{t('console.twins.gone_text')}</p> : null}
    </section>
  );
}

function PatientPhoto({ id }: { id: string }) {
  const t = useText();
  const [known] = useState<ReadFiles>(() => new Map());
  return (
    <LoadedImage
      address={`twins/${id}/photo?size=medium`}
      alt={t('console.twins.photo')}
      known={known}
      className="max-h-72 w-full rounded-md border border-line object-contain"
    />
  );
}
