import { Form } from '@remix-run/react';
import { FileText } from 'lucide-react';
import type { DocumentDto } from '#contracts/clinic-onboarding';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { StatusTag } from '../components/status-tag';

/** Of the review first; while nobody has looked at it, of the scanner. */
const stateOf = ({
  review,
  scan,
  reopened,
}: DocumentDto): { tone: 'ok' | 'warn' | 'danger' | 'info' | 'neutral'; word: string } => {
  if (scan === 'infected') return { tone: 'danger', word: 'infected' };
  if (review === 'accepted') return { tone: 'ok', word: 'accepted' };
  if (review === 'asked-again') return { tone: 'warn', word: 'asked-again' };
  if (review === 'rejected') return { tone: 'danger', word: 'rejected' };
  if (scan === 'pending') return { tone: 'info', word: 'scanning' };
  if (reopened) return { tone: 'info', word: 'reopened' };
  return { tone: 'neutral', word: 'waiting' };
};

const readable = ({ scan }: DocumentDto): boolean => scan === 'clean' || scan === 'not_scanned';

/** One file with its state, what the review team says of it, and a way to take it back. */
export function DocumentFile({
  document,
  removable,
}: {
  document: DocumentDto;
  removable: boolean;
}) {
  const t = useText();
  const { tone, word } = stateOf(document);
  const { _id, name } = document;
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-2">
          <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
          <div className="min-w-0">
            {readable(document) ? (
              <a href={`/api/files/${_id}`} className="link break-words">
                {name}
              </a>
            ) : (
              <span className="break-words">{name}</span>
            )}
            <p className="tnum text-sm text-ink-soft">
              {t('clinic.document.size', { size: sizeOf(document.bytes) })}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <StatusTag tone={tone}>{t(`clinic.document.state.${word}`)}</StatusTag>
          {removable ? (
            <RemoveButton id={_id} label={t('clinic.document.remove', { name })} />
          ) : null}
        </div>
      </div>
      {word === 'reopened' ? (
        <p className="mt-2 border-t border-line pt-2">{t('clinic.document.reopened')}</p>
      ) : null}
      {word === 'infected' ? (
        <p className="mt-2 border-t border-line pt-2">{t('clinic.document.infected')}</p>
      ) : null}
      {document.note ? (
        <p className="mt-2 border-t border-line pt-2 break-words whitespace-pre-line">
          <span className="font-semibold">{t('clinic.document.note')}</span> {document.note}
        </p>
      ) : null}
    </li>
  );
}

function RemoveButton({ id, label }: { id: string; label: string }) {
  const t = useText();
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove-document" />
      <input type="hidden" name="id" value={id} />
      <Button variant="quiet" aria-label={label}>
        {t('common.upload.drop')}
      </Button>
    </Form>
  );
}

/** In megabytes with one decimal, never 0.0. */
const sizeOf = (bytes: number): number => Math.max(0.1, Math.round(bytes / 104_857.6) / 10);
