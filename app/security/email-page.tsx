import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useSearchParams } from '@remix-run/react';
import type { OfferedLink } from '#modules/identity';
import type { AccountEmail } from '#workflows';
import { type AccountRole, confirmFirst, homeOfAccount } from '#app/auth/security-paths';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';
import { TextField } from '../components/text-field';
import { useText } from '#app/i18n/use-text';
import { EmailState } from './email-state';

interface EmailPageProps {
  role: AccountRole;
  address: AccountEmail;
  /** Of the mail that led here; null without one. */
  link: string | null;
  /** What it would do; null when it is of no use. */
  offered: OfferedLink | null;
  /** The person has proved anew who they are. */
  fresh: boolean;
}

/** The address of an account: confirming it, and what waits to take its place. */
export function EmailPage({ role, address, link, offered, fresh }: EmailPageProps) {
  const t = useText();
  return (
    <Page title={t('security.email.title')} back={{ to: homeOfAccount[role].security }}>
      <div className="space-y-6">
        <Outcome />
        {link && offered ? (
          <Confirm role={role} link={link} offered={offered} fresh={fresh} />
        ) : null}
        {link && !offered ? (
          <Banner tone="warn" title={t('error.invalid_link')}>
            <p>{t('security.email.dead_text')}</p>
          </Banner>
        ) : null}
        <Card as="section">
          <h2 className="text-lg">{t('security.email.current')}</h2>
          <EmailState {...address} />
          <Waiting {...address} />
        </Card>
        {role === 'clinic' ? <ChangeEmailForm key={address.pendingEmail ?? address.email} /> : null}
        {role === 'patient' ? (
          <ButtonLink variant="secondary" to="/profile/personal">
            {t('security.email.to_personal')}
          </ButtonLink>
        ) : null}
      </div>
    </Page>
  );
}

/** The one thing that the link of a mail is for; a change asks first who sits there. */
function Confirm({
  role,
  link,
  offered,
  fresh,
}: Required<Pick<EmailPageProps, 'role' | 'fresh'>> & {
  link: string;
  offered: OfferedLink;
}) {
  const t = useText();
  const { pending } = useIntent('confirm');
  const here = `${homeOfAccount[role].email}?link=${encodeURIComponent(link)}`;
  return (
    <Card as="section">
      <h2 className="text-lg">{t('security.email.confirm_title')}</h2>
      <p className="mt-2 mb-4 wrap-anywhere">
        {t(`security.email.offered.${offered.kind}`, { email: offered.email })}
      </p>
      {offered.kind === 'change' && !fresh ? (
        <>
          <p className="mb-4">{t('security.email.confirm_first')}</p>
          <ButtonLink to={confirmFirst(role, here)}>{t('security.confirm.title')}</ButtonLink>
        </>
      ) : (
        <Form method="post" action={here}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="link" value={link} />
          <Button size="lg" pending={pending}>
            {t('security.email.confirm')}
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** Another mail, or none of it: while an address waits, or the own one is unconfirmed. */
function Waiting({ proved, pendingEmail }: AccountEmail) {
  const t = useText();
  const again = useIntent('again');
  const cancel = useIntent('cancel');
  if (proved && !pendingEmail) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Form method="post">
        <input type="hidden" name="intent" value="again" />
        <Button variant="secondary" pending={again.pending}>
          {t('security.email.again')}
        </Button>
      </Form>
      {pendingEmail ? (
        <Form method="post">
          <input type="hidden" name="intent" value="cancel" />
          <Button variant="quiet" pending={cancel.pending}>
            {t('security.email.cancel')}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

const outcomes = ['confirmed', 'sent', 'cancelled', 'asked', 'same'];

function Outcome() {
  const t = useText();
  const [search] = useSearchParams();
  const answer = useActionData() as IntentReply | undefined;
  const failure = answer?.code === 'network' ? t('error.network') : answer?.reply?.error?.['']?.[0];
  if (failure) return <Banner tone="danger" title={failure} />;
  const done = outcomes.find((word) => search.has(word));
  return done ? <Banner tone="ok" title={t(`security.email.done.${done}`)} /> : null;
}

/** Another address for a clinic's account; it waits for its link. */
function ChangeEmailForm() {
  const t = useText();
  const { reply, pending } = useIntent('change');
  const [form, fields] = useForm<{ email: string }>({ id: 'change-email', lastResult: reply });
  return (
    <Card as="section">
      <h2 className="mb-4 text-lg">{t('security.email.change_title')}</h2>
      <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="change" />
        <TextField
          meta={fields.email}
          type="email"
          label={t('security.email.new')}
          hint={t('security.email.new_hint')}
          autoComplete="email"
        />
        <Button pending={pending}>{t('security.email.change')}</Button>
      </Form>
    </Card>
  );
}
