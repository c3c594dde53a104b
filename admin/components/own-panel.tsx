import Button from '@mui/material/Button';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { messageOf, type Envelope } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';
import { Panel } from './panel';

interface OwnPanelProps<T> {
  readonly title: string;
  readonly own: Own<T>;
  readonly children: (value: T) => ReactNode;
}

/** A panel of something of one's own: still loading, refused, or there. */
export function OwnPanel<T>({ title, own: { value, error, again }, children }: OwnPanelProps<T>) {
  const t = useText();
  return (
    <Panel title={title}>
      {error ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{error}</p>
          <Button variant="outlined" onClick={() => void again()}>
            {t('console.try_again')}
          </Button>
        </div>
      ) : null}
      {value === undefined && !error ? (
        <span
          role="status"
          aria-label={t('console.loading')}
          className="skeleton block h-24 rounded-md"
        />
      ) : null}
      {value !== undefined && !error ? children(value) : null}
    </Panel>
  );
}

export interface Own<T> {
  /** Undefined until it was answered. */
  readonly value: T | undefined;
  readonly error: string | null;
  again(): Promise<void>;
}

/** Something of the acting person's own: `data`, or `data.<part>`, of `GET /api/admin/<address>`. */
export function useOwn<T>(address: string, part?: string): Own<T> {
  const t = useText();
  const data = useConsoleData();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<string | null>(null);
  const again = useCallback(async () => {
    try {
      const answer = await data.read<Envelope>(address);
      setValue((part ? answer.data![part] : answer.data) as T);
      setError(null);
    } catch (refused) {
      if (await logoutIfAccessDenied(refused)) return;
      setError(messageOf(refused, t('console.error.unreadable')));
    }
    // The provider and the texts stay the same while the console runs.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address, part]);
  useEffect(() => void again(), [again]);
  return { value, error, again };
}
