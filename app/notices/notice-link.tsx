import type { NoticeDto } from '#contracts/notifications';
import { useText } from '#app/i18n/use-text';
import { markRead } from './notices-calls';
import type { NoticesReader } from './homes';

/** Says in a word what a mark alone would say by its colour. */
export function NewMark() {
  const t = useText();
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-accent">
      <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
      {t('notices.new')}
    </span>
  );
}

/** What somebody follows they have read. Goes on its way while the page changes; failing, it stays marked as new. */
export const useReadOnOpening = (reader: NoticesReader) => (notice: NoticeDto) => {
  if (notice.readAt === null) void markRead(reader, notice._id);
};
