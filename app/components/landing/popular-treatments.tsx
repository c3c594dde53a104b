import { Link } from '@remix-run/react';
import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';

/** Popular treatments with their counts. */
export function PopularTreatments({ items }: { items: SiteContent['popularTreatments'] }) {
  const t = useText();
  return (
    <section className="shell pb-14 sm:pb-20">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl sm:text-3xl">{t('landing.popular.title')}</h2>
        <Link to="/treatments" className="link">
          {t('landing.popular.all')}
        </Link>
      </div>
      <ul className="mt-6 grid overflow-hidden rounded-lg border border-line bg-line gap-px sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item) => (
          <li key={item.name} className="flex items-baseline justify-between gap-4 bg-surface p-5">
            <span className="font-semibold">{item.name}</span>
            <span className="tnum text-ink-soft">{item.count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
