import {
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from '@remix-run/react';
import { applicationChanged, maxPictures, type PictureReview } from '#contracts/clinic-onboarding';
import { FormWords } from '#app/auth/form-failure';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { ownPictureAddress, PictureState } from '#app/clinic-profile/picture-state';
import {
  loadPictures,
  type PictureFailure,
  picturesAction,
  type PicturesReply,
} from '#app/clinic-profile/pages.server';
import { SectionPage } from '#app/clinic-profile/section-form';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { controlStyle, filePickerStyle } from '#app/components/control-style';
import { Field } from '#app/components/field';
import { Link } from '#app/components/link';
import { Picture } from '#app/components/picture';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.pictures');

export const loader = pageLoader('clinic-manager', loadPictures);
export const clientLoader = keepLast;
export const action = picturesAction;
export const clientAction = keepOnNetworkError;

/** The pictures of a clinic's public page, each with what became of it, and the way to add some. */
export default function ClinicPicturesPage() {
  const { clinicName, slug, pictures, doctors } = useLoaderData<typeof loader>();
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  const t = useText();
  const { reply } = useIntent('remove-picture');
  const [search] = useSearchParams();
  const answer = useActionData() as PicturesReply | undefined;
  const failures = answer?.intent === 'pictures' ? answer.failures : [];
  return (
    <SectionPage section="pictures">
      <div className="space-y-6">
        {search.has('added') && !answer ? (
          <Banner tone="ok" title={t('clinic.profile.pictures.added')} />
        ) : null}
        <NotTaken failures={failures} />
        <FormWords words={reply?.error?.[''] ?? []} />
        <AddPictures room={maxPictures - pictures.length} />
        <p className="text-ink-soft">
          {t('clinic.profile.pictures.count', { count: pictures.length, most: maxPictures })}{' '}
          {slug ? (
            <Link to={`/find-clinics/${slug}`} className="link">
              {t('clinic.profile.public_page')}
            </Link>
          ) : null}
        </p>
        <ul className="grid gap-4 sm:grid-cols-2">
          {pictures.map((picture, index) => (
            <OwnPictureCard
              key={picture.id}
              picture={picture}
              doctors={doctors}
              name={t('clinics.picture', { n: index + 1, clinic: clinicName })}
            />
          ))}
        </ul>
      </div>
    </SectionPage>
  );
}

interface OwnPicture {
  id: string;
  review: PictureReview;
  reason: string | null;
  /** Whom it shows; null: rooms and the house. */
  doctorName: string | null;
}

function NotTaken({ failures }: { failures: readonly PictureFailure[] }) {
  const t = useText();
  if (failures.length === 0) return null;
  return (
    <Banner tone="danger" title={t('clinic.profile.pictures.not_added')}>
      <ul className="mt-1 space-y-1">
        {failures.map(({ name, words }, index) => (
          <li key={index} className="wrap-anywhere">
            {name ? <span className="font-semibold">{name}</span> : null} {words}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function AddPictures({ room }: { room: number }) {
  const t = useText();
  const navigation = useNavigation();
  const pending = navigation.formData?.has('picture') ?? false;
  if (room <= 0) return <p>{t('clinic.profile.pictures.full', { most: maxPictures })}</p>;
  return (
    <Card as="section">
      <Form method="post" encType="multipart/form-data" className="space-y-4">
        <Field
          id="picture"
          label={t('clinic.profile.pictures.choose')}
          hint={t('clinic.profile.pictures.rules')}
        >
          {(aria) => (
            <input
              {...aria}
              type="file"
              name="picture"
              multiple
              accept="image/jpeg,image/png,image/webp"
              className={filePickerStyle}
            />
          )}
        </Field>
        <Button pending={pending}>{t('clinic.profile.pictures.add')}</Button>
      </Form>
    </Card>
  );
}

interface OwnPictureProps {
  picture: OwnPicture;
  doctors: readonly string[];
  name: string;
}

function OwnPictureCard({ picture, doctors, name }: OwnPictureProps) {
  const t = useText();
  const { id, review, reason } = picture;
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface">
      <a href={ownPictureAddress(id)} className="block">
        <Picture
          src={ownPictureAddress(id, 'thumb')}
          alt={name}
          className="aspect-4/3 w-full bg-paper object-contain"
        />
      </a>
      <div className="space-y-2 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <PictureState review={review} />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <Button
              name="intent"
              value="remove-picture"
              variant="quiet"
              className="px-3!"
              aria-label={t('clinic.profile.pictures.remove', { name })}
            >
              {t('common.upload.drop')}
            </Button>
          </Form>
        </div>
        <WhomItShows key={picture.doctorName} picture={picture} doctors={doctors} />
        {reason ? (
          <p className="border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
            <span className="font-semibold">{t('clinic.document.note')}</span> {reason}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Rooms, or one of the doctors: then the picture stands next to the doctor's name. */
function WhomItShows({ picture: { id, doctorName }, doctors }: Omit<OwnPictureProps, 'name'>) {
  const t = useText();
  const field = `shows-${id}`;
  return (
    <Form method="post" preventScrollReset className="border-t border-line pt-3">
      <input type="hidden" name="id" value={id} />
      <label htmlFor={field} className="mb-1 block text-sm font-semibold">
        {t('clinic.profile.pictures.shows')}
      </label>
      <div className="flex gap-2">
        <select
          id={field}
          name="doctorName"
          defaultValue={doctorName ?? ''}
          className={`${controlStyle} min-w-0 text-ellipsis`}
        >
          <option value="">{t('clinic.profile.pictures.rooms')}</option>
          {doctors.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <Button name="intent" value="name-doctor" variant="secondary">
          {t('clinic.profile.save')}
        </Button>
      </div>
    </Form>
  );
}
