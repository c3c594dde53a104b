import type { ReactNode } from 'react';
import { getFormProps, useForm, type FormMetadata } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '../components/button';
import type { ButtonVariant } from '../components/button-style';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';

interface SectionProps {
  /** By which the page leads to it. */
  id?: string;
  title: string;
  children: ReactNode;
}

export const Section = ({ id, title, children }: SectionProps) => (
  <Card as="section" className="wrap-anywhere">
    <h2 id={id} className="mb-4 text-lg">
      {title}
    </h2>
    <div className="space-y-5">{children}</div>
  </Card>
);

/** What one does seldom, folded away; opens without a script too, and by itself when its form came back. */
export const Fold = ({
  title,
  intent,
  children,
}: {
  title: string;
  intent: string;
  children: ReactNode;
}) => {
  const { reply } = useIntent(intent);
  return (
    <details open={reply !== undefined || undefined}>
      <summary className="cursor-pointer py-2 font-semibold text-brand">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
};

interface DealFormProps<F extends Record<string, unknown>> {
  /** What it does: the name of its intent, and of its fields' ids. */
  intent: string;
  submit: string;
  variant?: ButtonVariant;
  children: (fields: ReturnType<FormMetadata<F>['getFieldset']>) => ReactNode;
}

/** One of the page's forms, with what came back of it. */
export function DealForm<F extends Record<string, unknown>>({
  intent,
  submit,
  variant,
  children,
}: DealFormProps<F>) {
  const { reply, pending } = useIntent(intent);
  const [form, fields] = useForm<F>({ id: intent, lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value={intent} />
      {children(fields)}
      <Button variant={variant} pending={pending}>
        {submit}
      </Button>
    </Form>
  );
}
