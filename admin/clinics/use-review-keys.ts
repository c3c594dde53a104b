import { useState } from 'react';
import { useShortcuts } from '../components/use-shortcuts';
import { useText } from '../text';
import type { Review } from './use-review';

/** The keys of a review. What asks for words opens its dialog, as its button does. */
export function useReviewKeys(review: Review) {
  const t = useText();
  const [asked, ask] = useState<string | null>(null);
  const { selected, sending } = review;
  const can = (event: string) =>
    sending.pending === null && selected?.allowedEvents.includes(event);
  const accept = async () => {
    if (!selected || !can('accept')) return;
    if (await sending.send(selected.id, 'accept', { version: selected.version })) review.decided();
  };
  const dialog = (event: string) => () => {
    if (can(event)) ask(event);
  };
  useShortcuts([
    { key: 'j', label: t('console.keys.next_document'), run: () => review.step(1) },
    { key: 'k', label: t('console.keys.previous_document'), run: () => review.step(-1) },
    { key: 'a', label: t('console.keys.accept_document'), run: () => void accept() },
    { key: 'g', label: t('console.keys.ask_document_again'), run: dialog('ask-again') },
    { key: 'r', label: t('console.keys.reject_document'), run: dialog('reject') },
  ]);
  return { asked, ask };
}
