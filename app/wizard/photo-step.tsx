import { Form } from '@remix-run/react';
import { Camera, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxPhotos, type PhotoDto, type Treated, viewsFor } from '#contracts/consultation';
import { type PictureProblem, problemsOf } from '#platform/files/picture-score';
import { useAlert } from '../components/alert-dialog';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { PhotoTiles } from '../components/photo-tiles';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';
import { closeCamera, openCamera } from '../photos/camera';
import { DoubtfulPhotos, useDoubtful } from '../photos/doubtful-photos';
import { useLater } from '../photos/use-later';
import { ViewName } from '../photos/view-count';
import type { PhotoUploads } from './photo-queue';
import { PhotosWaiting } from './photos-waiting';

const countId = 'photos-count';

interface PhotoStepProps {
  /** Where its forms go. */
  action: string;
  photos: PhotoDto[];
  /** What is treated: it says which views are asked for; null while nothing is chosen. */
  treated: Treated | null;
  onTheirWay: PhotoUploads;
  failures: string[];
}

/** Adding, looking at and removing photos; without JavaScript a form that sends several files at once. */
export function PhotoStep({ action, photos, treated, onTheirWay, failures }: PhotoStepProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { uploads, add, retry, drop } = onTheirWay;
  const [surplus, setSurplus] = useState<readonly string[]>([]);
  const left = Math.max(maxPhotos - photos.length - uploads.length, 0);
  const [doubtful, check] = useDoubtful();
  const guide = useLater(loadGuide);
  const take = (files: readonly File[]): void => {
    setSurplus(files.slice(left).map(({ name }) => name));
    add(files.slice(0, left));
    void check(files.slice(0, left));
  };
  const blockedBy = left <= 0 ? countId : undefined;
  return (
    <div className="space-y-6">
      {failures.length > 0 ? (
        <Banner tone="danger" title={t('consultation.photos.not_added')}>
          {failures.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      ) : null}
      <Surplus names={surplus} />
      <p className="text-ink-soft">{t('consultation.photos.rules', { max: maxPhotos })}</p>
      {hydrated ? (
        <div className="flex flex-wrap gap-3">
          <PhotoPicker blockedBy={blockedBy} onPick={take} />
          <CameraButton blockedBy={blockedBy} onPhoto={(file) => take([file])} />
        </div>
      ) : (
        <PlainUpload action={action} />
      )}
      <p id={countId} role="status" className="tnum font-semibold">
        {t('consultation.photos.count', { count: photos.length, max: maxPhotos })}
      </p>
      {uploads.some(({ failure }) => failure) ? <PhotosWaiting uploads={uploads} /> : null}
      <UploadList uploads={uploads} onRetry={retry} onDrop={drop} />
      <DoubtfulPhotos photos={doubtful} />
      <PhotoGallery action={action} photos={photos} />
      {guide && treated ? (
        <guide.GuidedViews
          views={viewsFor(treated, photos)}
          sending={uploads.flatMap(({ group }) => group.slot ?? [])}
          blockedBy={blockedBy}
          onPhoto={(file, slot) => add([file], slot)}
        />
      ) : null}
    </div>
  );
}

/** Photos that were picked beyond the most that are possible. */
function Surplus({ names }: { names: readonly string[] }) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <Banner tone="warn" title={t('consultation.photos.surplus', { max: maxPhotos })}>
      <ul className="list-disc ps-5">
        {names.map((name, at) => (
          <li key={at} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </Banner>
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
        below={({ id, slot, score }, number) => (
          <>
            <ViewName slot={slot} />
            <PhotoProblem problems={score ? problemsOf(score) : []} />
            <RemovePhoto action={action} id={id} number={number} />
          </>
        )}
      />
    </div>
  );
}

/** What may be wrong with a stored photo, in a word. */
function PhotoProblem({ problems }: { problems: readonly PictureProblem[] }) {
  const t = useText();
  return problems.map((problem) => (
    <p key={problem} className="px-2 py-1.5 text-sm text-warn">
      {t(`photos.problem.${problem}`)}
    </p>
  ));
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

/** None of it is needed to see the page. */
const loadCamera = () => import('../photos/camera-dialog');
const loadGuide = () => import('../photos/guided-views');

type LoadedCamera = Awaited<ReturnType<typeof loadCamera>> & { readonly stream: MediaStream };

/** Takes a photo with the device's camera; says what to do when it is denied or there is none. */
function CameraButton({ blockedBy, onPhoto }: CameraButtonProps) {
  const t = useText();
  const alert = useAlert();
  const [camera, setCamera] = useState<LoadedCamera | null>(null);

  const open = async (): Promise<void> => {
    try {
      const stream = await openCamera('environment');
      await loadCamera().then(
        (loaded) => setCamera({ stream, ...loaded }),
        () => {
          closeCamera(stream);
          alert.show(t('consultation.error.network'));
        },
      );
    } catch {
      // Denied, no camera, or a page without https.
      alert.show(t('consultation.photos.camera_denied'));
    }
  };
  const close = (): void => {
    if (camera) closeCamera(camera.stream);
    setCamera(null);
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
      {camera ? (
        <camera.CameraDialog
          stream={camera.stream}
          slot={null}
          onClose={close}
          onPhoto={(file) => {
            onPhoto(file);
            close();
          }}
        />
      ) : null}
      {alert.element}
    </>
  );
}
