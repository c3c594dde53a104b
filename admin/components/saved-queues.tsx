import { useListContext, type SortPayload } from 'react-admin';
import { Link } from 'react-router-dom';
import { useText } from '../text';
import { isSameView, listAddress } from './list-address';

/** A named view of a list. */
export interface SavedQueue {
  readonly label: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
}

/** Links to the named views; the one that is open is marked. */
export function SavedQueues({ queues }: { queues: readonly SavedQueue[] }) {
  const t = useText();
  const { resource, filterValues, sort } = useListContext();
  if (queues.length === 0) return null;
  return (
    <nav aria-label={t('console.saved_queues')} className="mb-4 border-b border-line">
      <ul className="flex flex-wrap gap-x-5">
        {queues.map((queue) => {
          const open = isSameView(queue, { filter: filterValues as object, sort });
          return (
            <li key={queue.label}>
              <Link
                to={listAddress(resource, queue)}
                aria-current={open ? 'page' : undefined}
                className={`-mb-px inline-block border-b-2 py-2 ${
                  open
                    ? 'border-brand font-semibold text-brand'
                    : 'border-transparent text-ink-soft hover:text-ink forced-colors:border-[Canvas]'
                }`}
              >
                {queue.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
