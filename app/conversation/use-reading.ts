import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { MessageDto, Side } from '#contracts/messaging';
import { newestPlace } from './messages';

interface Reading {
  readonly side: Side;
  /** Newest first. */
  readonly messages: readonly MessageDto[];
  readonly unread: number;
  /** Whether these are older messages than the newest ones. */
  readonly isEarlier: boolean;
}

/**
 * Opens a conversation where its reader goes on, and keeps whoever sends a message in the form. Answers the oldest message
 * that was new when the page was opened; null: none was. It stays so while the page is open, which says at once that it
 * was read.
 */
export function useReading(conversation: Reading): string | null {
  const [firstNew] = useState(() => firstNewOf(conversation));
  useOpensAtNewest(conversation.isEarlier);
  useFocusStays();
  return firstNew;
}

function firstNewOf({ side, messages, unread, isEarlier }: Reading): string | null {
  if (isEarlier || unread === 0) return null;
  const others = messages.filter(({ from }) => from !== side);
  return others[Math.min(unread, others.length) - 1]?._id ?? null;
}

/** A reader who comes back finds the place that they left. */
function useOpensAtNewest(isEarlier: boolean): void {
  useEffect(() => {
    if (isEarlier || window.scrollY > 0) return;
    document.getElementById(newestPlace)?.scrollIntoView({ block: 'center' });
  }, [isEarlier]);
}

/** The form that takes the place of the one that was sent has the focus. */
function useFocusStays(): void {
  const { state, formData } = useNavigation();
  const isSending = state !== 'idle' && formData?.has('text') === true;
  const hasSent = useRef(false);
  useEffect(() => {
    if (isSending) hasSent.current = true;
    else if (hasSent.current) {
      hasSent.current = false;
      document.querySelector<HTMLElement>('textarea[name=text]')?.focus();
    }
  }, [isSending]);
}
