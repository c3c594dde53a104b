import type { ReactNode } from 'react';
import {
  documentKinds,
  requiredKinds,
  type DocumentDto,
  type DocumentKind,
} from '#contracts/clinic-onboarding';
import { useText } from '#app/i18n/use-text';
import type { DocumentUploads } from '#app/clinic/use-document-uploads';
import { Card } from '../components/card';
import { StatusTag } from '../components/status-tag';
import { UploadList } from '../components/upload-list';
import { useHydrated } from '../components/use-hydrated';
import { DocumentFile } from './document-file';
import { DocumentPicker } from './document-picker';

interface DocumentKindsProps {
  documents: readonly DocumentDto[];
  missing: readonly DocumentKind[];
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
}: Pick<DocumentKindsProps, 'documents' | 'changes'>): readonly DocumentKind[] =>
  changes.add
    ? documentKinds
    : documentKinds.filter((kind) => documents.some((document) => document.kind === kind));

function Kind({
  kind,
  documents,
  missing,
  uploads,
  formId,
  changes,
  headings: Heading = 'h2',
  stateOf,
}: DocumentKindsProps & { kind: DocumentKind }) {
  const t = useText();
  const hydrated = useHydrated();
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
          <KindState kind={kind} files={own.length} missing={missing.includes(kind)} />
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
        {changes.add || asked ? (
          <DocumentPicker
            kind={kind}
            label={t(asked ? 'clinic.documents.replace_of' : 'clinic.documents.add_of', {
              kind: label,
            })}
            words={t(asked ? 'clinic.documents.replace' : 'clinic.documents.add')}
            formId={formId}
            onPick={hydrated ? (files) => uploads.add(files, kind) : undefined}
          />
        ) : null}
      </div>
    </Card>
  );
}

/** Whether the kind is still owed, in a word. */
function KindState({
  kind,
  files,
  missing,
}: {
  kind: DocumentKind;
  files: number;
  missing: boolean;
}) {
  const t = useText();
  if (missing)
    return (
      <StatusTag tone="warn">
        {t(files > 0 ? 'clinic.documents.again' : 'clinic.documents.needed')}
      </StatusTag>
    );
  if (files > 0) return <StatusTag tone="ok">{t('clinic.documents.there')}</StatusTag>;
  return requiredKinds.includes(kind) ? null : (
    <StatusTag tone="neutral">{t('clinic.documents.optional')}</StatusTag>
  );
}
