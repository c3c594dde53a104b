import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { autoAdvanceMs, stepPath, type Step } from '#contracts/consultation';

/**
 * Sends a step's form 300 ms after a card was tapped. The arrow keys walk through radio buttons and choose
 * on the way, so with the keyboard the form waits for Enter or its button.
 *
 * @returns the ref for the form.
 */
export function useAutoAdvance(
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
