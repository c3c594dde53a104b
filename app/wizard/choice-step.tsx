import { Form, useActionData, useNavigation, useSubmit } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { autoAdvanceMs, type Step, stepPath } from '#contracts/consultation';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { ChoiceCards } from '../components/choice-cards';
import { useHydrated } from '../components/use-hydrated';
import { useResend } from '#app/forms/use-resend';
import { useText } from '#app/i18n/use-text';
import { useWizardView } from './client';
import { draftReply } from './next-step';
import { stepAction } from './step-address';
import { errorsOf, type StepFailure, StepProblem } from './step-problem';

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

/**
 * Sends a step's form 300 ms after a card was tapped. The arrow keys walk through radio buttons and choose
 * on the way, so with the keyboard the form waits for Enter or its button.
 *
 * @returns the ref for the form.
 */
function useAutoAdvance(
  step: Step,
  action: string,
  onPick: (form: FormData) => void,
): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const picked = useRef(onPick);
  picked.current = onPick;
  const submit = useSubmit();

  useEffect(() => {
    const element = form.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = (): void => {
      if (!element) return;
      const values = new FormData(element);
      // Going back in the browser must find step 1 itself, not the way to the step that was left.
      if (step === 1 && !window.location.search)
        window.history.replaceState(window.history.state, '', stepPath(1));
      submit(values, { method: 'post', action });
    };
    const pick = (): void => {
      if (!element) return;
      clearTimeout(timer);
      timer = setTimeout(send, autoAdvanceMs);
      // The radio button itself changes after its click was heard.
      setTimeout(() => picked.current(new FormData(element)));
    };
    const onClick = (event: MouseEvent): void => {
      const isCard = event.target instanceof Element && event.target.closest('label') !== null;
      // A click that a key made has no count.
      if (isCard && event.detail > 0) pick();
    };
    // Tapped while the page was still coming to life.
    const checked = element?.querySelector<HTMLInputElement>('input[type=radio]:checked');
    if (checked && !checked.defaultChecked) pick();
    element?.addEventListener('click', onClick);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('click', onClick);
    };
  }, [step, action, submit]);

  return form;
}
