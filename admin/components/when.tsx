import { useText } from '../text';
import { relative, written } from './times';
import { useNow } from './use-now';

interface WhenProps {
  readonly at: string | null;
  readonly format?: 'date' | 'datetime';
  /** Says how long ago as well. */
  readonly relative?: boolean;
}

/** A moment as people say it: `Tue, Nov 24, 14:30`, with `2 hours ago` where that matters. */
export function When({ at, format = 'datetime', relative: withSpan = false }: WhenProps) {
  const t = useText();
  const now = useNow();
  if (!at) return <span className="text-ink-soft">{t('console.none')}</span>;
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {written(at, format)}
      {withSpan ? (
        <span className="text-ink-soft"> · {relative(t, Date.parse(at), now)}</span>
      ) : null}
    </time>
  );
}
