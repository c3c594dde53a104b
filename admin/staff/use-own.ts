import { useCallback, useEffect, useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { messageOf, type Envelope } from '../providers/answers';
import { useConsoleData } from '../providers/use-console-data';
import { useText } from '../text';

export interface Own<T> {
  /** Undefined until it was answered. */
  readonly value: T | undefined;
  readonly error: string | null;
  again(): Promise<void>;
}

/** Something of the acting person's own: `data.<part>` of `GET /api/admin/<address>`. */
export function useOwn<T>(address: string, part: string): Own<T> {
  const t = useText();
  const data = useConsoleData();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<string | null>(null);
  const again = useCallback(async () => {
    try {
      const answer = await data.read<Envelope>(address);
      setValue(answer.data![part] as T);
      setError(null);
    } catch (refused) {
      if (await logoutIfAccessDenied(refused)) return;
      setError(messageOf(refused, t('console.error.unreadable')));
    }
    // The provider and the texts stay the same while the console runs.
  }, [address, part]);
  useEffect(() => void again(), [again]);
  return { value, error, again };
}
