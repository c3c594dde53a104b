import { useFormats } from '#app/i18n/formats';

/** The day of a post: the same for every reader, so it needs no zone. */
export function PostDate({ date }: { date: string | null }) {
  const formats = useFormats();
  if (!date) return null;
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={date}>{formats.date(new Date(date), 'UTC')}</time>
    </p>
  );
}
