import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { ThreeSteps } from './three-steps';

/** What this is, what it costs, and the one thing to do next. */
export function Hero({ signedIn }: { signedIn: boolean }) {
  const t = useText();
  return (
    <div className="shell grid grid-cols-[minmax(0,1fr)] items-center gap-10 py-10 sm:py-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-16">
      <div>
        <h1 className="text-3xl font-bold tracking-tight sm:text-4xl lg:text-5xl">
          {t('landing.hero.title')}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-ink-soft">{t('landing.hero.lead')}</p>
        <div className="mt-7 flex flex-col gap-3 sm:flex-row">
          {signedIn ? (
            <ButtonLink to="/consultation" size="lg">
              {t('landing.start_consultation')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/register" size="lg">
              {t('landing.get_started_free')}
            </ButtonLink>
          )}
          <ButtonLink to="/clinic-login" size="lg" variant="secondary">
            {t('landing.join_as_clinic')}
          </ButtonLink>
        </div>
        <p className="mt-4 max-w-xl text-sm text-ink-soft">{t('landing.hero.promise')}</p>
      </div>
      <ThreeSteps />
    </div>
  );
}
