import { Form } from '@remix-run/react';
import { FileText, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  type DocumentDto,
  type DocumentKind,
  documentKinds,
  documentsPath,
  isLegalKind,
  type RequiredKind,
  requiredKinds,
} from '#contracts/clinic-onboarding';
import type { DocumentFailure } from './document-action.server';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { StatusTag } from '../components/status-tag';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { sendFile } from '#app/uploads/upload-queue';
import { useUploads } from '#app/uploads/use-uploads';

interface DocumentKindsProps {
  documents: readonly DocumentDto[];
  missing: readonly DocumentKind[];
  /** What a law requires, now or later; of other kinds that only a law asks for those are shown that have files. */
  legal: readonly RequiredKind[];
  uploads: DocumentUploads;
  /** The form that plain file fields belong to. */
  formId: string;
  /** What the application allows now: adding to every kind, or only to what was asked for again. */
  changes: { add: boolean; remove: boolean | 'unjudged' };
  /** What stands beside a kind in place of whether it is still owed. */
  stateOf?: (kind: DocumentKind) => ReactNode;
  /** Only these; the others stand elsewhere on the page. */
  kinds?: readonly DocumentKind[];
  /** Of the kinds, below the page's own. */
  headings?: 'h2' | 'h3';
}

/** The documents by kind, each with its files, what is wrong with them, and the way to add one. */
export function DocumentKinds(props: DocumentKindsProps) {
  return (
    <ul className="space-y-4">
      {(props.kinds ?? kindsOf(props)).map((kind) => (
        <Kind key={kind} kind={kind} {...props} />
      ))}
    </ul>
  );
}

/** What cannot be added and was not handed in is nothing to show. */
export const kindsOf = ({
  documents,
  changes,
  legal,
}: Pick<DocumentKindsProps, 'documents' | 'changes' | 'legal'>): readonly DocumentKind[] =>
  documentKinds.filter(
    (kind) =>
      documents.some((document) => document.kind === kind) ||
      (changes.add && (!isLegalKind(kind) || legal.some((one) => one.kind === kind))),
  );

function Kind({
  kind,
  documents,
  missing,
  legal,
  uploads,
  formId,
  changes,
  headings: Heading = 'h2',
  stateOf,
}: DocumentKindsProps & { kind: DocumentKind }) {
  const t = useText();
  const own = documents.filter((document) => document.kind === kind);
  const asked = own.some(({ review }) => review === 'asked-again');
  const label = t(`clinic.document.kind.${kind}`);
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Heading className="text-lg">{label}</Heading>
        {stateOf ? (
          stateOf(kind)
        ) : (
          <KindState
            kind={kind}
            files={own.length}
            missing={missing.includes(kind)}
            from={legal.find((one) => one.kind === kind)?.from}
          />
        )}
      </div>
      {own.length > 0 ? (
        <ul className="mt-3 space-y-3">
          {own.map((document) => (
            <DocumentFile
              key={document._id}
              document={document}
              removable={
                changes.remove === 'unjudged' ? document.review === 'waiting' : changes.remove
              }
            />
          ))}
        </ul>
      ) : null}
      <div className="mt-3 space-y-3 empty:hidden">
        <UploadList
          uploads={uploads.uploads.filter(({ group }) => group === kind)}
          onRetry={uploads.retry}
          onDrop={uploads.drop}
        />
        {changes.add || asked ? <AddFile {...{ kind, asked, formId, uploads }} /> : null}
      </div>
    </Card>
  );
}

interface AddFileProps extends Pick<DocumentKindsProps, 'formId' | 'uploads'> {
  kind: DocumentKind;
  /** One of the kind was asked for again. */
  asked: boolean;
}

/** The way to add a file of a kind, or to replace one. */
function AddFile({ kind, asked, formId, uploads }: AddFileProps) {
  const t = useText();
  const hydrated = useHydrated();
  return (
    <DocumentPicker
      kind={kind}
      label={t(asked ? 'clinic.documents.replace_of' : 'clinic.documents.add_of', {
        kind: t(`clinic.document.kind.${kind}`),
      })}
      words={t(asked ? 'clinic.documents.replace' : 'clinic.documents.add')}
      formId={formId}
      onPick={hydrated ? (files) => uploads.add(files, kind) : undefined}
    />
  );
}

/** Whether the kind is still owed, in a word. */
function KindState({
  kind,
  files,
  missing,
  from,
}: {
  kind: DocumentKind;
  files: number;
  missing: boolean;
  from: string | undefined;
}) {
  const t = useText();
  if (missing)
    return (
      <StatusTag tone="warn">
        {t(files > 0 ? 'clinic.documents.again' : 'clinic.documents.needed')}
      </StatusTag>
    );
  if (files > 0) return <StatusTag tone="ok">{t('clinic.documents.there')}</StatusTag>;
  if (from) return <NeededFrom day={from} />;
  return requiredKinds.includes(kind) ? null : (
    <StatusTag tone="neutral">{t('clinic.documents.optional')}</StatusTag>
  );
}

/** From which day on a law requires it. */
export function NeededFrom({ day }: { day: string }) {
  const t = useText();
  const formats = useFormats();
  return (
    <StatusTag tone="info">
      {t('clinic.documents.needed_from', { day: formats.date(new Date(day), 'UTC') })}
    </StatusTag>
  );
}

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
function DocumentFile({ document, removable }: { document: DocumentDto; removable: boolean }) {
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
function DocumentPicker({ kind, label, words, formId, onPick }: DocumentPickerProps) {
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

/** Which files of a whole form were not taken, and why; the others were. */
export function DocumentFailures({ failures }: { failures: readonly DocumentFailure[] }) {
  const t = useText();
  if (failures.length === 0) return null;
  return (
    <Banner tone="danger" title={t('clinic.documents.not_added')} className="mb-6">
      <ul className="mt-1 space-y-1">
        {failures.map(({ kind, name, words }, index) => (
          <li key={index} className="break-words">
            {kind ? <>{t(`clinic.document.kind.${kind}`)}: </> : null}
            {name ? <span className="font-semibold">{name}</span> : null} {words}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const send = (file: File, kind: DocumentKind, onProgress: (share: number) => void) =>
  sendFile(file, { path: `/api${documentsPath}`, field: 'document', fields: { kind } }, onProgress);

/** Documents of this page on their way, each within its kind. */
export function useDocumentUploads() {
  const uploads = useUploads<DocumentKind>(send);
  return { ...uploads, sending: uploads.uploads.some(({ failure }) => failure === undefined) };
}
export type DocumentUploads = ReturnType<typeof useDocumentUploads>;
