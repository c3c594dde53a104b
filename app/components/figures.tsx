import { useText } from '#app/i18n/use-text';
import { When } from './date-time';

interface Figure {
  key: string;
  value: string;
  computed: { count: number; sample: number; at: string } | null;
}

/** The headline figures; one that was counted says over what and when. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useText();
  if (figures.length === 0) return null;
  return (
    <section className="shell py-12 sm:py-16">
      <h2 className="sr-only">{t('public.figures.title')}</h2>
      <dl className="grid grid-cols-2 gap-y-8 md:grid-cols-4 md:divide-x md:divide-line">
        {figures.map((figure) => (
          <div key={figure.key} className="flex flex-col-reverse justify-end md:px-8 md:first:ps-0">
            {figure.computed ? (
              <Computed name={figure.key} {...figure.computed} />
            ) : (
              <dt className="text-ink-soft">{t(`public.figures.${figure.key}`)}</dt>
            )}
            <dd className="tnum text-3xl font-bold tracking-tight text-brand sm:text-4xl">
              {figure.computed ? <Count name={figure.key} {...figure.computed} /> : figure.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What was counted, over what, and when. */
function Computed({ name, count, sample, at }: { name: string } & NonNullable<Figure['computed']>) {
  const t = useText();
  return (
    <dt className="text-ink-soft">
      {t(`public.figures.computed.${name}`, { count })}
      <span className="block text-sm">
        {t(`public.figures.sample.${name}`, { sample })} <When date={at} />
      </span>
    </dt>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  const t = useText();
  return name === 'success'
    ? t('public.figures.percent', { share: count / 100 })
    : t('public.figures.count', { count });
}
