import { useCallback, useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';

/** Quality of a captured JPEG, of 1. */
const captureQuality = 0.8;

interface CameraDialogProps {
  stream: MediaStream;
  onClose: () => void;
  onPhoto: (file: File) => void;
}

export function CameraDialog({ stream, onClose, onPhoto }: CameraDialogProps) {
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
