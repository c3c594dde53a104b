import { useText } from '#app/i18n/use-text';

/** The mark: a sage leaf. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path d="M8 23.5C7 13.5 13 7.5 24.5 7.5c.5 10.5-5 16.5-13 15.5" className="fill-white" />
      <path
        d="M7.5 26c2.5-6 6-10 11-13"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-brand"
      />
      <path
        d="M7.5 26c.7-1.7 1.5-3.3 2.400-4.700"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-white"
      />
    </svg>
  );
}

/** Mark and name. */
export function Logo() {
  const t = useText();
  return (
    <span className="flex items-center gap-2.5 text-xl font-bold tracking-tight text-ink">
      <Mark />
      {t('common.brand')}
    </span>
  );
}
