import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { ExampleMark } from '../components/example-mark';

/** Voices of patients; one that nobody has vouched for says that it is an example. */
export function Testimonials({ items }: { items: SiteContent['testimonials'] }) {
  const t = useText();
  if (items.length === 0) return null;
  const examples = items.some((item) => !item.confirmed);
  return (
    <section className="border-t border-line bg-surface py-14 sm:py-20">
      <div className="shell">
        <h2 className="text-2xl sm:text-3xl">{t('landing.testimonials.title')}</h2>
        {examples ? (
          <p className="mt-2 text-ink-soft">{t('landing.testimonials.examples')}</p>
        ) : null}
        <ul className="mt-6 grid gap-5 lg:grid-cols-3">
          {items.map((item) => (
            <Card as="li" key={item.quote} className="flex flex-col bg-paper wrap-anywhere">
              <blockquote className="grow text-lg">“{item.quote}”</blockquote>
              <div className="mt-4">
                {item.confirmed ? (
                  <p className="text-ink-soft">{item.attribution}</p>
                ) : (
                  <ExampleMark />
                )}
              </div>
            </Card>
          ))}
        </ul>
      </div>
    </section>
  );
}
