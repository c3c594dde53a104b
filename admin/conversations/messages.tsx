import Button from '@mui/material/Button';
import { useState } from 'react';
import type { MessageDto, ReportedDetailRecord } from '#contracts/messaging';
import { StatusChip } from '../components/status-chip';
import { When } from '../components/times';
import { FailedFile } from '../components/failed-file';
import { useFile, useObjectUrl, type ReadFiles } from '../components/use-file';
import { useText } from '../text';

interface MessagesProps {
  readonly record: ReportedDetailRecord;
  /** Oldest first. */
  readonly messages: readonly MessageDto[];
}

/** What was said, as the two read it; what a report is about is marked. No file is loaded before somebody asks. */
export function Messages({ record: { id, reports }, messages }: MessagesProps) {
  const t = useText();
  const [known] = useState<ReadFiles>(() => new Map());
  const isReported = (one: string) =>
    reports.some((each) => each.messageId === one || each.attachmentId === one);
  if (messages.length === 0)
    return <p className="text-ink-soft">{t('console.conversations.nothing_said')}</p>;
  return (
    <>
      <p className="text-ink-soft">{t('console.conversations.latest')}</p>
      <ol className="mt-4 grid gap-4">
        {messages.map((message) => (
          <li key={message._id} className="border-t border-line pt-3">
            <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
              <strong>{t(`console.conversations.side.${message.from}`)}</strong>
              <When at={message.createdAt} />
              {isReported(message._id) ? <ReportedChip /> : null}
            </p>
            <p className="measure mt-1 break-words whitespace-pre-line">{message.text}</p>
            {message.slot ? (
              <p className="measure mt-1">
                {t(`console.conversations.view.${message.from}`, { slot: message.slot })}
              </p>
            ) : null}
            {message.attachments.map((file) => (
              <SentFile
                key={file.id}
                address={`conversations/${id}/files/${file.id}`}
                file={file}
                isReported={isReported(file.id)}
                known={known}
              />
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

function ReportedChip() {
  const t = useText();
  return <StatusChip tone="warn">{t('console.conversations.is_reported')}</StatusChip>;
}

interface SentFileProps {
  readonly address: string;
  readonly file: MessageDto['attachments'][number];
  readonly isReported: boolean;
  readonly known: ReadFiles;
}

function SentFile({ address, file, isReported, known }: SentFileProps) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      {asked ? (
        <OpenedFile address={address} name={file.name} known={known} />
      ) : (
        <Button variant="outlined" onClick={() => setAsked(true)}>
          {t('console.conversations.open_file', { name: file.name })}
        </Button>
      )}
      {isReported ? <ReportedChip /> : null}
    </div>
  );
}

function OpenedFile({ address, name, known }: { address: string; name: string; known: ReadFiles }) {
  const t = useText();
  const file = useFile(address, known);
  const blob = file.state === 'ready' ? file.blob : null;
  const source = useObjectUrl(blob);
  if (file.state === 'failed') return <FailedFile {...file} />;
  if (!source || !blob) return <p role="status">{t('console.loading')}</p>;
  if (blob.type.startsWith('image/'))
    return <img src={source} alt={name} className="max-h-96 rounded-md bg-paper object-contain" />;
  return (
    <a className="link" href={source} download={name}>
      {name}
    </a>
  );
}
