import { useState } from 'react';
import type { PictureProblem } from '#platform/files/picture-score';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';

const loadMeasure = () => import('./measure');

interface Doubtful {
  readonly name: string;
  readonly problems: readonly PictureProblem[];
}

/** What the last photos that were picked looked like, measured while they are on their way. */
export function useDoubtful(): [readonly Doubtful[], (files: readonly File[]) => Promise<void>] {
  const [found, setFound] = useState<readonly Doubtful[]>([]);
  const check = async (files: readonly File[]): Promise<void> => {
    setFound([]);
    // Not measured where it cannot be loaded: the photo's own line says the same once it is stored.
    const measure = await loadMeasure().catch(() => null);
    for (const file of files) {
      const problems = (await measure?.problemsOfFile(file)) ?? [];
      if (problems.length > 0) setFound((before) => [...before, { name: file.name, problems }]);
    }
  };
  return [found, check];
}

/** What may be wrong with a photo and what helps, one line each. */
export function ProblemLines({ problems }: { problems: readonly PictureProblem[] }) {
  const t = useText();
  return problems.map((problem) => <p key={problem}>{t(`photos.check.problem.${problem}`)}</p>);
}

/** The photos that may be of little use to a doctor, each with what may be wrong. */
export function DoubtfulPhotos({ photos }: { photos: readonly Doubtful[] }) {
  const t = useText();
  if (photos.length === 0) return null;
  return (
    <Banner tone="warn" title={t('photos.check.doubtful')}>
      {photos.map(({ name, problems }, at) => (
        <div key={at} className="mt-1">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <ProblemLines problems={problems} />
        </div>
      ))}
    </Banner>
  );
}
