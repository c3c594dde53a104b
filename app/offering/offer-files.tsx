import { useEffect, useRef, useState } from 'react';
import {
  acceptedBeforeChoice,
  attachmentField,
  attachmentsPath,
  type OwnAttachmentDto,
} from '#contracts/attachments';
import { useText } from '#app/i18n/use-text';
import { filePickerStyle } from '../components/control-style';
import { sendFile } from '#app/uploads/upload-queue';
import { useUploads } from '#app/uploads/use-uploads';
import { Banner } from '../components/banner';
import { Checkbox } from '../components/checkbox';
import { FieldErrors } from '../components/field';
import { UploadList } from '../components/upload-list';

export interface OfferFilesProps {
  formId: string;
  /** Of the field that names the files. */
  id: string;
  errors?: readonly string[];
  /** Those that the offer, or what was typed of it, has. */
  kept: readonly OwnAttachmentDto[];
  /** How many more it had: files that are not sent go after a day. */
  gone: number;
  hydrated: boolean;
}

const asClinic = { path: `/api${attachmentsPath}?as=clinic`, field: attachmentField };
const send = (file: File, _group: null, onProgress: (share: number) => void) =>
  sendFile(file, asClinic, onProgress);

/** Files on their way to the server, and those that are there. */
export function useOfferFiles(formId: string, kept: readonly OwnAttachmentDto[]) {
  const [files, setFiles] = useState(kept);
  const onStored = (data: unknown): void => {
    const { attachments } = data as { attachments: OwnAttachmentDto[] };
    setFiles((all) => [...all, ...attachments]);
  };
  const uploads = useUploads<null>(send, onStored);
  const shown = useRef(files);
  useEffect(() => {
    if (shown.current === files) return;
    shown.current = files;
    // For what keeps the form while it is typed.
    document.getElementById(formId)?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [formId, files]);
  const sending = uploads.uploads.some(({ failure }) => failure === undefined);
  return { ...uploads, files, sending };
}

/** What goes along with an offer: uploaded when it is picked, or, without a script, with the form itself. */
export function OfferFiles(
  props: Omit<OfferFilesProps, 'kept' | 'formId'> & ReturnType<typeof useOfferFiles>,
) {
  const t = useText();
  const { id, errors, gone, hydrated, uploads, files } = props;
  return (
    <fieldset id={id} tabIndex={-1} className="space-y-3">
      <legend className="font-semibold">
        {t('clinic.offer.files')}
        <span className="font-normal text-ink-soft"> {t('common.optional')}</span>
      </legend>
      <p id={`${id}-description`} className="text-sm text-ink-soft">
        {t('clinic.offer.files_hint')}
      </p>
      {gone > 0 ? (
        <Banner tone="warn" title={t('clinic.offer.files_gone', { count: gone })} />
      ) : null}
      {uploads.some(({ failure }) => failure) || files.some(({ unfit }) => unfit) ? (
        <Banner tone="danger" title={t('clinic.offer.files_refused')} />
      ) : null}
      <Picker id={id} hydrated={hydrated} onPick={(picked) => props.add(picked, null)} />
      <UploadList uploads={uploads} onRetry={props.retry} onDrop={props.drop} />
      <Chosen id={id} files={files} />
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}

/** With a script it sends nothing itself. */
function Picker({
  id,
  hydrated,
  onPick,
}: {
  id: string;
  hydrated: boolean;
  onPick: (files: File[]) => void;
}) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const picked = [...(input.current?.files ?? [])];
    // The same file may be picked again after it was refused.
    if (input.current) input.current.value = '';
    if (picked.length > 0) onPick(picked);
  };
  const latest = useRef(take);
  latest.current = take;
  // What was picked before the script came.
  useEffect(() => {
    if (hydrated) latest.current();
  }, [hydrated]);
  return (
    <input
      ref={input}
      id={`${id}-picker`}
      type="file"
      name={hydrated ? undefined : attachmentField}
      multiple
      accept={acceptedBeforeChoice}
      aria-label={t('clinic.offer.files_choose')}
      aria-describedby={`${id}-description`}
      onChange={take}
      className={filePickerStyle}
    />
  );
}

/** Unticked, a file stays behind. */
function Chosen({ id, files }: { id: string; files: readonly OwnAttachmentDto[] }) {
  const t = useText();
  if (files.length === 0) return null;
  return (
    <>
      <ul className="space-y-2" aria-label={t('clinic.offer.files_chosen')}>
        {files.map(({ id: file, name, bytes, unfit }) => (
          <li key={file} className="text-sm wrap-anywhere">
            <Checkbox
              id={`${id}-${file}`}
              name="attachments"
              value={file}
              defaultChecked={!unfit}
              disabled={!!unfit}
              aria-describedby={unfit ? `${id}-${file}-unfit` : undefined}
              label={t('clinic.offer.file', { name, size: Math.max(1, Math.round(bytes / 1024)) })}
            />
            {unfit ? (
              <p id={`${id}-${file}-unfit`} className="mt-1 text-danger">
                {t(`attachments.error.${unfit}`)}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{t('clinic.offer.files_untick')}</p>
    </>
  );
}
