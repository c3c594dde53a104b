import { Button } from './button';
import { controlStyle } from './control-style';
import { Link } from './link';
import { useAddress, useText } from '#app/i18n/use-text';

const ways = [
  ['how_it_works', '/how-it-works'],
  ['treatments', '/treatments'],
  ['clinics', '/find-clinics'],
  ['faq', '/faq'],
  ['help', '/help'],
  ['contact', '/contact'],
] as const;

/** Where somebody may have wanted to go whose page is not there. */
export function WaysOn() {
  const t = useText();
  return (
    <nav aria-labelledby="ways" className="mt-10">
      <h2 id="ways" className="text-xl">
        {t('common.error.ways')}
      </h2>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {ways.map(([key, to]) => (
          <li key={key}>
            <Link to={to} className="link inline-flex min-h-11 items-center">
              {t(`common.error.way.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Looks through treatments, answers, posts and clinics; a plain form that leads to their page. Every page has it with it, for
 * the case that another one is not there: so it is made of nothing that has to be loaded besides.
 */
export function SiteSearch({ asked }: { asked?: string }) {
  const t = useText();
  const address = useAddress();
  return (
    <form action={address('/search')} role="search" className="flex flex-wrap items-end gap-3">
      <label className="min-w-0 grow font-semibold">
        {t('public.search.label')}
        <input
          key={asked}
          type="search"
          name="q"
          defaultValue={asked}
          maxLength={100}
          className={`${controlStyle} mt-1 font-normal`}
        />
      </label>
      <Button variant="secondary">{t('public.search.submit')}</Button>
    </form>
  );
}
