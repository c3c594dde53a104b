import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Send, UploadQueue } from './upload-queue';

/**
 * Uploads of this page: one after the other, each with its progress and a way to try again. A stored one is handed to
 * `onStored` as the server answered it; without it the page is read anew.
 */
export function useUploads<G>(send: Send<G>, onStored?: (data: unknown) => void) {
  const { revalidate } = useRevalidator();
  const latest = useRef({ send, stored: onStored ?? revalidate });
  useEffect(() => {
    latest.current = { send, stored: onStored ?? revalidate };
  });
  const [{ add, retry, drop, subscribe, list }] = useState(
    () =>
      new UploadQueue<G>(
        (...file) => latest.current.send(...file),
        (data) => latest.current.stored(data),
      ),
  );
  const uploads = useSyncExternalStore(subscribe, list, list);
  return { uploads, add, retry, drop };
}
