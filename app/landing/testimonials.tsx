import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';

/** Voices of patients. */
export function Testimonials({ items }: { items: SiteContent['testimonials'] }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <section className="border-t border-line bg-surface py-14 sm:py-20">
      <div className="shell">
        <h2 className="text-2xl sm:text-3xl">{t('landing.testimonials.title')}</h2>
        <ul className="mt-6 grid gap-5 lg:grid-cols-3">
          {items.map((item) => (
            <Card as="li" key={item.quote} className="flex flex-col bg-paper wrap-anywhere">
              <blockquote className="grow text-lg">“{item.quote}”</blockquote>
              {item.attribution ? <p className="mt-4 text-ink-soft">{item.attribution}</p> : null}
            </Card>
          ))}
        </ul>
      </div>
    </section>
  );
}
