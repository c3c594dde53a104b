import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { DocumentKind } from '#contracts/clinic-onboarding';
import { Button } from '../components/button';

interface DocumentPickerProps {
  kind: DocumentKind;
  /** Names the field with its kind; `words` is what the button shows. */
  label: string;
  words: string;
  /** The form of the plain field. */
  formId: string;
  /** Absent without script. */
  onPick: ((files: File[]) => void) | undefined;
}

const accept = '.pdf,.jpg,.jpeg,.png,.doc,.docx';

/** The device's own picker behind a button; without script the plain field of a form. */
export function DocumentPicker({ kind, label, words, formId, onPick }: DocumentPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  if (!onPick)
    return (
      <input
        type="file"
        name={kind}
        form={formId}
        multiple
        accept={accept}
        aria-label={label}
        className="block w-full min-w-0"
      />
    );
  return (
    <>
      <input
        ref={input}
        type="file"
        name={kind}
        multiple
        accept={accept}
        className="sr-only"
        // The button says and does the same: nobody is to meet it twice.
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          // The same file may be picked again after it was removed.
          currentTarget.value = '';
        }}
      />
      <Button
        type="button"
        variant="secondary"
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" className="size-4" />
        {words}
      </Button>
    </>
  );
}
