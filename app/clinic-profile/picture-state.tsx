import type { PictureReview } from '#contracts/clinic-onboarding';
import { useText } from '#app/i18n/use-text';
import { StatusTag } from '../components/status-tag';

const tones = { waiting: 'info', shown: 'ok', refused: 'danger' } as const;

/** What became of a picture for the public page. */
export function PictureState({ review }: { review: PictureReview }) {
  const t = useText();
  return <StatusTag tone={tones[review]}>{t(`clinic.profile.pictures.state.${review}`)}</StatusTag>;
}
