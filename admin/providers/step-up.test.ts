import { expect, it } from 'vitest';
import { createStepUp } from './step-up';

it('asks one question for acts that need it at the same time', async () => {
  const stepUp = createStepUp();
  const questions: Array<(proven: boolean) => void> = [];
  stepUp.shownBy((done) => questions.push(done));
  const both = Promise.all([stepUp.prove(), stepUp.prove()]);
  expect(questions).toHaveLength(1);
  questions[0]!(true);
  expect(await both).toEqual([true, true]);

  const later = stepUp.prove();
  expect(questions).toHaveLength(2);
  questions[1]!(false);
  expect(await later).toBe(false);
});

it('is a no where nobody can be asked', async () => {
  const stepUp = createStepUp();
  expect(await stepUp.prove()).toBe(false);
  const gone = stepUp.shownBy(() => {
    throw new Error('the dialog is gone');
  });
  gone();
  expect(await stepUp.prove()).toBe(false);
});
