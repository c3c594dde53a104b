import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Step } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { useAutoAdvance } from '#app/wizard/use-auto-advance';
import { useWizardView } from '#app/wizard/use-wizard';
import { ActionBar } from '../action-bar';
import { Button } from '../button';
import { ChoiceCards } from '../choice-cards';
import { errorsOf, StepProblem, type StepFailure } from './step-problem';

interface ChoiceStepProps {
  step: Step;
  /** Where the form goes. */
  action: string;
  name: string;
  legend: string;
  options: ReadonlyArray<{ value: string; label: string; icon?: ReactNode }>;
  chosen: string | null;
  columns?: 1 | 2 | 3;
  onPick: (value: string) => void;
}

/** A step that asks for one choice: tapping a card goes on after 300 ms, the button does so at once. */
export function ChoiceStep(props: ChoiceStepProps) {
  const { step, action, name, legend, options, chosen, columns, onPick } = props;
  const t = useText();
  const { draft } = useWizardView();
  const failure = useActionData<StepFailure>();
  const pending = useNavigation().state !== 'idle';
  const form = useAutoAdvance(step, action, (values) => {
    const value = values.get(name);
    if (typeof value === 'string') onPick(value);
  });
  return (
    <Form ref={form} method="post" action={action} autoComplete="off">
      <StepProblem failure={failure} />
      <input type="hidden" name="version" value={draft.version} />
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
