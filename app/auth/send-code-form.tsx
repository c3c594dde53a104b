import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '../components/button';
import { FormWords } from './form-failure';

interface SendCodeFormProps {
  intent: 'send' | 'send-proof';
  label: string;
  pending: boolean;
  /** Why the last try sent nothing. */
  words: readonly string[];
  /** What stands below the button. */
  children?: ReactNode;
}

/** One button that has a code sent, where no number is asked. */
export const SendCodeForm = ({ intent, label, pending, words, children }: SendCodeFormProps) => (
  <Form method="post">
    <FormWords words={words} />
    <input type="hidden" name="intent" value={intent} />
    <Button size="lg" pending={pending}>
      {label}
    </Button>
    {children}
  </Form>
);
