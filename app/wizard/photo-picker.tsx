import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';

interface PhotoPickerProps {
  /** Id of the text that says why no photo can be added; undefined when one can. */
  blockedBy: string | undefined;
  onPick: (files: File[]) => void;
}

export const addPhotosId = 'add-photos';

/** The device's own picker. Asking for these types makes a phone convert its own format by itself. */
export function PhotoPicker({ blockedBy, onPick }: PhotoPickerProps) {
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
