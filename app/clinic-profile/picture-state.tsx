import type { PictureReview } from '#contracts/clinic-onboarding';
import { StatusTag } from '../components/status-tag';
import { useText } from '#app/i18n/use-text';

const tones = { waiting: 'info', shown: 'ok', refused: 'danger' } as const;

/** What became of a picture for the public page. */
export function PictureState({ review }: { review: PictureReview }) {
  const t = useText();
  return <StatusTag tone={tones[review]}>{t(`clinic.profile.pictures.state.${review}`)}</StatusTag>;
}

/** The bytes of a picture of the clinic that asks, shown to patients or not. */
export const ownPictureAddress = (id: string, size: 'full' | 'thumb' = 'full'): string =>
  `/api/files/${id}?size=${size}`;
