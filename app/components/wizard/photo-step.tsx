import { Form } from '@remix-run/react';
import { maxPhotos, uploadPhotoCall, type PhotoDto } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { sendFile } from '#app/uploads/send-file';
import { useUploads } from '#app/uploads/use-uploads';
import { Banner } from '../banner';
import { Button } from '../button';
import { UploadList } from '../upload-list';
import { useHydrated } from '../use-hydrated';
import { CameraButton } from './camera-button';
import { PhotoGallery } from './photo-gallery';
import { PhotoPicker } from './photo-picker';

const intoDraft = { path: `/api${uploadPhotoCall.path}?draft=true`, field: 'photo' };
const sendPhoto = (file: File, _group: null, onProgress: (share: number) => void) =>
  sendFile(file, intoDraft, onProgress);

/** Adding, looking at and removing photos; without JavaScript a form that sends several files at once. */
export function PhotoStep({ photos, failures }: { photos: PhotoDto[]; failures: string[] }) {
  const t = useText();
  const hydrated = useHydrated();
  const { uploads, add, retry, drop } = useUploads(sendPhoto);
  const left = maxPhotos - photos.length - uploads.length;
  return (
    <div className="space-y-6">
      {failures.length > 0 ? (
        <Banner tone="danger" title={t('consultation.photos.not_added')}>
          {failures.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      ) : null}
      <p className="text-ink-soft">{t('consultation.photos.rules', { max: maxPhotos })}</p>
      {hydrated ? (
        <div className="flex flex-wrap gap-3">
          <PhotoPicker
            disabled={left <= 0}
            onPick={(files) => add(files.slice(0, Math.max(left, 0)), null)}
          />
          <CameraButton disabled={left <= 0} onPhoto={(file) => add([file], null)} />
        </div>
      ) : (
        <PlainUpload />
      )}
      <p role="status" className="tnum font-semibold">
        {t('consultation.photos.count', { count: photos.length, max: maxPhotos })}
      </p>
      <UploadList uploads={uploads} onRetry={retry} onDrop={drop} />
      <PhotoGallery photos={photos} />
    </div>
  );
}

function PlainUpload() {
  const t = useText();
  return (
    <Form
      method="post"
      action="/consultation/photos"
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
