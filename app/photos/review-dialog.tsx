import { useEffect, useState } from 'react';
import { type PhotoSlot, slotView } from '#contracts/consultation';
import type { PictureProblem } from '#platform/files/picture-score';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Dialog } from './dialog';
import { problemsOfFile } from './measure';
import { ProblemLines } from './problem-lines';

interface ReviewDialogProps {
  file: File;
  slot: PhotoSlot;
  onUse: (file: File) => void;
  onAgain: () => void;
  onClose: () => void;
}

/** A photo before it is sent: what may be wrong with it is said, and it can be sent all the same. */
export function ReviewDialog({ file, slot, onUse, onAgain, onClose }: ReviewDialogProps) {
  const t = useText();
  const address = useAddressOf(file);
  const problems = useProblems(file);
  return (
    <Dialog
      onClose={onClose}
      title={t('photos.check.title', { view: t(`photos.view.${slotView(slot)}`) })}
      actions={
        <>
          <Button type="button" onClick={() => onUse(file)}>
            {t('photos.check.use')}
          </Button>
          <Button type="button" variant="secondary" onClick={onAgain}>
            {t('photos.check.again')}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        {address ? <img src={address} alt="" className="w-full rounded-md" /> : null}
      </div>
      <div role="status" className="mt-3">
        {problems === null ? (
          <p className="text-sm text-ink-soft">{t('photos.check.measuring')}</p>
        ) : problems.length > 0 ? (
          <Banner tone="warn" title={t('photos.check.all_the_same')}>
            <ProblemLines problems={problems} />
          </Banner>
        ) : null}
      </div>
    </Dialog>
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
