import { Form, useNavigation } from '@remix-run/react';
import {
  type PhotoDto,
  type PhotoViewsDto,
  shownViews,
  type Treated,
  viewsFor,
} from '#contracts/consultation';
import type { LeadDetails } from '#contracts/leads';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '../components/button';
import { When } from '../components/date-time';
import { PhotoTiles } from '../components/photo-tiles';
import { StatusTag } from '../components/status-tag';
import type { TimelineItem } from '../components/timeline';
import { ViewCount, ViewName } from '#app/photos/view-count';
import { Rich } from '#app/i18n/rich';
import { type Text, useText } from '#app/i18n/use-text';

type View = PhotoViewsDto['views'][number];

/** What stands below a photo: who opened it last, and how many others did. */
function OpenedBy({ views }: { views: readonly View[] }) {
  const t = useText();
  const [last, ...others] = views;
  if (!last) return null;
  return (
    <p className="px-2 py-1.5 text-sm wrap-anywhere">
      <Rich
        id="photos.opened_by"
        values={{ clinic: last.clinic.clinicName, times: last.times }}
        components={{ when: <When date={last.lastAt} format="datetime" /> }}
      />
      {others.length > 0 ? (
        <span className="block text-ink-soft">
          {t('photos.opened_by_others', { count: others.length })}
        </span>
      ) : null}
    </p>
  );
}

interface Viewer {
  readonly id: string;
  readonly name: string;
  readonly views: readonly View[];
  /** Since when the clinic may not look any more; null while it may. */
  readonly endedAt: string | null;
}

/** Clinics that looked or may not look, the latest first. */
function viewersOf({ views, withdrawn }: PhotoViewsDto): Viewer[] {
  const ended = new Map(withdrawn.map(({ clinic, at }) => [clinic._id, at]));
  const clinics = [...views, ...withdrawn].map(({ clinic }) => clinic);
  const names = new Map(clinics.map(({ _id, clinicName }) => [_id, clinicName]));
  return [...names].map(([id, name]) => ({
    id,
    name,
    views: views.filter(({ clinic }) => clinic._id === id),
    endedAt: ended.get(id) ?? null,
  }));
}

interface PhotoViewersProps {
  photos: readonly PhotoDto[];
  seen: PhotoViewsDto;
}

/** Which clinic opened which photo, how often and when last, and the way to take its photo access or give it back. */
function PhotoViewers({ photos, seen }: PhotoViewersProps) {
  const t = useText();
  const viewers = viewersOf(seen);
  return (
    <section id="photo-viewers" aria-labelledby="photo-viewers-heading" className="mt-6">
      <h3 id="photo-viewers-heading" className="text-base font-semibold">
        {t('photos.viewers')}
      </h3>
      <p className="mt-1 text-ink-soft">{t('photos.viewers_text')}</p>
      {viewers.length === 0 ? <p className="mt-3">{t('photos.nobody')}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {viewers.map((viewer) => (
          <li
            key={viewer.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4"
          >
            <ViewerLines viewer={viewer} photos={photos} />
            <PhotoAccessForm viewer={viewer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ViewerLines({ viewer, photos }: { viewer: Viewer; photos: readonly PhotoDto[] }) {
  const t = useText();
  const numberOf = (photoId: string) => photos.findIndex(({ id }) => id === photoId) + 1;
  // A photo may have moved on to another request.
  const views = viewer.views.filter(({ photoId }) => numberOf(photoId) > 0);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {viewer.name}
        {viewer.endedAt ? <StatusTag tone="info">{t('photos.hidden')}</StatusTag> : null}
      </p>
      <ul className="mt-1 text-sm">
        {views
          .sort((a, b) => numberOf(a.photoId) - numberOf(b.photoId))
          .map(({ photoId, times, lastAt }) => (
            <li key={photoId}>
              <Rich
                id="photos.opened"
                values={{ number: numberOf(photoId), times }}
                components={{ when: <When date={lastAt} format="datetime" /> }}
              />
            </li>
          ))}
        {views.length === 0 ? <li>{t('photos.never_opened')}</li> : null}
        {viewer.endedAt ? (
          <li className="text-ink-soft">
            <Rich
              id="photos.hidden_since"
              components={{ when: <When date={viewer.endedAt} format="datetime" /> }}
            />
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function PhotoAccessForm({ viewer: { id, name, endedAt } }: { viewer: Viewer }) {
  const t = useText();
  const intent = endedAt ? 'show-photos' : 'hide-photos';
  const { reply, pending } = useIntent(intent);
  const sent = useNavigation().formData?.get('clinicId');
  const mine = reply?.initialValue?.clinicId === id;
  return (
    <Form method="post" action="?index" preventScrollReset>
      <input type="hidden" name="clinicId" value={id} />
      <Button
        name="intent"
        value={intent}
        variant="secondary"
        pending={pending && sent === id}
        aria-label={t(endedAt ? 'photos.show_to' : 'photos.hide_from', { clinic: name })}
      >
        {t(endedAt ? 'photos.show' : 'photos.hide')}
      </Button>
      {mine
        ? reply?.error?.['']?.map((line) => (
            <p key={line} role="alert" className="mt-1 text-danger">
              {line}
            </p>
          ))
        : null}
    </Form>
  );
}

interface RequestPhotosProps {
  photos: readonly PhotoDto[];
  /** What is treated: it says which views are asked for. */
  treated: Treated;
  seen: PhotoViewsDto;
  over: boolean;
}

/** The photos of a request, and which clinics opened them. */
export function RequestPhotos({ photos, treated, seen, over }: RequestPhotosProps) {
  const t = useText();
  if (photos.length === 0)
    return (
      <p className="text-ink-soft">
        {t(over ? 'leads.detail.no_photos_left' : 'leads.detail.no_photos')}
      </p>
    );
  const views = viewsFor(treated, photos);
  return (
    <>
      {shownViews(views) > 0 ? <ViewCount views={views} className="mb-4" /> : null}
      <PhotoTiles
        photos={photos}
        columns="grid-cols-2 sm:grid-cols-4"
        alt={(number) => t('leads.detail.photo_open', { number, total: photos.length })}
        below={({ id, slot }) => (
          <>
            <ViewName slot={slot} />
            <OpenedBy views={seen.views.filter(({ photoId }) => photoId === id)} />
          </>
        )}
      />
      <PhotoViewers photos={photos} seen={seen} />
    </>
  );
}

/** The life of a request as its owner sees it: what happened with its date, what comes with the date promised. */
export function requestTimeline(t: Text, details: LeadDetails): TimelineItem[] {
  const sent: TimelineItem = {
    title: t('leads.timeline.sent'),
    at: details.lead.createdAt,
    state: 'done',
  };
  return [sent, ...reviewSteps(t, details), ...offerSteps(t, details), ...endSteps(t, details)];
}

const atOf = ({ activity }: LeadDetails, kind: string): string | undefined =>
  activity.findLast((entry) => entry.kind === kind)?.at;

function reviewSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, publishedAt, screeningEndsAt, sentBackAt } = details;
  if (publishedAt)
    return [{ title: t('leads.timeline.published'), at: publishedAt, state: 'done' }];
  if (lead.status !== 'pending') return [];
  if (sentBackAt)
    return [{ title: t('leads.timeline.sent_back'), at: sentBackAt, state: 'current' }];
  return [
    {
      title: t('leads.timeline.screening'),
      due: screeningEndsAt ?? undefined,
      state: 'current',
      text: t(screeningEndsAt ? 'leads.timeline.screening_text' : 'leads.timeline.held_text'),
    },
  ];
}

function offerSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, widenedAt, offersDueAt } = details;
  const widened: TimelineItem[] = widenedAt
    ? [{ title: t('leads.timeline.widened'), at: widenedAt, state: 'done' }]
    : [];
  const receivedAt = atOf(details, 'offers-received');
  const received: TimelineItem = {
    title: t('leads.timeline.offers'),
    at: receivedAt,
    state: 'done',
  };
  switch (lead.status) {
    case 'pending':
      return [
        {
          title: t('leads.timeline.offers_upcoming'),
          state: 'upcoming',
          text: t('leads.timeline.waiting_text'),
        },
      ];
    case 'reviewed': {
      const late = atOf(details, 'no-offers-yet') !== undefined;
      return [
        ...widened,
        {
          title: t('leads.timeline.waiting'),
          due: late ? undefined : (offersDueAt ?? undefined),
          state: 'current',
          text: t(late ? 'leads.timeline.waiting_longer' : 'leads.timeline.waiting_text'),
        },
      ];
    }
    default:
      return [...widened, ...(receivedAt ? [received] : [])];
  }
}

function endSteps(t: Text, details: LeadDetails): TimelineItem[] {
  const { lead, expiresAt, completedAt, cancelledAt, cancelledBy, cancelReason } = details;
  if (cancelledAt)
    return [
      {
        title: t(`leads.timeline.cancelled_${cancelledBy ?? 'team'}`),
        at: cancelledAt,
        state: 'done',
        text: cancelReason ? t('leads.timeline.reason', { reason: cancelReason }) : undefined,
      },
    ];
  if (completedAt)
    return [{ title: t('leads.timeline.completed'), at: completedAt, state: 'done' }];
  return [
    {
      title: t('leads.timeline.choose'),
      openUntil: expiresAt ?? undefined,
      state: lead.status === 'offers_received' ? 'current' : 'upcoming',
      text: expiresAt ? t('leads.timeline.choose_text') : undefined,
    },
  ];
}
