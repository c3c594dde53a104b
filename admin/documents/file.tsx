import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify } from 'react-admin';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { saveAs } from '../components/export';
import { messageOf } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';

/** A file that the console does not show: office documents are opened by the reviewer's own program. */
export function DownloadOnly({ document }: { document: DocumentRecord }) {
  const t = useText();
  const data = useConsoleData();
  const notify = useNotify();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  const infected = document.scan === 'infected';
  const download = async () => {
    setPending(true);
    try {
      saveAs(await data.file(`documents/${document.id}/file`), document.name);
    } catch (error) {
      if (!(await logoutIfAccessDenied(error)))
        notify(messageOf(error, t('console.error.unreadable')), { type: 'error' });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-4 rounded-md border border-line bg-paper p-6">
      <p>
        <span className="font-semibold break-all">{document.name}</span>
        <span className="text-ink-soft"> · {sizeOf(document.bytes)}</span>
      </p>
      <p className="measure text-ink-soft">
        {t(infected ? 'console.viewer.infected' : 'console.viewer.not_shown')}
      </p>
      {infected ? null : (
        <Button
          variant="outlined"
          disabled={pending}
          startIcon={<Download size={16} aria-hidden />}
          onClick={() => void download()}
        >
          {t('console.viewer.download')}
        </Button>
      )}
    </div>
  );
}

/** How a file is shown: drawn from a PDF, as a picture, or not at all but saved. */
type ViewerKind = 'pdf' | 'picture' | 'download';

export function viewerKindOf(contentType: string): ViewerKind {
  if (contentType === 'application/pdf') return 'pdf';
  return ['image/jpeg', 'image/png', 'image/webp'].includes(contentType) ? 'picture' : 'download';
}

const units = ['B', 'KB', 'MB'] as const;

/** `1.2 MB`. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
