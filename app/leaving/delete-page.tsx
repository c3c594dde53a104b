import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { confirmWord } from '#contracts/leaving';
import { useIntent } from '#app/auth/use-intent';
import { confirmFirst, type AccountRole } from '#app/auth/security-paths';
import { useText } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';
import { TextField } from '../components/text-field';
import { TextLines } from '../components/text-lines';
import { privacyPaths } from './paths';

/** What happens, what stays, and the word that closes the account: a page of its own, so that it needs no script. */
export function DeletePage({ role, fresh }: { role: AccountRole; fresh: boolean }) {
  const t = useText();
  const { page, remove } = privacyPaths[role];
  const { code } = useIntent('delete');
  return (
    <Page title={t('own-data.delete.title')} lead={t('own-data.delete.lead')} back={{ to: page }}>
      <div className="space-y-6">
        <Card as="section">
          <h2 className="text-lg">{t('own-data.delete.happens')}</h2>
          <TextLines text={t('own-data.delete.happens_text', { role })} />
          <h2 className="mt-6 text-lg">{t('own-data.delete.stays')}</h2>
          <TextLines text={t('own-data.delete.stays_text', { role })} />
        </Card>
        {fresh && code !== 'step_up' ? (
          <DeleteForm role={role} />
        ) : (
          <ButtonLink to={confirmFirst(role, remove)}>{t('own-data.confirm_first')}</ButtonLink>
        )}
      </div>
    </Page>
  );
}

function DeleteForm({ role }: { role: AccountRole }) {
  const t = useText();
  const { reply, pending } = useIntent('delete');
  const [form, fields] = useForm<{ confirm: string }>({ id: 'delete', lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="delete" />
      <TextField
        meta={fields.confirm}
        label={t('own-data.delete.confirm', { word: confirmWord })}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" pending={pending}>
          {t('own-data.delete.submit')}
        </Button>
        <ButtonLink variant="secondary" to={privacyPaths[role].page}>
          {t('own-data.delete.keep')}
        </ButtonLink>
      </div>
    </Form>
  );
}
