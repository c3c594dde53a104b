import { useText } from '#app/i18n/use-text';
import { Link } from './link';

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
