import { useRevalidator } from '@remix-run/react';
import { useCallback, useRef, useState } from 'react';
import { uploadPhoto } from './upload-photo';

export interface Upload {
  id: number;
  file: File;
  /** 0 to 1. */
  progress: number;
  /** Why it was not taken; null is the network. Undefined while it is on its way. */
  failure?: string | null;
}

/** Uploads of this page: one after the other, each with its progress and a way to try again. */
export function usePhotoUploads() {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const nextId = useRef(1);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback((id: number, values: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const drop = useCallback((id: number) => {
    setUploads((all) => all.filter((one) => one.id !== id));
  }, []);

  const start = useCallback(
    (id: number, file: File) => {
      queue.current = queue.current.then(async () => {
        const outcome = await uploadPhoto(file, (progress) => change(id, { progress }));
        if (!outcome.ok) return change(id, { failure: outcome.message });
        drop(id);
        revalidate();
      });
    },
    [change, drop, revalidate],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        const id = nextId.current;
        nextId.current += 1;
        setUploads((all) => [...all, { id, file, progress: 0 }]);
        start(id, file);
      }
    },
    [start],
  );
  const retry = useCallback(
    ({ id, file }: Upload) => {
      change(id, { progress: 0, failure: undefined });
      start(id, file);
    },
    [change, start],
  );
  return { uploads, add, retry, drop };
}
