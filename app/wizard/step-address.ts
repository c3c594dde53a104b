import { changeParam, changePath, stepPath, type Step } from '#contracts/consultation';

/** The form of a step that its link back sends along. */
export const stepFormId = 'details';

/** Where a step's form goes; the step it shares its route with has a page of its own below it. */
export function stepAction(step: Step, changing: boolean): string {
  const path = changing ? changePath(step) : stepPath(step);
  return step === 1 ? path.replace('?', '?index&') : path;
}

/** Where a step leads back to: one step, or to the summary that it was opened from. */
export const backTo = (step: Step, changing: boolean): string =>
  stepPath(changing ? 7 : ((step - 1) as Step));

/** The address that a step has of its own, whatever its form was sent to. */
export function ownAddress(step: Step, { pathname, search }: { pathname: string; search: string }) {
  const changing = new URLSearchParams(search).has(changeParam);
  const own = changing ? changePath(step) : stepPath(step);
  const isOwn = pathname + search === own;
  // A fresh entry has the bare address; so has the way to the step that was left.
  return isOwn || (step === 1 && !search) ? null : own;
}
