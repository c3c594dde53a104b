import { useText } from '#app/i18n/use-text';

/** Beside a claim that nobody has vouched for yet. */
export function ExampleMark() {
  const t = useText();
  return (
    <span className="rounded-full border border-line-strong px-2 py-0.5 text-sm font-normal tracking-normal text-ink-soft">
      {t('common.example')}
    </span>
  );
}
