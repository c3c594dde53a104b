import { useForm, getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { Button } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { TextField } from '#app/components/text-field';
import { useFragmentToken } from '#app/forms/use-fragment-token';
import { useIntent } from './use-intent';

interface LinkFormProps {
  label: string;
  hint: string;
  submit: string;
  /** While a link is open: a second one may still arrive in the address. */
  hidden: boolean;
}

/**
 * Takes the token of a link that is good once. Browsers keep what stands behind `#` to themselves, so a script sends it; without
 * one it is pasted.
 */
export function LinkForm({ label, hint, submit, hidden }: LinkFormProps) {
  const { reply, pending } = useIntent('open');
  const [form, fields] = useForm<{ token: string }>({ id: 'open', lastResult: reply });
  useFragmentToken('open');
  if (hidden) return null;
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="open" />
      <TextField
        meta={fields.token}
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <Button size="lg" pending={pending}>
        {submit}
      </Button>
    </Form>
  );
}
