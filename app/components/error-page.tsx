import { isRouteErrorResponse } from '@remix-run/react';
import { isExpiredForm } from '#app/http/expired-form';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from './button';
import { ExpiredFormPage } from './expired-form-page';
import { Page } from './page';
import { SceneIllustration, type Scene } from './scene-illustration';
import { SiteSearch } from './site-search';
import { WaysOn } from './ways-on';

type Kind = 'not_found' | 'forbidden' | 'unavailable' | 'unexpected';

const scenes: Record<Kind, Scene> = {
  not_found: 'not-found',
  forbidden: 'locked',
  unavailable: 'offline',
  unexpected: 'trouble',
};

const kinds: Record<number, Kind> = { 403: 'forbidden', 404: 'not_found', 503: 'unavailable' };

const kindOf = (error: unknown): Kind =>
  (isRouteErrorResponse(error) ? kinds[error.status] : undefined) ?? 'unexpected';

const expiredIn = (error: unknown) =>
  isRouteErrorResponse(error) && isExpiredForm(error.data) ? error.data : null;

/** Key of the words that name what went wrong, for heading and title. */
export const errorTitleKey = (error: unknown): string =>
  expiredIn(error) ? 'common.expired.title' : `common.error.${kindOf(error)}.title`;

/** What happened, what is safe, what to do; nothing of the inside. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
  const form = expiredIn(error);
  if (form) return <ExpiredFormPage {...form} />;
  const kind = kindOf(error);
  return (
    <Page title={t(errorTitleKey(error))} lead={t(`common.error.${kind}.text`)}>
      <SceneIllustration scene={scenes[kind]} className="mb-8 size-32" />
      <div className="flex flex-wrap gap-3">
        {kind === 'not_found' || kind === 'forbidden' ? null : (
          <ButtonLink to="." reloadDocument>
            {t('common.error.retry')}
          </ButtonLink>
        )}
        <ButtonLink to="/" variant={kind === 'not_found' ? 'primary' : 'secondary'}>
          {t('common.error.home')}
        </ButtonLink>
      </div>
      {kind === 'not_found' ? (
        <div className="mt-10">
          <SiteSearch />
        </div>
      ) : null}
      <WaysOn />
    </Page>
  );
}
