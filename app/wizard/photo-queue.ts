import { useRevalidator } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { type PhotoSlot, photosPath } from '#contracts/consultation';
import { onSignOut } from '#app/forms/unsent';
import { sendFile, type Upload, type UploadOutcome, UploadQueue } from '#app/uploads/upload-queue';

interface Target {
  readonly draftId: string;
  /** The view that it was taken for; null for one of no view in particular. */
  readonly slot: PhotoSlot | null;
}

/** A photo on its way, with the draft and the view that it was picked for. */
export type WaitingPhoto = Upload<Target>;

const firstMs = 5_000;
const lastMs = 60_000;
const pathOf = (slot: PhotoSlot | null): string =>
  `/api${photosPath}?draft=true${slot ? `&slot=${slot}` : ''}`;

/** The draft of the wizard that is open: photos of another one may be somebody else's by now. */
let open: { draftId: string; onStored: () => void } | null = null;

const queue = new UploadQueue<Target>(send, () => open?.onStored());

async function send(
  file: File,
  { draftId, slot }: Target,
  onProgress: (share: number) => void,
): Promise<UploadOutcome> {
  if (draftId !== open?.draftId) return { ok: false, message: null, final: false };
  return sendFile(file, { path: pathOf(slot), field: 'photo' }, onProgress);
}

/** Photos that did not get through for want of the network. */
const isHeld = ({ failure }: WaitingPhoto): boolean => failure?.message === null;
const held = (): WaitingPhoto[] =>
  queue.list().filter((one) => isHeld(one) && one.group.draftId === open?.draftId);

/** What the server may still take: a photo that it refused is not waiting. */
export const isWaiting = ({ failure }: WaitingPhoto): boolean => failure?.final !== true;

let timer: ReturnType<typeof setTimeout> | undefined;
let pause = firstMs;

function retryHeld(): void {
  clearTimeout(timer);
  timer = undefined;
  held().forEach(queue.retry);
}

/** A browser that thinks itself online hears of nothing: it is tried again after a while, each time a longer one. */
function planRetry(): void {
  if (queue.list().length === 0) pause = firstMs;
  if (timer !== undefined || held().length === 0 || !navigator.onLine) return;
  timer = setTimeout(retryHeld, pause);
  pause = Math.min(pause * 2, lastMs);
}

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

function onChange(): void {
  planRetry();
  // A page with such a listener is not kept for a return to it, so it is there only while it is needed.
  if (queue.list().some(isWaiting)) addEventListener('beforeunload', askBeforeClosing);
  else removeEventListener('beforeunload', askBeforeClosing);
}

const dropAll = (which: (photo: WaitingPhoto) => boolean): void =>
  queue
    .list()
    .filter(which)
    .forEach(({ id }) => queue.drop(id));

let listens = false;

function listen(): void {
  if (listens) return;
  listens = true;
  queue.subscribe(onChange);
  addEventListener('online', retryHeld);
  onSignOut(() => dropAll(() => true));
}

const none: readonly WaitingPhoto[] = [];

/** Photos of a draft that the server does not have yet, and what can be done with them. */
export interface PhotoUploads {
  readonly uploads: readonly WaitingPhoto[];
  readonly add: (files: readonly File[], slot?: PhotoSlot) => void;
  readonly retry: (photo: WaitingPhoto) => void;
  readonly drop: (id: number) => void;
}

/**
 * Uploads photos for as long as the wizard is open, whatever its step. Outside of it they wait: the tab may have
 * changed hands. A closed tab loses them, for photos are never written into the browser's storage.
 */
export function usePhotoUploads(draftId: string | null): PhotoUploads {
  const { revalidate } = useRevalidator();
  const all = useSyncExternalStore(queue.subscribe, queue.list, () => none);
  useEffect(() => {
    if (!draftId) return;
    listen();
    open = { draftId, onStored: revalidate };
    return () => {
      open = null;
    };
  }, [draftId, revalidate]);
  useEffect(() => {
    dropAll(({ group }) => group.draftId !== draftId);
    retryHeld();
  }, [draftId]);
  return {
    uploads: all.filter(({ group }) => group.draftId === draftId),
    add: (files, slot) => draftId && queue.add(files, { draftId, slot: slot ?? null }),
    retry: queue.retry,
    drop: queue.drop,
  };
}
