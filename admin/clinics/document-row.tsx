import { Check, Clock3, FileQuestion, X, type LucideIcon } from 'lucide-react';
import { type DocumentRecord, isLegalKind } from '#contracts/clinic-onboarding';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { StaffName } from '../components/actor-name';
import type { Sending } from '../components/sending';
import { When } from '../components/times';
import { sizeOf } from '../documents/file';
import { faultAt, type Faults } from '../providers/answers';
import { useText } from '../text';
import { type Asked, bodyOf, type ReadOff, type Review } from './review';

const icons: Record<DocumentRecord['review'], LucideIcon> = {
  waiting: Clock3,
  accepted: Check,
  'asked-again': FileQuestion,
  rejected: X,
};

/** What has become of a document that somebody was about to decide. */
const meanwhileOf = ({ review, reopenedAt }: DocumentRecord): string => {
  if (review !== 'waiting') return review;
  return reopenedAt ? 'reopened' : 'changed';
};

interface DocumentRowProps {
  readonly document: DocumentRecord;
  readonly review: Review;
  /** The question that is open on one of the documents. */
  readonly asked: Asked | null;
  readonly ask: (asked: Asked | null) => void;
}

/** One file: pressing it shows it; the one that is shown has its decisions below. */
export function DocumentRow({ document, review, asked, ask }: DocumentRowProps) {
  const t = useText();
  const open = review.selected?.id === document.id;
  const Icon = icons[document.review];
  return (
    <li className={`rounded-md ${open ? 'bg-brand-soft' : 'hover:bg-paper'}`}>
      <button
        type="button"
        aria-current={open}
        onClick={() => review.select(document.id)}
        className="flex w-full items-start gap-2 rounded-md px-2.5 py-1.5 text-left"
      >
        <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0">
          <span className="block break-all">{document.name}</span>
          <span className="block text-ink-soft">
            {t(`console.documents.review.${document.reopenedAt ? 'reopened' : document.review}`)} ·{' '}
            {sizeOf(document.bytes)}
          </span>
        </span>
      </button>
      {open ? (
        <div className="grid gap-2 px-2.5 pt-1 pb-2.5">
          {document.reopenedAt ? <p>{t('console.documents.reopened')}</p> : null}
          {document.note ? <p className="border-l-2 border-brand pl-2">{document.note}</p> : null}
          {document.reviewedAt ? (
            <p className="text-ink-soft">
              <StaffName id={document.reviewedBy} /> · <When at={document.reviewedAt} />
            </p>
          ) : null}
          <ReadOffFields
            document={document}
            read={review.read}
            faults={review.sending.faults}
            onChange={review.setRead}
          />
          <ActionButtons
            resource="documents"
            record={document}
            actions={documentActions}
            sending={withReadOff(review.sending, document, review.read)}
            meanwhile={t(`console.documents.meanwhile.${meanwhileOf(document)}`)}
            asked={asked?.id === document.id ? asked.action : null}
            onAsk={(action) => ask(action === null ? null : { id: document.id, action })}
          />
          <p role="status" className="text-warn">
            {review.refused ? t(`console.keys.refused.${review.refused}`) : null}
          </p>
        </div>
      ) : null}
    </li>
  );
}

interface ReadOffProps {
  readonly read: ReadOff;
  readonly faults: Faults;
  readonly onChange: (part: Partial<ReadOff>) => void;
}

/** What is read off the document: it goes with accepting it, and with correcting it afterwards. */
function ReadOffFields({
  document,
  read,
  faults,
  onChange,
}: ReadOffProps & { readonly document: DocumentRecord }) {
  const t = useText();
  const { review, supersededAt, validUntil: until, allowedEvents } = document;
  const id = `until-${document.id}`;
  const mayRead = allowedEvents.includes('accept') || allowedEvents.includes('set-end-date');
  return (
    <>
      {review === 'accepted' ? (
        <p>
          {until ? t('console.documents.until', { until }) : t('console.documents.no_end')}
          {supersededAt ? ` · ${t('console.documents.superseded')}` : null}
        </p>
      ) : null}
      {mayRead && isLegalKind(document.kind) ? (
        <LegalFields id={document.id} {...{ read, faults, onChange }} />
      ) : null}
      {mayRead ? (
        <p className="grid justify-items-start gap-1">
          <label htmlFor={id}>{t('console.documents.valid_until')}</label>
          <input
            id={id}
            type="date"
            aria-describedby={`${id}-hint`}
            value={read.validUntil}
            onChange={(event) => onChange({ validUntil: event.target.value })}
            className="rounded-md border border-line-strong bg-surface px-2 py-1"
          />
          <span id={`${id}-hint`} className="text-ink-soft">
            {t('console.documents.valid_until_hint')}
          </span>
          <Fault faults={faults} field="validUntil" />
        </p>
      ) : null}
    </>
  );
}

/** Number and issuer of a document that a law asks for, and when it was found in the public list. */
function LegalFields({ id, read, faults, onChange }: ReadOffProps & { readonly id: string }) {
  const t = useText();
  return (['number', 'issuer', 'foundOn'] as const).map((field) => (
    <p key={field} className="grid justify-items-start gap-1">
      <label htmlFor={`${field}-${id}`}>{t(`console.documents.read.${field}`)}</label>
      <input
        id={`${field}-${id}`}
        type={field === 'foundOn' ? 'date' : 'text'}
        aria-describedby={`${field}-${id}-fault`}
        aria-invalid={faultAt(faults, [field]) !== null}
        maxLength={field === 'number' ? 100 : 150}
        value={read[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
        className="w-full rounded-md border border-line-strong bg-surface px-2 py-1"
      />
      <Fault id={`${field}-${id}-fault`} faults={faults} field={field} />
    </p>
  ));
}

/** What the API said against a field of the last decision. */
function Fault({ id, faults, field }: { id?: string; faults: Faults; field: string }) {
  const fault = faultAt(faults, [field]);
  return fault === null ? null : (
    <span id={id} role="alert" className="text-danger">
      {fault}
    </span>
  );
}

/** What is sent with the actions that name what was read; no day is no end date. */
const withReadOff = (sending: Sending, document: DocumentRecord, read: ReadOff): Sending => ({
  ...sending,
  send: (id, action, body, report) =>
    sending.send(
      id,
      action,
      takesDay(action) ? { ...body, ...bodyOf(document, read) } : body,
      report,
    ),
});

const takesDay = (action: string): boolean => action === 'accept' || action === 'set-end-date';

/** What can be decided about one document. */
const documentActions: ActionTable = {
  accept: { tone: 'primary', versioned: true },
  'set-end-date': { versioned: true },
  'ask-again': { asks: 'note', versioned: true },
  reject: { tone: 'danger', asks: 'note', versioned: true },
};
