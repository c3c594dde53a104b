import { useState } from 'react';
import { useShortcuts } from '../components/use-shortcuts';
import { useText } from '../text';
import { refusalOfKey } from './refusal-of-key';
import type { Review } from './use-review';

/** The question that is open, and the document it is about. */
export interface Asked {
  readonly id: string;
  readonly event: string;
}

/** The keys of a review. What asks for words opens its dialog, as its button does; what does nothing says why. */
export function useReviewKeys(review: Review) {
  const t = useText();
  const [asked, ask] = useState<Asked | null>(null);
  const { selected, shown, sending } = review;
  const onKey = (event: string, act: (id: string, version: string) => void) => () => {
    const refusal = refusalOfKey(event, { selected, shown, pending: sending.pending });
    review.refuse(refusal);
    if (selected && !refusal) act(selected.id, selected.version);
  };
  const dialog = (event: string) => onKey(event, (id) => ask({ id, event }));
  useShortcuts([
    {
      key: 'j',
      label: t('console.keys.next_document'),
      repeats: true,
      run: () => review.step(1),
    },
    {
      key: 'k',
      label: t('console.keys.previous_document'),
      repeats: true,
      run: () => review.step(-1),
    },
    {
      key: 'a',
      label: t('console.keys.accept_document'),
      run: onKey('accept', (id, version) => void sending.send(id, 'accept', { version })),
    },
    { key: 'g', label: t('console.keys.ask_document_again'), run: dialog('ask-again') },
    { key: 'r', label: t('console.keys.reject_document'), run: dialog('reject') },
  ]);
  return { asked, ask };
}
