import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadFailure, UploadOutcome } from './send-file';

/** One file on its way; `group` is what it belongs to on the page. */
export interface Upload<G> {
  id: number;
  file: File;
  group: G;
  /** 0 to 1. */
  progress: number;
  /** Undefined while it is on its way. */
  failure?: UploadFailure;
}

type Send<G> = (
  file: File,
  group: G,
  onProgress: (share: number) => void,
) => Promise<UploadOutcome>;

/**
 * Uploads of this page: one after the other, each with its progress and a way to try again. A stored one is handed to
 * `onStored` as the server answered it; without it the page is read anew.
 */
export function useUploads<G>(send: Send<G>, onStored?: (data: unknown) => void) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<ReadonlyArray<Upload<G>>>([]);
  const nextId = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef({ send, stored: onStored ?? revalidate });
  useEffect(() => {
    latest.current = { send, stored: onStored ?? revalidate };
  });

  const change = useCallback((id: number, values: Partial<Upload<G>>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const drop = useCallback((id: number) => {
    setUploads((all) => all.filter((one) => one.id !== id));
  }, []);

  const start = useCallback(
    ({ id, file, group }: Pick<Upload<G>, 'id' | 'file' | 'group'>) => {
      queue.current = queue.current.then(async () => {
        const onProgress = (progress: number) => change(id, { progress });
        const outcome = await latest.current.send(file, group, onProgress);
        if (!outcome.ok) return change(id, { failure: outcome });
        drop(id);
        latest.current.stored(outcome.data);
      });
    },
    [change, drop],
  );

  const add = useCallback(
    (files: readonly File[], group: G) => {
      for (const file of files) {
        const upload = { id: nextId.current, file, group };
        nextId.current += 1;
        setUploads((all) => [...all, { ...upload, progress: 0 }]);
        start(upload);
      }
    },
    [start],
  );
  const retry = useCallback(
    (upload: Upload<G>) => {
      change(upload.id, { progress: 0, failure: undefined });
      start(upload);
    },
    [change, start],
  );
  return { uploads, add, retry, drop };
}
