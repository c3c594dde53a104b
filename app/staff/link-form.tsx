import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { TextField } from '../components/text-field';
import { useLinkToken } from './use-link-token';

/**
 * Takes the token of an enrolment link. Browsers keep what stands behind `#` to themselves, so a script sends
 * it; without one it is pasted. `hidden` while a link is open: a second one may still arrive in the address.
 */
export function LinkForm({ hidden }: { hidden: boolean }) {
  const t = useText();
  const { reply, pending } = useIntent('open');
  const [form, fields] = useForm<{ token: string }>({ id: 'open', lastResult: reply });
  useLinkToken();
  if (hidden) return null;
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="open" />
      <TextField
        meta={fields.token}
        label={t('staff.enrol.link')}
        hint={t('staff.enrol.link_hint')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <Button size="lg" pending={pending}>
        {t('staff.enrol.open')}
      </Button>
    </Form>
  );
}
