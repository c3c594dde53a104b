import { getFormProps, useForm } from '@conform-to/react';
import { Form, useSearchParams } from '@remix-run/react';
import type { AccountRole } from '#app/auth/security-paths';
import { useIntent } from '#app/auth/use-intent';
import { useText, type Text } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { Link } from '../components/link';
import { TextLines } from '../components/text-lines';

/** This page with or without its step: where somebody goes on to afterwards stays in the address. */
function useStepAddress(step: 'anew' | null): string {
  const [found] = useSearchParams();
  const query = new URLSearchParams(found);
  query.delete('step');
  if (step) query.set('step', step);
  return `?${query.toString()}`;
}

/** How the second proof is headed, and what beginning anew means in its place. */
export const proofWords = (t: Text, anew: boolean): { title: string; lead: string } =>
  anew
    ? { title: t('auth.anew.title'), lead: t('auth.anew.lead') }
    : { title: t('auth.proof.title'), lead: t('auth.proof.lead') };

/** From the second proof to what beginning anew means. */
export function AnewLink() {
  const t = useText();
  const to = useStepAddress('anew');
  return (
    <p className="mt-4">
      <Link to={to} className="link">
        {t('auth.anew.link')}
      </Link>
    </p>
  );
}

/** For somebody who cannot prove that the silent account of this number is theirs: what happens, and the yes to it. */
export function AnewStep({ account: role }: { account: AccountRole }) {
  const t = useText();
  const { reply, pending } = useIntent('begin-anew');
  const [form, fields] = useForm<{ understood: string }>({ id: 'begin-anew', lastResult: reply });
  const back = useStepAddress(null);
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="begin-anew" />
      <Card as="section">
        <h2 className="text-lg">{t('auth.anew.happens')}</h2>
        <TextLines text={t('auth.anew.happens_text', { role })} />
      </Card>
      <CheckboxField meta={fields.understood} label={t('auth.anew.confirm')} />
      <div className="flex flex-wrap gap-3">
        <Button size="lg" pending={pending}>
          {t('auth.anew.submit')}
        </Button>
        <ButtonLink variant="secondary" size="lg" to={back}>
          {t('auth.anew.back')}
        </ButtonLink>
      </div>
    </Form>
  );
}
