import type { PictureProblem } from '#platform/files/picture-score';
import { useText } from '#app/i18n/use-text';

/** What may be wrong with a photo and what helps, one line each. */
export function ProblemLines({ problems }: { problems: readonly PictureProblem[] }) {
  const t = useText();
  return problems.map((problem) => <p key={problem}>{t(`photos.check.problem.${problem}`)}</p>);
}
