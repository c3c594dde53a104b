import { Form } from '@remix-run/react';
import { useState } from 'react';
import { maxPhotos, photosPath, type PhotoDto } from '#contracts/consultation';
import { useReconnected } from '#app/forms/use-reconnected';
import { useText } from '#app/i18n/use-text';
import { sendFile } from '#app/uploads/send-file';
import { useUploads, type Upload } from '#app/uploads/use-uploads';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { CameraButton } from './camera-button';
import { PhotoGallery } from './photo-gallery';
import { PhotoPicker } from './photo-picker';

const intoDraft = { path: `/api${photosPath}?draft=true`, field: 'photo' };
const sendPhoto = (file: File, _group: null, onProgress: (share: number) => void) =>
  sendFile(file, intoDraft, onProgress);

interface PhotoStepProps {
  /** Where its forms go. */
  action: string;
  photos: PhotoDto[];
  failures: string[];
}

/** Adding, looking at and removing photos; without JavaScript a form that sends several files at once. */
export function PhotoStep({ action, photos, failures }: PhotoStepProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { uploads, add, retry, drop } = useUploads(sendPhoto);
  const [surplus, setSurplus] = useState<readonly string[]>([]);
  const left = Math.max(maxPhotos - photos.length - uploads.length, 0);
  const take = (files: readonly File[]): void => {
    setSurplus(files.slice(left).map(({ name }) => name));
    add(files.slice(0, left), null);
  };
  useRetryOnline(uploads, retry);
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
          <PhotoPicker disabled={left <= 0} onPick={take} />
          <CameraButton disabled={left <= 0} onPhoto={(file) => take([file])} />
        </div>
      ) : (
        <PlainUpload action={action} />
      )}
      <p role="status" className="tnum font-semibold">
        {t('consultation.photos.count', { count: photos.length, max: maxPhotos })}
      </p>
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

const noNetwork = { code: 'network' };

/** What did not get through for want of the network is sent again once it is back. */
function useRetryOnline(
  uploads: ReadonlyArray<Upload<null>>,
  retry: (upload: Upload<null>) => void,
): void {
  const failed = uploads.filter(({ failure }) => failure?.message === null);
  useReconnected(failed.length > 0 ? noNetwork : undefined, () => failed.forEach(retry));
}
