import { useEffect, useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { messageOf } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';

type LoadedFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; again(): void }
  | { readonly state: 'ready'; readonly blob: Blob };

const loading: LoadedFile = { state: 'loading' };

/** Files that were read while a page is open, by address. */
export type ReadFiles = Map<string, Blob>;

/**
 * The bytes of a file. They are asked for once while the page is open: each read is logged, and turning back to
 * a document is the same reading.
 */
export function useFile(address: string, known: ReadFiles): LoadedFile {
  const t = useText();
  const data = useConsoleData();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [file, setFile] = useState<LoadedFile>(loading);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    const show = (next: LoadedFile) => (left ? undefined : setFile(next));
    const blob = known.get(address);
    if (blob) return show({ state: 'ready', blob });
    show(loading);
    data.file(address).then(
      (fresh) => {
        known.set(address, fresh);
        show({ state: 'ready', blob: fresh });
      },
      async (error: unknown) => {
        if (await logoutIfAccessDenied(error)) return;
        const message = messageOf(error, t('console.error.unreadable'));
        show({ state: 'failed', message, again: () => setTries(tries + 1) });
      },
    );
    return () => {
      left = true;
    };
    // The provider and the texts stay the same while the console runs.
  }, [address, tries]);
  return file;
}

/** An address of the bytes for as long as they are shown; undefined until there is one. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const fresh = URL.createObjectURL(blob);
    setSource(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [blob]);
  return source;
}
