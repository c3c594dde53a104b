import { Form } from '@remix-run/react';
import type { ArchiveDto } from '#contracts/leaving';
import { type AccountRole, confirmFirst } from '#app/auth/security-paths';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { buttonStyle } from '../components/button-style';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { Link } from '#app/components/link';
import { useText } from '#app/i18n/use-text';
import { privacyPaths } from './paths';

/** Leads to the page that says what closing the account does. */
export function DeleteCard({ whose: role }: { whose: AccountRole }) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="text-lg">{t('own-data.delete.title')}</h2>
      <p className="mt-1 text-ink-soft">{t('own-data.delete.card')}</p>
      <ButtonLink variant="secondary" to={privacyPaths[role].remove} className="mt-4">
        {t('own-data.delete.open')}
      </ButtonLink>
    </Card>
  );
}

interface DownloadCardProps {
  whose: AccountRole;
  /** Whoever sits here has just shown who they are. */
  fresh: boolean;
  archive: ArchiveDto | null;
}

/** A copy of all that is kept: asked for, being made, waiting for its one download. */
export function DownloadCard({ whose: role, fresh, archive }: DownloadCardProps) {
  const t = useText();
  const { code, reply, pending } = useIntent('export');
  const { page, api } = privacyPaths[role];
  const failure = reply?.error?.['']?.[0];
  const state = archive?.status ?? 'gone';
  return (
    <Card as="section">
      <h2 className="text-lg">{t('own-data.download.title')}</h2>
      <p className="mt-1 text-ink-soft">{t('own-data.download.text')}</p>
      {failure && code !== 'step_up' ? <Banner tone="danger" title={failure} /> : null}
      <div role="status">
        {state === 'making' ? (
          <p className="mt-4">
            {t('own-data.download.making')}{' '}
            <Link to={page} reloadDocument className="link">
              {t('own-data.download.look_again')}
            </Link>
          </p>
        ) : null}
      </div>
      <div className="mt-4">
        {!fresh ? (
          <ButtonLink to={confirmFirst(role, page)}>{t('own-data.confirm_first')}</ButtonLink>
        ) : state === 'ready' ? (
          <a href={`${api}/${archive!._id}`} className={buttonStyle({})} download>
            {t('own-data.download.take')}
          </a>
        ) : state === 'making' ? null : (
          <Form method="post">
            <input type="hidden" name="intent" value="export" />
            <Button pending={pending}>{t('own-data.download.ask')}</Button>
          </Form>
        )}
      </div>
    </Card>
  );
}
