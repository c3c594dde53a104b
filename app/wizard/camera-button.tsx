import { Camera } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { useAlert } from '../components/alert-dialog';
import { Button } from '../components/button';
import { CameraDialog } from './camera-dialog';

interface CameraButtonProps {
  /** Id of the text that says why no photo can be added; undefined when one can. */
  blockedBy: string | undefined;
  onPhoto: (file: File) => void;
}

/** Takes a photo with the device's camera; says what to do when it is denied or there is none. */
export function CameraButton({ blockedBy, onPhoto }: CameraButtonProps) {
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
