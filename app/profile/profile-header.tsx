import { BadgeCheck, Pencil } from 'lucide-react';
import type { User } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { initialsOf } from '#app/profile/initials';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { StatusTag } from '../components/status-tag';

/** Who is signed in, with words for what is missing, and the way to change it. */
export function ProfileHeader({ user, phone }: { user: User; phone: string }) {
  const t = useText();
  const { firstName, lastName, email } = user;
  const name = `${firstName} ${lastName}`.trim() || t('profile.home.no_name');
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-brand text-xl font-semibold text-white"
      >
        {initialsOf(firstName, lastName) || initialsOf(t('profile.home.no_name'), '')}
      </span>
      <div className="min-w-0 grow">
        <h2 className="text-xl wrap-anywhere">{name}</h2>
        <p className="text-ink-soft wrap-anywhere">{email || t('profile.home.no_email')}</p>
        <p className="tnum text-ink-soft">{phone || t('profile.home.no_phone')}</p>
        <p className="mt-2">
          <StatusTag tone="ok" icon={BadgeCheck}>
            {t('profile.home.verified')}
          </StatusTag>
        </p>
      </div>
      <ButtonLink variant="secondary" to="/profile/personal" aria-label={t('profile.home.edit')}>
        <Pencil aria-hidden="true" className="size-5" />
      </ButtonLink>
    </Card>
  );
}
