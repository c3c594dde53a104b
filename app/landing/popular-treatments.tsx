import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { CategoryIllustration } from '../components/category-illustration';

/** Popular treatments of the catalogue, with their counts where there are confirmed ones. */
export function PopularTreatments({ items }: { items: SiteContent['popularTreatments'] }) {
  const t = useText();
  return (
    <section className="shell py-14 sm:py-20 [section.shell+&]:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl sm:text-3xl">{t('landing.popular.title')}</h2>
        <Link to="/treatments" className="link">
          {t('landing.popular.all')}
        </Link>
      </div>
      <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {items.map((item) => (
          <Card as="li" key={item.name} className="flex items-center gap-5">
            <CategoryIllustration category={item.picture} className="size-16 shrink-0" />
            <div className="min-w-0 wrap-anywhere">
              <h3 className="text-lg">
                <Link to={`/treatments/${item.picture}`}>{item.name}</Link>
              </h3>
              {item.count ? (
                <p className="tnum text-ink-soft">
                  {t('landing.popular.count', { count: item.count })}
                </p>
              ) : null}
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}
