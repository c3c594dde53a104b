import { Form } from '@remix-run/react';
import { useState } from 'react';
import { maxPhotos, type PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { CameraButton } from './camera-button';
import { PhotoGallery } from './photo-gallery';
import { PhotoPicker } from './photo-picker';
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
