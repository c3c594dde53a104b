import { useText } from '#app/i18n/use-text';
import type { Upload } from '#app/uploads/upload-queue';
import { Button } from './button';
import { ProgressBar } from './progress-bar';

interface UploadListProps<G> {
  uploads: ReadonlyArray<Upload<G>>;
  onRetry: (upload: Upload<G>) => void;
  onDrop: (id: number) => void;
}

/** Files on their way, and those that did not arrive. */
export function UploadList<G>({ uploads, onRetry, onDrop }: UploadListProps<G>) {
  const t = useText();
  if (uploads.length === 0) return null;
  return (
    <ul className="space-y-3">
      {uploads.map((upload) => (
        <li key={upload.id} className="rounded-md border border-line bg-surface p-3">
          <p className="truncate text-sm font-semibold">{upload.file.name}</p>
          {upload.failure === undefined ? (
            <ProgressBar
              value={upload.progress}
              max={1}
              label={t('common.upload.sending', { name: upload.file.name })}
            />
          ) : (
            <div role="alert" className="mt-1 flex flex-wrap items-center justify-between gap-2">
              <p className="text-danger">{upload.failure.message ?? t('common.upload.network')}</p>
              <div className="flex flex-wrap gap-2">
                {upload.failure.final ? null : (
                  <Button type="button" variant="secondary" onClick={() => onRetry(upload)}>
                    {t('common.upload.retry')}
                  </Button>
                )}
                <Button type="button" variant="quiet" onClick={() => onDrop(upload.id)}>
                  {t('common.upload.drop')}
                </Button>
              </div>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
