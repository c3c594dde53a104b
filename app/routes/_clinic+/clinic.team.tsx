import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import type { InviteDto, MemberDto } from '#contracts/identity';
import { clinicRoles, type ClinicRole } from '#platform/base/actor';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { profilePath } from '#app/clinic-profile/paths';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { ChoiceCards } from '#app/components/choice-cards';
import { When } from '#app/components/date-time';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { TextField } from '#app/components/text-field';
import { TextToCopy, useMade } from '#app/components/text-to-copy';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { ClinicChoices } from '#app/clinic/clinic-choices';
import { teamAction, teamLoader } from '#app/team/team-page.server';

export const meta = pageMeta('team');
export const loader = teamLoader;
export const action = teamAction;
export const clientAction = keepOnNetworkError;

/** Who works for the clinic; owners invite, change and remove. */
export default function TeamPage() {
  const t = useText();
  const { members, invites, isOwner, others } = useLoaderData<typeof loader>();
  const made = useMade<MadeInvite>();
  const failed = useActionData() as IntentReply | undefined;
  const failure = failed?.intent !== 'invite' && failed?.code ? t(`error.${failed.code}`) : null;
  return (
    <Page
      title={t('team.title')}
      lead={t('team.lead')}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      <div className="space-y-8">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        <section className="space-y-3">
          <h2 className="text-lg">{t('team.members')}</h2>
          <ul className="space-y-3">
            {members.map((member) => (
              <Member key={member._id} member={member} isOwner={isOwner} />
            ))}
          </ul>
        </section>
        {invites.length > 0 ? <Invites invites={invites} /> : null}
        {isOwner ? <InviteForm key={made?.link} made={made} /> : null}
        {others.length > 0 ? (
          <section className="space-y-3">
            <h2 className="text-lg">{t('team.others')}</h2>
            <ClinicChoices clinics={others} />
          </section>
        ) : null}
        <Leave />
      </div>
    </Page>
  );
}

function Member({ member, isOwner }: { member: MemberDto; isOwner: boolean }) {
  const t = useText();
  const { _id, name, role, phoneNumber, lastSeenAt, isSelf, holdsAccount } = member;
  return (
    <Card as="li" className="space-y-3">
      <div>
        <p className="font-semibold wrap-anywhere">
          {name || t('team.unnamed')}
          {isSelf ? <span className="font-normal text-ink-soft"> {t('team.you')}</span> : null}
        </p>
        <p className="text-ink-soft">
          {t(`team.role.${role}`)}
          {phoneNumber ? (
            <>
              {' '}
              · <bdi className="tnum">{phoneNumber}</bdi>
            </>
          ) : null}
        </p>
        <p className="text-sm text-ink-soft">
          {t('team.last_seen')} <When date={lastSeenAt} format="date" />
        </p>
        {holdsAccount ? <p className="text-sm text-ink-soft">{t('team.holds')}</p> : null}
      </div>
      {isOwner ? (
        <div className="flex flex-wrap items-end gap-3">
          <RoleForm id={_id} name={name} role={role} />
          {isSelf ? null : <RemoveForm id={_id} name={name} />}
        </div>
      ) : null}
    </Card>
  );
}

function RoleForm({ id, name, role }: { id: string; name: string; role: ClinicRole }) {
  const t = useText();
  const { pending } = useIntent('role');
  const field = `role-${id}`;
  return (
    <Form method="post" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="id" value={id} />
      <label htmlFor={field} className="-mb-2 w-full text-sm font-semibold wrap-anywhere">
        {t('team.role_of', { name })}
      </label>
      <select
        id={field}
        name="role"
        defaultValue={role}
        className="min-h-11 rounded-md border border-line-strong bg-surface px-3"
      >
        {clinicRoles.map((one) => (
          <option key={one} value={one}>
            {t(`team.role.${one}`)}
          </option>
        ))}
      </select>
      <Button variant="secondary" name="intent" value="role" pending={pending}>
        {t('team.change')}
      </Button>
    </Form>
  );
}

/** Opened first: one slip of a finger removes no member, with or without scripts. */
function RemoveForm({ id, name }: { id: string; name: string }) {
  const t = useText();
  const { pending } = useIntent('remove');
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {t('team.remove_named', { name })}
      </summary>
      <Form method="post" className="mt-2 space-y-2">
        <input type="hidden" name="id" value={id} />
        <p>{t('team.remove_text')}</p>
        <Button variant="danger" name="intent" value="remove" pending={pending}>
          {t('team.remove')}
        </Button>
      </Form>
    </details>
  );
}

function Invites({ invites }: { invites: readonly InviteDto[] }) {
  const t = useText();
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('team.invites')}</h2>
      <ul className="space-y-3">
        {invites.map(({ _id, name, role, phoneNumber, expiresAt }) => (
          <Card as="li" key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p className="text-ink-soft">
                {t(`team.role.${role}`)} · <bdi className="tnum">{phoneNumber}</bdi>
              </p>
              <p className="text-sm text-ink-soft">
                {t('team.expires')} <When date={expiresAt} format="datetime" />
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="id" value={_id} />
              <Button
                variant="quiet"
                name="intent"
                value="drop-invite"
                aria-label={t('team.drop_named', { name })}
              >
                {t('team.drop')}
              </Button>
            </Form>
          </Card>
        ))}
      </ul>
    </section>
  );
}

interface MadeInvite {
  readonly link: string;
  readonly name: string;
}

type Invited = { phoneNumber: string; name: string; role: string };

/** The link is shown once, to be sent on by whoever invites. */
function InviteForm({ made }: { made?: MadeInvite }) {
  const t = useText();
  const { reply, pending, code } = useIntent('invite');
  const [form, fields] = useForm<Invited>({ id: 'invite', lastResult: reply });
  return (
    <section className="space-y-4">
      <h2 className="text-lg">{t('team.invite')}</h2>
      {made ? (
        <Banner tone="ok" title={t('team.invited', { name: made.name })}>
          <TextToCopy
            text={made.link}
            label={t('team.link')}
            hint={t('team.link_hint')}
            copy={t('team.copy')}
            rows={3}
          />
        </Banner>
      ) : null}
      {code && !reply ? <Banner tone="danger" title={t(`error.${code}`)} /> : null}
      <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
        <ErrorSummary form={form} />
        <TextField meta={fields.name} label={t('team.name')} hint={t('team.name_hint')} />
        <TextField
          meta={fields.phoneNumber}
          type="tel"
          label={t('auth.phone.label')}
          hint={t('team.phone_hint')}
        />
        <ChoiceCards
          name="role"
          id={fields.role.id}
          legend={t('team.role')}
          errors={fields.role.errors}
          defaultValue={fields.role.initialValue}
          options={clinicRoles.map((value) => ({
            value,
            label: t(`team.role.${value}`),
            description: t(`team.may.${value}`),
          }))}
        />
        <Button name="intent" value="invite" pending={pending}>
          {t('team.invite_submit')}
        </Button>
      </Form>
    </section>
  );
}

function Leave() {
  const t = useText();
  const { pending } = useIntent('leave');
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {t('team.leave')}
      </summary>
      <Form method="post" className="mt-2 space-y-2">
        <p>{t('team.leave_text')}</p>
        <Button variant="danger" name="intent" value="leave" pending={pending}>
          {t('team.leave_submit')}
        </Button>
      </Form>
    </details>
  );
}
