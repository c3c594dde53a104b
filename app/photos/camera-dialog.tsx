import { useCallback, useRef, useState } from 'react';
import { type PhotoSlot, slotView } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { cx } from '../components/cx';
import { Dialog } from './dialog';
import { Outline } from './outline';

/** Quality of a captured JPEG, of 1. */
const captureQuality = 0.8;
/** Shortest side, in pixels, below which the patient is warned. */
const smallSide = 1_000;

interface CameraDialogProps {
  stream: MediaStream;
  /** The view that is taken; null for a photo of any. */
  slot: PhotoSlot | null;
  /** Asks for the camera on the other side; not there where there is no other. */
  onSwitch?: () => void;
  onClose: () => void;
  onPhoto: (file: File) => void;
}

/** A front camera is shown as a mirror, which is what people expect; the photo itself is never mirrored. */
const isMirror = (stream: MediaStream): boolean =>
  stream.getVideoTracks()[0]?.getSettings().facingMode === 'user';

export function CameraDialog({ stream, slot, onSwitch, onClose, onPhoto }: CameraDialogProps) {
  const t = useText();
  const video = useRef<HTMLVideoElement | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (element) element.srcObject = stream;
    },
    [stream],
  );
  return (
    <Dialog
      onClose={onClose}
      title={slot ? t(`photos.view.${slotView(slot)}`) : t('consultation.photos.camera')}
      actions={
        <>
          <Button type="button" onClick={() => capture(video.current, onPhoto, onClose)}>
            {t('consultation.photos.capture')}
          </Button>
          {onSwitch ? (
            <Button type="button" variant="secondary" onClick={onSwitch}>
              {t('photos.guide.switch')}
            </Button>
          ) : null}
          <Button type="button" variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {slot ? <p className="mt-2 text-ink-soft">{t(`photos.hint.${slot}`)}</p> : null}
      {/* Turned together, so that the outline lies where the mirror shows that side. */}
      <div className={cx('relative mt-4', isMirror(stream) && '-scale-x-100')}>
        <video
          ref={attach}
          autoPlay
          playsInline
          muted
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
          className="w-full rounded-md bg-ink"
        />
        {slot ? (
          <Outline slot={slot} className="pointer-events-none absolute inset-0 size-full" />
        ) : null}
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {size && Math.min(size.width, size.height) < smallSide
          ? t('photos.guide.small', size)
          : null}
      </p>
    </Dialog>
  );
}

function capture(
  element: HTMLVideoElement | null,
  onPhoto: (file: File) => void,
  onFailure: () => void,
): void {
  if (!element?.videoWidth) return;
  const canvas = document.createElement('canvas');
  canvas.width = element.videoWidth;
  canvas.height = element.videoHeight;
  canvas.getContext('2d')?.drawImage(element, 0, 0);
  canvas.toBlob(
    (blob) =>
      blob ? onPhoto(new File([blob], 'camera.jpg', { type: 'image/jpeg' })) : onFailure(),
    'image/jpeg',
    captureQuality,
  );
}
