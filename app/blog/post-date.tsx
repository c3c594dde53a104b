import { formatDate } from '../components/format-date';

/** The day of a post: the same for every reader, so it needs no zone. */
export function PostDate({ date }: { date: string | null }) {
  if (!date) return null;
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={date}>{formatDate(new Date(date), 'UTC')}</time>
    </p>
  );
}
