import { Camera, Check, ImagePlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PhotoSlot, type PhotoView, slotView } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { useAlert } from '../components/alert-dialog';
import { Button } from '../components/button';
import { closeCamera, type Facing, openCamera } from './camera';
import { CameraDialog } from './camera-dialog';
import { prepareToMeasure } from './measure';
import { Outline } from './outline';
import { ReviewDialog } from './review-dialog';
import { ViewCount } from './view-count';

export interface GuidedViewsProps {
  views: readonly PhotoView[];
  /** Slots of the photos on their way. */
  sending: readonly PhotoSlot[];
  /** Id of the text that says why no photo can be added; undefined when one can. */
  blockedBy: string | undefined;
  onPhoto: (file: File, slot: PhotoSlot) => void;
}

/** What is open above the list. */
type Open =
  | { readonly kind: 'camera'; readonly slot: PhotoSlot; readonly camera: OpenCamera }
  | {
      readonly kind: 'review';
      readonly slot: PhotoSlot;
      readonly file: File;
      readonly taken: boolean;
    };

interface OpenCamera {
  readonly stream: MediaStream;
  readonly facing: Facing;
  /** Whether there is one on the other side. */
  readonly hasOther: boolean;
}

async function start(facing: Facing): Promise<OpenCamera> {
  const stream = await openCamera(facing);
  // What there is, is said only after one was allowed.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const hasOther = devices.filter(({ kind }) => kind === 'videoinput').length > 1;
  return { stream, facing, hasOther };
}

/** The views that a doctor needs, each with its outline, a line of text, and the ways to a photo of it. */
export function GuidedViews({ views, sending, blockedBy, onPhoto }: GuidedViewsProps) {
  const t = useText();
  const { take, choose, element } = useGuidedPhoto(onPhoto);
  useEffect(prepareToMeasure, []);
  return (
    <section aria-labelledby="guided-views">
      <h2 id="guided-views" className="text-lg">
        {t('photos.guide.title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('photos.guide.lead')}</p>
      <ViewCount views={views} className="mt-2" />
      <ul className="mt-3 divide-y divide-line">
        {views.map((view) => (
          <GuidedView key={view.slot} view={view} sending={sending.includes(view.slot)}>
            <ViewButtons
              slot={view.slot}
              blockedBy={blockedBy}
              onTake={() => void take(view.slot)}
              onChoose={() => choose(view.slot)}
            />
          </GuidedView>
        ))}
      </ul>
      {element}
    </section>
  );
}

interface OneViewProps {
  slot: PhotoSlot;
  onPhoto: (file: File) => void;
}

/** The ways to a photo of one view alone. */
export function OneView({ slot, onPhoto }: OneViewProps) {
  const { take, choose, element } = useGuidedPhoto(onPhoto);
  return (
    <div className="flex flex-wrap gap-3">
      <ViewButtons
        slot={slot}
        blockedBy={undefined}
        onTake={() => void take(slot)}
        onChoose={() => choose(slot)}
      />
      {element}
    </div>
  );
}

/** The way to a photo of one view: the camera or a file, then a look at it, then it is used. */
function useGuidedPhoto(onPhoto: GuidedViewsProps['onPhoto']) {
  const { open, setOpen, take, alert } = useOpenCamera();
  const choose = (slot: PhotoSlot): void =>
    chooseFile((file) => setOpen({ kind: 'review', slot, file, taken: false }));
  const close = (): void => setOpen(null);
  const element = (
    <>
      {open?.kind === 'camera' ? (
        <CameraDialog
          stream={open.camera.stream}
          slot={open.slot}
          onSwitch={
            open.camera.hasOther ? () => void take(open.slot, other(open.camera.facing)) : undefined
          }
          onClose={close}
          onPhoto={(file) => setOpen({ kind: 'review', slot: open.slot, file, taken: true })}
        />
      ) : null}
      {open?.kind === 'review' ? (
        <ReviewDialog
          file={open.file}
          slot={open.slot}
          onUse={(file) => {
            close();
            onPhoto(file, open.slot);
          }}
          onAgain={() => {
            close();
            if (open.taken) void take(open.slot);
            else choose(open.slot);
          }}
          onClose={close}
        />
      ) : null}
      {alert}
    </>
  );
  return { take, choose, element };
}

/** What is open; a camera is let go with its window, and when the patient goes on. */
function useOpenCamera() {
  const t = useText();
  const alert = useAlert();
  const [open, setOpen] = useState<Open | null>(null);
  const left = useRef(false);
  const stream = open?.kind === 'camera' ? open.camera.stream : null;
  useEffect(() => {
    if (stream) return () => closeCamera(stream);
  }, [stream]);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const take = async (slot: PhotoSlot, facing: Facing = 'environment'): Promise<void> => {
    // Most phones open one camera at a time.
    if (stream) closeCamera(stream);
    try {
      const camera = await start(facing);
      // Allowed after the patient went on: nothing would ever close it.
      if (left.current) closeCamera(camera.stream);
      else setOpen({ kind: 'camera', slot, camera });
    } catch {
      setOpen(null);
      alert.show(t('consultation.photos.camera_denied'));
    }
  };
  return { open, setOpen, take, alert: alert.element };
}

const other = (facing: Facing): Facing => (facing === 'user' ? 'environment' : 'user');

/** The device's own picker, for one photo of one view; in the page only while it is open. */
function chooseFile(onPick: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/jpeg,image/png,image/webp';
  input.hidden = true;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.remove();
    if (file) onPick(file);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
interface GuidedViewProps {
  view: PhotoView;
  sending: boolean;
  children: ReactNode;
}

function GuidedView({ view: { slot, photoId }, sending, children }: GuidedViewProps) {
  const t = useText();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Outline slot={slot} className="w-20 shrink-0 rounded-md bg-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-base font-semibold">{t(`photos.view.${slotView(slot)}`)}</h3>
        <p className="text-sm text-ink-soft">{t(`photos.hint.${slot}`)}</p>
        <p role="status" className="mt-1 flex items-center gap-1 text-sm text-ok empty:hidden">
          {sending ? (
            t('photos.guide.sending')
          ) : photoId ? (
            <>
              <Check aria-hidden="true" className="size-4" />
              {t('photos.guide.done')}
            </>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

interface ViewButtonsProps {
  slot: PhotoSlot;
  blockedBy: string | undefined;
  onTake: () => void;
  onChoose: () => void;
}

function ViewButtons({ slot, blockedBy, onTake, onChoose }: ViewButtonsProps) {
  const t = useText();
  const view = t(`photos.view.${slotView(slot)}`);
  const same = {
    type: 'button',
    variant: 'secondary',
    blocked: blockedBy !== undefined && t('consultation.photos.full'),
    blockedBy,
  } as const;
  return (
    <>
      <Button {...same} onClick={onTake} aria-label={t('photos.guide.take_view', { view })}>
        <Camera aria-hidden="true" className="size-5" />
        {t('photos.guide.take')}
      </Button>
      <Button {...same} onClick={onChoose} aria-label={t('photos.guide.choose_view', { view })}>
        <ImagePlus aria-hidden="true" className="size-5" />
        {t('photos.guide.choose')}
      </Button>
    </>
  );
}
