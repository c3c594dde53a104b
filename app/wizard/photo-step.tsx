import { Form } from '@remix-run/react';
import { Camera, ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { maxPhotos, type PhotoDto } from '#contracts/consultation';
import { useAlert } from '../components/alert-dialog';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Modal, panelStyle } from '../components/modal';
import { PhotoTiles } from '../components/photo-tiles';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';
import type { PhotoUploads } from './photo-queue';
import { PhotosWaiting } from './photos-waiting';

const countId = 'photos-count';

interface PhotoStepProps {
  /** Where its forms go. */
  action: string;
  photos: PhotoDto[];
  onTheirWay: PhotoUploads;
  failures: string[];
}

/** Adding, looking at and removing photos; without JavaScript a form that sends several files at once. */
export function PhotoStep({ action, photos, onTheirWay, failures }: PhotoStepProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { uploads, add, retry, drop } = onTheirWay;
  const [surplus, setSurplus] = useState<readonly string[]>([]);
  const left = Math.max(maxPhotos - photos.length - uploads.length, 0);
  const take = (files: readonly File[]): void => {
    setSurplus(files.slice(left).map(({ name }) => name));
    add(files.slice(0, left));
  };
  return (
    <div className="space-y-6">
      {failures.length > 0 ? (
        <Banner tone="danger" title={t('consultation.photos.not_added')}>
          {failures.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      ) : null}
      {surplus.length > 0 ? (
        <Banner tone="warn" title={t('consultation.photos.surplus', { max: maxPhotos })}>
          <ul className="list-disc ps-5">
            {surplus.map((name, at) => (
              <li key={at} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <p className="text-ink-soft">{t('consultation.photos.rules', { max: maxPhotos })}</p>
      {hydrated ? (
        <div className="flex flex-wrap gap-3">
          <PhotoPicker blockedBy={left <= 0 ? countId : undefined} onPick={take} />
          <CameraButton
            blockedBy={left <= 0 ? countId : undefined}
            onPhoto={(file) => take([file])}
          />
        </div>
      ) : (
        <PlainUpload action={action} />
      )}
      <p id={countId} role="status" className="tnum font-semibold">
        {t('consultation.photos.count', { count: photos.length, max: maxPhotos })}
      </p>
      {uploads.some(({ failure }) => failure) ? <PhotosWaiting uploads={uploads} /> : null}
      <UploadList uploads={uploads} onRetry={retry} onDrop={drop} />
      <PhotoGallery action={action} photos={photos} />
    </div>
  );
}

function PlainUpload({ action }: { action: string }) {
  const t = useText();
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      reloadDocument
      className="space-y-3"
    >
      <label htmlFor="photo-files" className="block font-semibold">
        {t('consultation.photos.choose')}
      </label>
      <input
        id="photo-files"
        type="file"
        name="photo"
        multiple
        accept="image/jpeg,image/png,image/webp"
        className="block w-full"
      />
      <Button variant="secondary">{t('consultation.photos.upload')}</Button>
    </Form>
  );
}

interface PhotoGalleryProps {
  /** Where its forms go. */
  action: string;
  photos: readonly PhotoDto[];
}

/** The photos taken so far; each can be removed. */
function PhotoGallery({ action, photos }: PhotoGalleryProps) {
  const t = useText();
  const box = useFocusAfterRemoval(photos);
  return (
    <div ref={box}>
      <PhotoTiles
        photos={photos}
        columns="grid-cols-2 sm:grid-cols-3"
        alt={(number) => t('consultation.photos.open', { number })}
        below={({ id }, number) => <RemovePhoto action={action} id={id} number={number} />}
      />
    </div>
  );
}

/** A removed photo takes its button along: the focus goes to that of the next one, else to adding photos. */
function useFocusAfterRemoval(photos: readonly PhotoDto[]) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(photos);
  useEffect(() => {
    const gone = before.current.findIndex(({ id }) => !photos.some((photo) => photo.id === id));
    before.current = photos;
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (gone === -1 || !lost) return;
    const next = box.current?.querySelectorAll<HTMLElement>('button[value=remove]')[gone];
    (next ?? document.getElementById(addPhotosId))?.focus();
  }, [photos]);
  return box;
}

function RemovePhoto({ action, id, number }: { action: string; id: string; number: number }) {
  const t = useText();
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <Button
        name="intent"
        value="remove"
        variant="quiet"
        full
        aria-label={t('consultation.photos.remove_number', { number })}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        {t('consultation.photos.remove')}
      </Button>
    </Form>
  );
}

interface PhotoPickerProps {
  /** Id of the text that says why no photo can be added; undefined when one can. */
  blockedBy: string | undefined;
  onPick: (files: File[]) => void;
}

const addPhotosId = 'add-photos';

/** The device's own picker. Asking for these types makes a phone convert its own format by itself. */
function PhotoPicker({ blockedBy, onPick }: PhotoPickerProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        className="sr-only"
        // The button says and does the same: nobody is to meet it twice.
        aria-hidden="true"
        tabIndex={-1}
        disabled={blockedBy !== undefined}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          // The same file may be picked again after it was removed.
          currentTarget.value = '';
        }}
      />
      <Button
        id={addPhotosId}
        type="button"
        variant="secondary"
        blocked={blockedBy !== undefined && t('consultation.photos.full')}
        blockedBy={blockedBy}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" className="size-5" />
        {t('consultation.photos.choose')}
      </Button>
    </>
  );
}

interface CameraButtonProps {
  /** Id of the text that says why no photo can be added; undefined when one can. */
  blockedBy: string | undefined;
  onPhoto: (file: File) => void;
}

/** Takes a photo with the device's camera; says what to do when it is denied or there is none. */
function CameraButton({ blockedBy, onPhoto }: CameraButtonProps) {
  const t = useText();
  const alert = useAlert();
  const [stream, setStream] = useState<MediaStream | null>(null);

  const open = async (): Promise<void> => {
    try {
      setStream(
        await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      );
    } catch {
      // Denied, no camera, or a page without https: where there is no permission there is no API either.
      alert.show(t('consultation.photos.camera_denied'));
    }
  };
  const close = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    setStream(null);
  };
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        blocked={blockedBy !== undefined && t('consultation.photos.full')}
        blockedBy={blockedBy}
        onClick={() => void open()}
      >
        <Camera aria-hidden="true" className="size-5" />
        {t('consultation.photos.camera')}
      </Button>
      {stream ? <CameraDialog stream={stream} onClose={close} onPhoto={onPhoto} /> : null}
      {alert.element}
    </>
  );
}

/** Quality of a captured JPEG, of 1. */
const captureQuality = 0.8;

interface CameraDialogProps {
  stream: MediaStream;
  onClose: () => void;
  onPhoto: (file: File) => void;
}

function CameraDialog({ stream, onClose, onPhoto }: CameraDialogProps) {
  const t = useText();
  const video = useRef<HTMLVideoElement | null>(null);
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (element) element.srcObject = stream;
    },
    [stream],
  );

  const capture = (): void => {
    const element = video.current;
    if (!element?.videoWidth) return;
    const canvas = document.createElement('canvas');
    canvas.width = element.videoWidth;
    canvas.height = element.videoHeight;
    canvas.getContext('2d')?.drawImage(element, 0, 0);
    canvas.toBlob(
      (blob) => {
        if (blob) onPhoto(new File([blob], 'camera.jpg', { type: 'image/jpeg' }));
        onClose();
      },
      'image/jpeg',
      captureQuality,
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('consultation.photos.camera')}
      actions={
        <>
          <Button type="button" onClick={capture}>
            {t('consultation.photos.capture')}
          </Button>
          <Button type="button" variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <video ref={attach} autoPlay playsInline muted className="mt-4 w-full rounded-md bg-ink" />
    </Dialog>
  );
}

interface DialogProps {
  onClose: () => void;
  title: string;
  /** Buttons, the one that leads on first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A modal window with a title and what can be done. */
function Dialog({ onClose, title, actions, children }: DialogProps) {
  const id = useId();
  return (
    <Modal aria-labelledby={id} onClose={onClose} closesBeside className={panelStyle}>
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </Modal>
  );
}
