import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Panel } from '../components/panel';
import { useText } from '../text';
import type { Own } from './use-own';

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
