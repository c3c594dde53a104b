import { Form } from '@remix-run/react';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { controlStyle } from '#app/components/control-style';

interface GiveRequestProps {
  /** Who looks after it; null for no member. */
  memberId: string | null;
  members: ReadonlyArray<{ readonly _id: string; readonly name: string }>;
  mayGive: boolean;
}

/** Who of the team looks after a request; managers give it to a member. */
export function GiveRequest({ memberId, members, mayGive }: GiveRequestProps) {
  const t = useText();
  const { pending } = useIntent('give');
  const nameOf = (name: string): string => name || t('team.unnamed');
  const holder = members.find(({ _id }) => _id === memberId);
  if (!mayGive)
    return (
      <Card as="section">
        <h2 className="text-base">{t('team.given.label')}</h2>
        <p className="mt-1 wrap-anywhere">{holder ? nameOf(holder.name) : t('team.given.none')}</p>
      </Card>
    );
  return (
    <Card as="section">
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <label htmlFor="given-to" className="mb-1 block font-semibold">
            {t('team.given.label')}
          </label>
          <select
            id="given-to"
            name="memberId"
            defaultValue={memberId ?? ''}
            className={controlStyle}
          >
            <option value="">{t('team.given.none')}</option>
            {members.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {nameOf(name)}
              </option>
            ))}
          </select>
        </div>
        <Button variant="secondary" name="intent" value="give" pending={pending}>
          {t('team.given.submit')}
        </Button>
      </Form>
    </Card>
  );
}
