import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';
import { ExampleMark } from './example-mark';

/** The headline figures; one that nobody has vouched for says that it is an example. */
export function Figures({ figures }: { figures: SiteContent['figures'] }) {
  const t = useText();
  if (figures.length === 0) return null;
  return (
    <section className="shell py-12 sm:py-16">
      <h2 className="sr-only">{t('public.figures.title')}</h2>
      <dl className="grid grid-cols-2 gap-y-8 md:grid-cols-4 md:divide-x md:divide-line">
        {figures.map((figure) => (
          <div key={figure.key} className="flex flex-col-reverse justify-end md:px-8 md:first:pl-0">
            <dt className="text-ink-soft">{t(`public.figures.${figure.key}`)}</dt>
            <dd className="tnum flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl font-bold tracking-tight text-brand sm:text-4xl">
              {figure.value}
              {figure.confirmed ? null : <ExampleMark />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
