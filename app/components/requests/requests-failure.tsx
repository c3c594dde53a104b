import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../button';
import { ErrorState } from '../error-state';
import { Page } from '../page';

/** What the loader's failure says to a person: the server's words, or which of the two went wrong. */
function useFailureWords(): string {
  const t = useText();
  const error = useRouteError();
  if (isRouteErrorResponse(error))
    return (error.data as { message?: string } | null)?.message ?? t('leads.error.fetch');
  // What fetch throws when no answer came.
  return error instanceof TypeError ? t('leads.error.network') : t('leads.error.fetch');
}

/** In place of the list when it could not be had. */
export function RequestsFailure() {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <Page title={t('leads.list.title')}>
      <ErrorState
        title={useFailureWords()}
        text={t('leads.error.safe')}
        action={
          <ButtonLink variant="secondary" to={pathname + search} reloadDocument>
            {t('leads.error.retry')}
          </ButtonLink>
        }
      />
    </Page>
  );
}
