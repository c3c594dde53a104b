import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { exchangeSchema, sharedViewPath } from '#contracts/companions';
import { openShare } from '#modules/companions';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { appendCompanion, readCompanion } from '#app/companions/pages.server';
import { Button } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { TextField } from '#app/components/text-field';
import { useFragmentToken } from '#app/forms/use-fragment-token';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';

export const meta: ReturnType<typeof pageMeta> = (args) => [
  ...(pageMeta('companions.open')(args) ?? []),
  { name: 'robots', content: 'noindex' },
];
export const handle: PageHandle = { chrome: 'bare', scripts: 'application' };

/** Whether this browser has opened a link, which may have ended: its page says so. */
export const loader = pageLoader('public', async (ctx, { request }) => ({
  hasOpened: readCompanion(ctx, request) !== null,
}));

export const action = pageAction('public', {
  open: intent('public', z.object(exchangeSchema.shape), async (ctx, { token }, { headers }) => {
    appendCompanion(ctx, headers, await openShare(ctx, { token }));
    return redirect(addressIn(ctx.locale, sharedViewPath), { headers });
  }),
});
export const clientAction = keepOnNetworkError;

/** Where a link of a patient leads: a script sends what stands behind its `#`; without one the link is pasted. */
export default function SharedPage() {
  const t = useText();
  const { hasOpened } = useLoaderData<typeof loader>();
  const { reply, pending } = useIntent('open');
  const [form, fields] = useForm<{ token: string }>({ id: 'open', lastResult: reply });
  useFragmentToken('open');
  return (
    <Page title={t('companions.open.heading')} lead={t('companions.open.lead')}>
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="open" />
        <TextField
          meta={fields.token}
          label={t('companions.open.link')}
          hint={t('companions.open.link_hint')}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
        <Button size="lg" pending={pending}>
          {t('companions.open.submit')}
        </Button>
      </Form>
      {hasOpened ? (
        <p className="mt-8">
          <Link to={sharedViewPath} className="link">
            {t('companions.open.again')}
          </Link>
        </p>
      ) : null}
    </Page>
  );
}
