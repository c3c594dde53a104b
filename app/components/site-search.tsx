import { useAddress } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { Button } from './button';
import { controlStyle } from './control-style';

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
