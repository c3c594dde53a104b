import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { QueueCounts } from '#platform/lists/console-records';
import { isOfQueue, useLive } from '../components/live';

/** How many wait in each queue, by its resource; null: more than are counted. Empty before they are known. */
export type Waiting = ReadonlyMap<string, number | null>;

/** What changes in a burst is counted once. */
const pauseMs = 1_000;

/**
 * Not asked through react-admin: where the session has ended it would sign out whoever types. The screen says that once
 * they ask for something; until then a number that may be wrong is not shown.
 */
async function readCounts(): Promise<Waiting> {
  try {
    const answer = await fetch('/api/admin/queues', { headers: { Accept: 'application/json' } });
    if (!answer.ok) return new Map();
    const { queues } = (await answer.json()) as QueueCounts;
    return new Map(queues.map(({ id, waiting }) => [id, waiting]));
  } catch {
    return new Map();
  }
}

/** What waits in the queues: counted when a queue changes, and when another screen opens. */
export function useWaiting(): Waiting {
  const { pathname } = useLocation();
  const [waiting, setWaiting] = useState<Waiting>(new Map());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void readCounts().then(setWaiting);
    }, pauseMs);
  }, []);
  useEffect(() => count(), [count, pathname]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useLive((message) => {
    if (!message || isOfQueue(message)) count();
  });
  return waiting;
}
