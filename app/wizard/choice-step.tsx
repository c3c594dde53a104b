import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Step } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { useResend } from '#app/forms/use-resend';
import { stepAction } from '#app/wizard/step-address';
import { useAutoAdvance } from '#app/wizard/use-auto-advance';
import { useWizardView } from '#app/wizard/use-wizard';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { ChoiceCards } from '../components/choice-cards';
import { useHydrated } from '../components/use-hydrated';
import { draftReply } from './next-step';
import { errorsOf, StepProblem, type StepFailure } from './step-problem';

interface ChoiceStepProps {
  step: Step;
  name: string;
  legend: string;
  options: ReadonlyArray<{ value: string; label: string; icon?: ReactNode }>;
  chosen: string | null;
  columns?: 1 | 2 | 3;
  onPick: (value: string) => void;
}

const formId = 'choice';

/** A step that asks for one choice: tapping a card goes on after 300 ms, the button does so at once. */
export function ChoiceStep(props: ChoiceStepProps) {
  const { step, name, legend, options, chosen, columns, onPick } = props;
  const t = useText();
  const { draft, changing } = useWizardView();
  const action = stepAction(step, changing);
  const hydrated = useHydrated();
  const failure = useActionData<StepFailure>();
  const pending = useNavigation().state !== 'idle';
  const form = useAutoAdvance(step, action, (values) => {
    const value = values.get(name);
    // Choosing anew what is chosen already would reset what depends on it.
    if (typeof value === 'string' && value !== chosen) onPick(value);
  });
  useResend(formId, failure);
  return (
    <Form ref={form} id={formId} method="post" action={action} autoComplete="off">
      <StepProblem failure={failure} />
      <input type="hidden" name="version" value={draft.version} />
      {hydrated && !changing ? <input type="hidden" name="reply" value={draftReply} /> : null}
      <ChoiceCards
        key={`${name}-${draft.version}`}
        name={name}
        legend={legend}
        legendHidden
        options={options}
        defaultValue={chosen}
        columns={columns}
        errors={errorsOf(failure, name)}
      />
      <ActionBar>
        <Button pending={pending}>{t('consultation.continue')}</Button>
      </ActionBar>
    </Form>
  );
}
