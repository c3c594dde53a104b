import { useLocation } from '@remix-run/react';
import type { ProfileDraft } from '#contracts/identity';
import { useFreshForm } from '#app/forms/use-fresh-form';
import { ProfileForm } from './profile-form';

/** The profile with what was typed of it before, also after a reload. */
export function ProfileStep(props: { typed: ProfileDraft | null; phone: string }) {
  const { pathname } = useLocation();
  const round = useFreshForm('profile', pathname, props.typed);
  return <ProfileForm key={round} {...props} />;
}
