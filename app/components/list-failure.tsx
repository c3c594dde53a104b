import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from './banner';
import { ButtonLink } from './button';
import { Page } from './page';
import { useText } from '#app/i18n/use-text';
import { useNewerBuild } from '#app/offline/older-build';

interface ListFailureProps {
  title: string;
  /** What did not work, where the server has no words of its own. */
  failed: string;
  /** What is not in danger. */
  safe: string;
}

/**
 * In place of a list when it could not be had: the server's words, or which of the two went wrong. A page of an older
 * build is loaded anew, as by the root's boundary, which never hears of what this one takes.
 */
export function ListFailure({ title, failed, safe }: ListFailureProps) {
  const t = useText();
  const error = useRouteError();
  useNewerBuild();
  const { pathname, search } = useLocation();
  const said = isRouteErrorResponse(error)
    ? (error.data as { message?: string } | null)?.message
    : undefined;
  // What fetch throws when no answer came.
  const words = error instanceof TypeError ? t('leads.error.network') : (said ?? failed);
  return (
    <Page title={title}>
      <ErrorState
        title={words}
        text={safe}
        action={
          <ButtonLink variant="secondary" to={pathname + search} reloadDocument>
            {t('leads.error.retry')}
          </ButtonLink>
        }
      />
    </Page>
  );
}

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe, and what to do. */
  text?: ReactNode;
  action?: ReactNode;
}

/** A part of a page that could not be had; the rest of the page stays. */
function ErrorState({ title, text, action }: ErrorStateProps) {
  return (
    <Banner tone="danger" title={title}>
      {text ? <p>{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </Banner>
  );
}
