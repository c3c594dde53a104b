import { Panel } from '../components/panel';
import { StatusChip, type Tone } from '../components/status-chip';
import { messageOf } from '../providers/answers';
import { useText } from '../text';
import type { KindOnList, KindState } from './checklist';
import { useReviewKeys, type Asked, type Review } from './review';
import { DocumentRow } from './document-row';

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
