import { Check, Clock3, FileQuestion, X, type LucideIcon } from 'lucide-react';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { EventButtons } from '../components/event-buttons';
import type { EventTable } from '../components/event-table';
import { Panel } from '../components/panel';
import { StaffName } from '../components/staff-name';
import { StatusChip, type Tone } from '../components/status-chip';
import { When } from '../components/when';
import { sizeOf } from '../documents/viewer';
import { messageOf } from '../providers/answers';
import { useText } from '../text';
import type { KindOnList, KindState } from './checklist';
import { useReviewKeys, type Asked, type Review } from './review';

/** What the clinic must show, kind by kind, with its documents and their decisions. */
export function ChecklistPanel({ review }: { review: Review }) {
  const t = useText();
  const { asked, ask } = useReviewKeys(review);
  const { checklist, loading, error } = review;
  return (
    <div className="min-h-0 @min-[60rem]:overflow-y-auto">
      <Panel title={t('console.clinics.documents')}>
        {error ? <p role="alert">{messageOf(error, t('console.error.unreadable'))}</p> : null}
        {loading ? (
          <span role="status" aria-label={t('console.loading')} className="skeleton block h-40" />
        ) : (
          <ul className="grid gap-4">
            {checklist.map((item) => (
              <Kind key={item.kind} item={item} review={review} asked={asked} ask={ask} />
            ))}
          </ul>
        )}
        <p className="mt-4 border-t border-line pt-3 text-ink-soft">
          <Keys />
        </p>
      </Panel>
    </div>
  );
}

interface KindProps {
  readonly item: KindOnList;
  readonly review: Review;
  readonly asked: Asked | null;
  readonly ask: (asked: Asked | null) => void;
}

function Kind({ item: { kind, required, state, documents }, review, asked, ask }: KindProps) {
  const t = useText();
  return (
    <li>
      <div className="flex items-center justify-between gap-2">
        <h3>
          {t(`console.documents.kind.${kind}`)}
          {required ? null : (
            <span className="font-normal text-ink-soft"> {t('console.documents.optional')}</span>
          )}
        </h3>
        <KindMark state={state} />
      </div>
      <ul className="mt-1 grid gap-1">
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            review={review}
            asked={asked}
            ask={ask}
          />
        ))}
      </ul>
    </li>
  );
}

function Keys() {
  const t = useText();
  return (
    <>
      <kbd className="key">j</kbd> <kbd className="key">k</kbd> {t('console.keys.documents')} ·{' '}
      <kbd className="key">a</kbd> {t('console.keys.accept')} · <kbd className="key">g</kbd>{' '}
      {t('console.keys.ask_again')} · <kbd className="key">r</kbd> {t('console.keys.reject')}
    </>
  );
}

const tones: Record<KindState, Tone> = {
  missing: 'plain',
  waiting: 'info',
  accepted: 'ok',
  'asked-again': 'warn',
};

/** How far a kind of document is. */
function KindMark({ state }: { state: KindState }) {
  const t = useText();
  return <StatusChip tone={tones[state]}>{t(`console.documents.state.${state}`)}</StatusChip>;
}

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
function DocumentRow({ document, review, asked, ask }: DocumentRowProps) {
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
          <EventButtons
            resource="documents"
            record={document}
            events={documentEvents}
            sending={review.sending}
            meanwhile={t(`console.documents.meanwhile.${meanwhileOf(document)}`)}
            asked={asked?.id === document.id ? asked.event : null}
            onAsk={(event) => ask(event === null ? null : { id: document.id, event })}
          />
          <p role="status" className="text-warn">
            {review.refused ? t(`console.keys.refused.${review.refused}`) : null}
          </p>
        </div>
      ) : null}
    </li>
  );
}

/** What can be decided about one document. */
const documentEvents: EventTable = {
  accept: { tone: 'primary', versioned: true },
  'ask-again': { asks: 'note', versioned: true },
  reject: { tone: 'danger', asks: 'note', versioned: true },
};
