import { useEffect, useState } from 'react';
import { type PhotoSlot, showsEyes, slotView } from '#contracts/consultation';
import type { PictureProblem } from '#platform/files/picture-score';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Dialog } from './dialog';
import { type EyeBar, usualBar, withBar } from './eye-bar';
import { BarControls, CoveredPicture } from './eye-bar-editor';
import { problemsOfFile } from './measure';
import { ProblemLines } from './doubtful-photos';

interface ReviewDialogProps {
  file: File;
  slot: PhotoSlot;
  onUse: (file: File) => void;
  onAgain: () => void;
  onClose: () => void;
}

/**
 * A photo before it is sent: what may be wrong with it is said, and it can be sent all the same. Where it shows the eyes,
 * they can be covered.
 */
export function ReviewDialog({ file, slot, onUse, onAgain, onClose }: ReviewDialogProps) {
  const t = useText();
  const problems = useProblems(file);
  const [bar, setBar] = useState<EyeBar | null>(null);
  const [failed, setFailed] = useState(false);
  const use = async (): Promise<void> => {
    const covered = bar ? await withBar(file, bar).catch(() => null) : file;
    if (covered) onUse(covered);
    else setFailed(true);
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('photos.check.title', { view: t(`photos.view.${slotView(slot)}`) })}
      actions={
        <>
          <Button type="button" onClick={() => void use()}>
            {t('photos.check.use')}
          </Button>
          <Button type="button" variant="secondary" onClick={onAgain}>
            {t('photos.check.again')}
          </Button>
        </>
      }
    >
      <ReviewedPicture file={file} bar={bar} onBar={setBar} />
      {showsEyes(slot) ? <BarSwitch bar={bar} onBar={setBar} /> : null}
      {failed ? <Banner tone="danger" title={t('photos.bar.failed')} className="mt-3" /> : null}
      <Problems problems={problems} />
    </Dialog>
  );
}

interface BarProps {
  /** Null while the eyes are not covered. */
  bar: EyeBar | null;
  onBar: (bar: EyeBar | null) => void;
}

function ReviewedPicture({ file, bar, onBar }: BarProps & { file: File }) {
  const t = useText();
  const address = useAddressOf(file);
  if (!address) return null;
  const picture = (
    <img src={address} alt={t('photos.check.picture')} className="w-full rounded-md" />
  );
  return (
    <div className="mt-4">
      {bar ? (
        <CoveredPicture bar={bar} onBar={onBar}>
          {picture}
        </CoveredPicture>
      ) : (
        picture
      )}
    </div>
  );
}

function BarSwitch({ bar, onBar }: BarProps) {
  const t = useText();
  return (
    <div className="mt-3">
      <Button type="button" variant="secondary" onClick={() => onBar(bar ? null : usualBar)}>
        {t(bar ? 'photos.bar.remove' : 'photos.bar.cover')}
      </Button>
      {bar ? <BarControls bar={bar} onBar={onBar} /> : null}
    </div>
  );
}

/** Null while it is measured. */
function Problems({ problems }: { problems: readonly PictureProblem[] | null }) {
  const t = useText();
  return (
    <div role="status" className="mt-3">
      {problems === null ? (
        <p className="text-sm text-ink-soft">{t('photos.check.measuring')}</p>
      ) : problems.length > 0 ? (
        <Banner tone="warn" title={t('photos.check.all_the_same')}>
          <ProblemLines problems={problems} />
        </Banner>
      ) : null}
    </div>
  );
}

/** Given back when the picture is not shown any more. */
function useAddressOf(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** Null while it is measured. */
function useProblems(file: File): PictureProblem[] | null {
  const [found, setFound] = useState<{ of: File; problems: PictureProblem[] } | null>(null);
  useEffect(() => {
    let open = true;
    void problemsOfFile(file).then((problems) => open && setFound({ of: file, problems }));
    return () => {
      open = false;
    };
  }, [file]);
  return found?.of === file ? found.problems : null;
}
