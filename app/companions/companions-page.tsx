import { Form, useNavigation } from '@remix-run/react';
import {
  companionsChanged,
  mostLive,
  type ShareDto,
  type SubjectKind,
  subjectPath,
} from '#contracts/companions';
import { labelKey } from '#contracts/consultation';
import type { OwnCompanions } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { useMade } from '#app/components/text-to-copy';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { CheckboxField } from '../components/checkbox-field';
import { When } from '../components/date-time';
import { EmptyState } from '../components/empty-state';
import { ListFailure } from '../components/list-failure';
import { Page } from '../components/page';
import { StatusTag } from '../components/status-tag';
import { DealForm, Section } from '../deals/section';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { NewLink } from './new-link';

interface CompanionsPageProps extends OwnCompanions {
  readonly kind: SubjectKind;
  /** Of the request, or of the deal's offer. */
  readonly id: string;
}

/** The links by which relatives see one thing of a patient: making one, taking one back, and what was written. */
export function CompanionsPage({
  kind,
  id,
  links,
  isOpen,
  subTreatment,
  hasPhotos,
}: CompanionsPageProps) {
  const t = useText();
  useLive(({ type }) => type === companionsChanged);
  const made = useMade<string>();
  const live = links.filter(({ state }) => state !== 'ended');
  return (
    <Page
      title={t('companions.heading')}
      lead={t(`companions.lead.${kind}`, { treatment: t(labelKey('sub-treatment', subTreatment)) })}
      back={{ to: subjectPath(kind, id), label: t(`companions.back.${kind}`) }}
    >
      <div className="space-y-6">
        {made && live.some(({ state }) => state === 'open') ? <NewLink address={made} /> : null}
        {!isOpen ? (
          <Banner tone="info" title={t('companions.over')} />
        ) : live.length >= mostLive ? (
          <Banner tone="info" title={t('companions.full', { most: mostLive })} />
        ) : (
          <MakeLink hasPhotos={hasPhotos} />
        )}
        {links.length > 0 ? (
          <ul className="space-y-4">
            {links.map((link) => (
              <OneLink key={link._id} link={link} />
            ))}
          </ul>
        ) : isOpen ? (
          <EmptyState title={t('companions.none')} text={t('companions.none_text')} />
        ) : null}
      </div>
    </Page>
  );
}

function MakeLink({ hasPhotos }: { hasPhotos: boolean }) {
  const t = useText();
  return (
    <Section title={t('companions.make')}>
      <p className="measure">{t('companions.make_text')}</p>
      <DealForm<{ withPhotos: boolean; withNotes: boolean }>
        intent="share"
        submit={t('companions.submit')}
      >
        {({ withPhotos, withNotes }) => (
          <>
            {hasPhotos ? (
              <CheckboxField
                meta={withPhotos}
                label={t('companions.with_photos')}
                hint={t('companions.with_photos_hint')}
              />
            ) : null}
            <CheckboxField
              meta={withNotes}
              label={t('companions.with_notes')}
              hint={t('companions.with_notes_hint')}
            />
          </>
        )}
      </DealForm>
    </Section>
  );
}

const tones = { open: 'info', used: 'ok', ended: 'neutral' } as const;

function OneLink({ link }: { link: ShareDto }) {
  const t = useText();
  const { state, endedBecause, withPhotos, withNotes } = link;
  const shown = [
    t(withPhotos ? 'companions.link.photos' : 'companions.link.no_photos'),
    t(withNotes ? 'companions.link.notes' : 'companions.link.no_notes'),
  ].join(' ');
  return (
    <Card as="li" className="wrap-anywhere">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">
          <Rich
            id="companions.link.title"
            components={{ when: <When date={link.createdAt} format="datetime" /> }}
          />
        </h2>
        <StatusTag tone={tones[state]}>{t(`companions.state.${state}`)}</StatusTag>
      </div>
      <p className="mt-2">{shown}</p>
      <Opened link={link} />
      {state === 'ended' ? (
        <p className="text-ink-soft">
          {endedBecause ? t(`companions.ended.${endedBecause}`) : null}{' '}
          {link.endedAt ? <When date={link.endedAt} format="datetime" /> : null}
        </p>
      ) : (
        <>
          <p className="text-ink-soft">
            <Rich
              id="companions.link.until"
              components={{ when: <When date={link.expiresAt} format="datetime" /> }}
            />
          </p>
          <Revoke shareId={link._id} />
        </>
      )}
      <Notes link={link} />
    </Card>
  );
}

/** First and last look; one that was never opened says so. */
function Opened({ link: { openedAt, lastOpenedAt, state } }: { link: ShareDto }) {
  const t = useText();
  if (!openedAt) return state === 'open' ? <p>{t('companions.link.not_opened')}</p> : null;
  return (
    <p>
      <Rich
        id="companions.link.opened"
        components={{
          first: <When date={openedAt} format="datetime" />,
          last: <When date={lastOpenedAt ?? openedAt} format="datetime" />,
        }}
      />
    </p>
  );
}

function Revoke({ shareId }: { shareId: string }) {
  const t = useText();
  const { reply } = useIntent('revoke');
  const { formData } = useNavigation();
  const pending = formData?.get('intent') === 'revoke' && formData.get('shareId') === shareId;
  const failed = reply?.error?.['']?.join(' ');
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="shareId" value={shareId} />
      <Button name="intent" value="revoke" variant="secondary" pending={pending}>
        {t('companions.revoke')}
      </Button>
      {failed ? (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {failed}
        </p>
      ) : null}
    </Form>
  );
}

function Notes({ link: { _id, notes } }: { link: ShareDto }) {
  const t = useText();
  if (notes.length === 0) return null;
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-base">{t('companions.notes', { count: notes.length })}</h3>
      <ul className="divide-y divide-line">
        {notes.map((note) => (
          <li key={note._id} className="py-3 last:pb-0">
            <p className="text-sm text-ink-soft">
              {note.author ?? t('companions.note.nameless')},{' '}
              <When date={note.createdAt} format="datetime" />
            </p>
            <p className="measure whitespace-pre-line">{note.text}</p>
            <Form method="post" className="mt-1">
              <input type="hidden" name="shareId" value={_id} />
              <input type="hidden" name="noteId" value={note._id} />
              <Button
                name="intent"
                value="remove-note"
                variant="quiet"
                aria-label={t('companions.note.remove_of', {
                  author: note.author ?? t('companions.note.nameless'),
                })}
              >
                {t('companions.note.remove')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In place of the links when they could not be had. */
export function CompanionsFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('companions.heading')}
      failed={t('companions.failed')}
      safe={t('companions.safe')}
    />
  );
}
