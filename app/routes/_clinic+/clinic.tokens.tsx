import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { type TokenDto, tokenLives } from '#contracts/identity';
import { tokenScopes } from '#platform/base/actor';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { confirmFirst } from '#app/auth/security-paths';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { profilePath, tokensPath } from '#app/clinic-profile/paths';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { ChoiceCards } from '#app/components/choice-cards';
import { When } from '#app/components/date-time';
import { EmptyState } from '#app/components/empty-state';
import { ErrorSummary } from '#app/components/error-summary';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { SelectField } from '#app/components/select-field';
import { StatusTag } from '#app/components/status-tag';
import { TextField } from '#app/components/text-field';
import { TextToCopy, useMade } from '#app/components/text-to-copy';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { tokensAction, tokensLoader } from '#app/team/tokens-page.server';

export const meta = pageMeta('tokens');
export const loader = tokensLoader;
export const action = tokensAction;
export const clientAction = keepOnNetworkError;

interface MadeToken {
  readonly name: string;
  readonly token: string;
}

/** Tokens by which software of the clinic acts for it. */
export default function TokensPage() {
  const t = useText();
  const { tokens, fresh } = useLoaderData<typeof loader>();
  const made = useMade<MadeToken>();
  const failed = useActionData() as IntentReply | undefined;
  const failure = failed?.intent === 'revoke' && failed.code ? t(`error.${failed.code}`) : null;
  return (
    <Page
      title={t('tokens.title')}
      lead={t('tokens.lead')}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      <div className="space-y-8">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {made ? (
          <Banner tone="ok" title={t('tokens.made', { name: made.name })}>
            <TextToCopy
              text={made.token}
              label={t('tokens.token')}
              hint={t('tokens.token_hint')}
              copy={t('tokens.copy')}
              rows={3}
            />
          </Banner>
        ) : null}
        <MakeToken key={made?.token} fresh={fresh} />
        {tokens.length > 0 ? (
          <ul className="space-y-3">
            {tokens.map((token) => (
              <OneToken key={token._id} token={token} />
            ))}
          </ul>
        ) : (
          <EmptyState title={t('tokens.none')} text={t('tokens.none_text')} />
        )}
        <p>
          <Link to="/api/docs" className="link inline-flex min-h-11 items-center">
            {t('tokens.docs')}
          </Link>
        </p>
      </div>
    </Page>
  );
}

type Typed = { name: string; scopes: string[]; days: string };

function MakeToken({ fresh }: { fresh: boolean }) {
  const t = useText();
  const { reply, pending } = useIntent('make');
  const [form, fields] = useForm<Typed>({ id: 'make', lastResult: reply });
  const scopes = tokenScopes.filter((scope) => scope !== 'contact' || fresh);
  return (
    <section className="space-y-4">
      <h2 className="text-lg">{t('tokens.make')}</h2>
      <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
        <ErrorSummary form={form} />
        <TextField meta={fields.name} label={t('tokens.name')} hint={t('tokens.name_hint')} />
        <ChoiceCards
          name="scopes"
          id={fields.scopes.id}
          type="checkbox"
          legend={t('tokens.scopes')}
          errors={fields.scopes.errors}
          defaultValue={fields.scopes.initialValue as string[] | undefined}
          options={scopes.map((value) => ({
            value,
            label: t(`tokens.scope.${value}`),
            description: t(`tokens.scope.${value}_text`),
          }))}
        />
        {fresh ? null : (
          <p className="text-ink-soft">
            {t('tokens.contact_first')}{' '}
            <Link to={confirmFirst('clinic', tokensPath)} className="link">
              {t('security.confirm.title')}
            </Link>
          </p>
        )}
        <SelectField
          meta={fields.days}
          label={t('tokens.days')}
          options={tokenLives.map((count) => ({
            value: String(count),
            label: t('tokens.days_count', { count }),
          }))}
        />
        <Button name="intent" value="make" pending={pending}>
          {t('tokens.submit')}
        </Button>
      </Form>
    </section>
  );
}

function OneToken({ token }: { token: TokenDto & { maker: string } }) {
  const t = useText();
  const { list } = useFormats();
  const { _id, name, scopes, maker, createdAt, expiresAt, lastUsedAt, isOver } = token;
  return (
    <Card as="li" className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-ink-soft">{list(scopes.map((scope) => t(`tokens.scope.${scope}`)))}</p>
        <p className="text-sm text-ink-soft">
          {maker ? t('tokens.created_by', { name: maker }) : t('tokens.created')}{' '}
          <When date={createdAt} format="date" /> · {t('tokens.ends')}{' '}
          <When date={expiresAt} format="date" /> · {t('tokens.last_used')}{' '}
          {lastUsedAt ? <When date={lastUsedAt} format="datetime" /> : t('tokens.never')}
        </p>
      </div>
      {isOver ? (
        <StatusTag tone="neutral">{t('tokens.over')}</StatusTag>
      ) : (
        <Form method="post">
          <input type="hidden" name="id" value={_id} />
          <Button
            variant="danger"
            name="intent"
            value="revoke"
            aria-label={t('tokens.revoke_named', { name })}
          >
            {t('tokens.revoke')}
          </Button>
        </Form>
      )}
    </Card>
  );
}
