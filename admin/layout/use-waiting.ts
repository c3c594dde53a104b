import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { QueueCounts } from '#platform/console-records';
import { useLive } from '../components/live';
import { useConsoleData } from '../providers/data-provider';

/** How many wait in each queue, by its resource; null: more than are counted. Empty before they are known. */
export type Waiting = ReadonlyMap<string, number | null>;

/** What changes in a burst is counted once. */
const pauseMs = 1_000;

/** What waits in the queues: counted when a queue changes, and when another screen opens. */
export function useWaiting(): Waiting {
  const data = useConsoleData();
  const { pathname } = useLocation();
  const [waiting, setWaiting] = useState<Waiting>(new Map());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      data.read<QueueCounts>('queues').then(
        ({ queues }) => setWaiting(new Map(queues.map(({ id, waiting: n }) => [id, n]))),
        // The screen itself says what is wrong; a number that may be wrong is not shown.
        () => setWaiting(new Map()),
      );
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
  useLive(count);
  return waiting;
}
