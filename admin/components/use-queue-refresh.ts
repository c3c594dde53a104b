import { useRefresh } from 'react-admin';
import { useLive } from './use-live';

/** Shows what is there now when a queue changes: what a colleague decided, what came in. */
export function useQueueRefresh(queue?: string): void {
  const refresh = useRefresh();
  useLive((message) => {
    if (!message || !queue || message.queue === queue) refresh();
  });
}
