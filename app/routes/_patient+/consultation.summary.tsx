import type { MetaFunction } from '@remix-run/node';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import {
  changePath,
  type ChosenClinic,
  type DraftFields,
  hasPatientInfo,
  labelKey,
  maxAsked,
  openFields,
  openFieldsAmong,
  type PatientInfo,
  photoAddress,
  type PhotoDto,
  type Step,
  stepPath,
} from '#contracts/consultation';
import { dropClinic, readDraft, saveStep } from '#modules/consultation';
import { agreeToTerms } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { withoutContactData } from '#platform/masking/mask';
import { submitRequest } from '#workflows';
import { ActionBar } from '#app/components/action-bar';
import { useAlert } from '#app/components/alert-dialog';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Checkbox } from '#app/components/checkbox';
import { SignedOut, signInTo } from '#app/components/kept-status';
import { Link } from '#app/components/link';
import { Picture } from '#app/components/picture';
import { TermsText } from '#app/components/terms-text';
import { useHydrated } from '#app/components/use-hydrated';
import { useReconnected } from '#app/forms/use-resend';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { ChosenClinics } from '#app/wizard/chosen-clinics';
import { useWizardView } from '#app/wizard/client';
import type { FreeText } from '#app/wizard/open-wizard.server';
import { isWaiting } from '#app/wizard/photo-queue';
import { PhotosWaiting } from '#app/wizard/photos-waiting';
import type { StepFailure } from '#app/wizard/step-problem';

export { clientAction } from '#app/wizard/client';

/** The confirmation shares this route. */
export const meta: MetaFunction = (page) =>
  pageMeta(page.location.search ? 'consultation.done' : 'consultation.summary')(page);

/** `terms` is asked for when those that were agreed to are no longer the current ones. */
const submission = z.object({ draftId: z.uuid(), terms: z.literal('on').optional() });

/** Submits the draft once, however often it is asked to, or takes contact data out of it before; the confirmation shares the summary's route. */
export const action = pageAction('patient', {
  submit: intent('patient', submission, async (ctx, { draftId, terms }) => {
    if (terms) await agreeToTerms(ctx);
    const { id } = await submitRequest(ctx, { from: 'draft', draftId });
    return redirect(`${stepPath(7)}?submitted=${id}`);
  }),
  unask: intent('patient', z.object({ slug: z.string().max(100) }), async (ctx, { slug }) => {
    await dropClinic(ctx, { slug });
    return redirect(stepPath(7));
  }),
  'remove-contact': intent('patient', z.object({}), async (ctx) => {
    await removeContact(ctx);
    return redirect(stepPath(7));
  }),
});

/**
 * Takes contact data out of the texts of the acting patient's draft and goes back to the summary. A draft that is sent
 * meanwhile stays as it was sent.
 *
 * @throws AppError `version_conflict` when another tab wrote meanwhile
 */
async function removeContact(ctx: CtxOf<'patient'>): Promise<void> {
  const draft = await readDraft(ctx);
  if (!draft) return;
  const { notes, patientInfo } = draft.fields;
  await saveStep(ctx, {
    step: 6,
    expectedVersion: draft.version,
    details: {
      notes: withoutContactData(notes),
      patientInfo: {
        ...patientInfo,
        medicalHistory: withoutContactData(patientInfo.medicalHistory),
        allergies: withoutContactData(patientInfo.allergies),
      },
    },
    events: () => [{ type: 'choose-budget', ...openFieldsAmong(draft.fields) }, { type: 'next' }],
  });
}

/** Step 7: everything once more, what is agreed to, and the one button. */
export default function SummaryStep() {
  const failure = useActionData<StepFailure>();
  const t = useText();
  const { draft, contactIn, photoUploads } = useWizardView();
  // A request that is sent takes no photo any more.
  const waits = photoUploads.uploads.some(isWaiting);
  const pending = useNavigation().formMethod === 'POST';
  return (
    <>
      <SubmitProblem failure={failure} />
      <SummarySections fields={draft.fields} photos={draft.photos} />
      <AskedClinics clinics={draft.clinics} />
      {contactIn.length > 0 ? <ContactFound texts={contactIn} /> : null}
      <NextSteps />
      {failure?.code === 'unauthenticated' ? (
        <div className="mb-6">
          <SignedOut signIn={signInTo('/consultation/summary')} />
        </div>
      ) : null}
      <Form method="post" action="/consultation/summary">
        <input type="hidden" name="draftId" value={draft.id ?? ''} />
        {failure?.code === 'consent_required' ? (
          <div className="mb-6">
            <Checkbox
              id="terms"
              name="terms"
              required
              label={<TermsText id="auth.phone.terms" />}
            />
          </div>
        ) : null}
        <PhotosWaiting uploads={photoUploads.uploads} />
        <ActionBar>
          <Button
            name="intent"
            value="submit"
            size="lg"
            pending={pending}
            blocked={waits && t('consultation.summary.photos_on_their_way')}
          >
            {t('consultation.summary.submit')}
          </Button>
        </ActionBar>
      </Form>
    </>
  );
}

/** The clinics that are asked with it, and the way to more of them. */
function AskedClinics({ clinics }: { clinics: readonly ChosenClinic[] }) {
  const t = useText();
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-lg">{t('consultation.ask.title')}</h2>
      <p className="measure mt-1 text-sm text-ink-soft">
        {t(clinics.length > 0 ? 'consultation.ask.some' : 'consultation.ask.none')}
      </p>
      {clinics.length > 0 ? (
        <ChosenClinics clinics={clinics} action="/consultation/summary" className="mt-2" />
      ) : null}
      {clinics.length < maxAsked ? (
        <Link to="/find-clinics" className="link inline-flex min-h-11 items-center">
          {t(clinics.length > 0 ? 'consultation.ask.another' : 'consultation.ask.choose')}
        </Link>
      ) : null}
    </section>
  );
}

/** What would keep the request from being published at once, with one way to take it out and one to change it. */
function ContactFound({ texts }: { texts: readonly FreeText[] }) {
  const t = useText();
  const formats = useFormats();
  const pending = useNavigation().formData?.get('intent') === 'remove-contact';
  return (
    <Banner
      tone="warn"
      title={t('consultation.contact.title', {
        texts: formats.list(texts.map((text) => t(`consultation.contact.in.${text}`))),
      })}
      className="mt-6"
    >
      <p>{t('consultation.contact.text')}</p>
      <Form method="post" action="/consultation/summary" className="mt-3 flex flex-wrap gap-3">
        <Button name="intent" value="remove-contact" variant="secondary" pending={pending}>
          {t('consultation.contact.remove')}
        </Button>
        <ButtonLink variant="quiet" to={changePath(6)}>
          {t('consultation.contact.change')}
        </ButtonLink>
      </Form>
    </Banner>
  );
}

/** Why the request was not sent: a dialog, and in the page itself where there is no JavaScript. */
function SubmitProblem({ failure }: { failure: StepFailure | undefined }) {
  const t = useText();
  const hydrated = useHydrated();
  const { show, element } = useAlert();
  const [over, setOver] = useState<StepFailure>();
  // Sending is for the person to repeat: that the network was away is all that is over.
  useReconnected(failure, () => setOver(failure), { tries: false });
  const words = useFailureWords(failure === over ? undefined : failure);
  useEffect(() => {
    if (words) show(words);
  }, [words, failure, show]);
  // A dialog that is open stays until it was read.
  if (!words) return hydrated ? element : null;
  return (
    <>
      <Banner tone="danger" title={words} className="mb-6">
        <p>{t('consultation.error.network_kept')}</p>
      </Banner>
      {hydrated ? element : null}
    </>
  );
}

function useFailureWords(failure: StepFailure | undefined): string | null {
  const t = useText();
  if (!failure?.code) return null;
  if (failure.code === 'unauthenticated') return null;
  if (failure.code === 'consent_required') return t('consultation.consent.changed');
  if (failure.code === 'network') return t('consultation.error.network');
  const words = Object.values(failure.reply?.error ?? {})
    .flat()
    .filter(Boolean)
    .join(' ');
  return failure.code === 'internal_error' || !words ? t('consultation.error.submit') : words;
}

/** What follows from the button below: what is agreed to, and what happens when. */
function NextSteps() {
  const t = useText();
  return (
    <div className="mt-8 space-y-6">
      <section>
        <h2 className="text-xl">{t('consultation.next.title')}</h2>
        <ol className="measure mt-2 list-decimal space-y-1 ps-6">
          <li>{t('consultation.next.screening')}</li>
          <li>{t('consultation.next.clinics')}</li>
          <li>{t('consultation.next.offers')}</li>
        </ol>
      </section>
      <section>
        <h2 className="text-xl">{t('consultation.consent.title')}</h2>
        <ul className="measure mt-2 list-disc space-y-1 ps-6">
          <li>{t('consultation.consent.health_data')}</li>
          <li>{t('consultation.consent.sharing')}</li>
        </ul>
      </section>
    </div>
  );
}

/** What was chosen, each part with a link to its step. Parts that were left open do not show, but for the cities. */
function SummarySections({ fields, photos }: { fields: DraftFields; photos: PhotoDto[] }) {
  const t = useText();
  const formats = useFormats();
  const { category, subTreatment, bodyArea, locations, notes } = fields;
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      <Section step={1} title={t('consultation.summary.category')}>
        {category ? t(labelKey('category', category)) : null}
      </Section>
      <Section step={2} title={t('consultation.summary.treatment')}>
        {subTreatment ? t(labelKey('sub-treatment', subTreatment)) : null}
      </Section>
      <Section step={3} title={t('consultation.summary.area')}>
        {bodyArea ? t(labelKey('body-area', bodyArea)) : null}
      </Section>
      <Section step={4} title={t('consultation.summary.photos')}>
        <SummaryPhotos photos={photos} />
      </Section>
      <Section step={5} title={t('consultation.summary.locations')}>
        {locations.length > 0
          ? formats.list(locations.map((city) => t(labelKey('city', city))))
          : t('consultation.summary.no_locations')}
      </Section>
      {openFields.map((field) =>
        fields[field] ? (
          <Section key={field} step={6} title={t(`catalogue.fact.${field}`)}>
            {t(labelKey(field, fields[field]))}
          </Section>
        ) : null,
      )}
      {notes ? (
        <Section step={6} title={t('consultation.summary.notes')}>
          <span className="whitespace-pre-line">{notes}</span>
        </Section>
      ) : null}
      {hasPatientInfo(fields.patientInfo) ? (
        <Section step={6} title={t('consultation.patient.title')}>
          <AboutPatient info={fields.patientInfo} />
        </Section>
      ) : null}
    </dl>
  );
}

function Section({ step, title, children }: { step: Step; title: string; children: ReactNode }) {
  const t = useText();
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-4 sm:grid sm:grid-cols-[10rem_1fr_auto]">
      <dt className="font-semibold sm:col-start-1 sm:row-start-1">{title}</dt>
      <dd className="order-last min-w-0 basis-full wrap-anywhere sm:col-start-2 sm:row-start-1">
        {children}
      </dd>
      <dd className="sm:col-start-3 sm:row-start-1">
        <Link
          to={changePath(step)}
          className="link -my-2.5 inline-flex min-h-11 items-center"
          aria-label={t('consultation.summary.edit_part', { part: title })}
        >
          {t('consultation.summary.edit')}
        </Link>
      </dd>
    </div>
  );
}

function AboutPatient({ info }: { info: PatientInfo }) {
  const t = useText();
  const rows = [
    info.ageBand && [t('consultation.patient.age_band'), t(labelKey('age-band', info.ageBand))],
    info.gender && [t('consultation.patient.gender'), t(labelKey('gender', info.gender))],
    info.medicalHistory && [t('consultation.patient.medical_history'), info.medicalHistory],
    info.allergies && [t('consultation.patient.allergies'), info.allergies],
  ].filter((row): row is [string, string] => Array.isArray(row));
  return (
    <ul className="space-y-1">
      {rows.map(([label, words]) => (
        <li key={label} className="whitespace-pre-line">
          {t('consultation.summary.fact', { label, words })}
        </li>
      ))}
    </ul>
  );
}

/** Thumbnails in the summary; the rest is a number. */
const shownAtMost = 4;

/** The first photos, and how many more there are. */
function SummaryPhotos({ photos }: { photos: readonly PhotoDto[] }) {
  const t = useText();
  if (photos.length === 0) return t('consultation.summary.no_photos');
  const more = photos.length - shownAtMost;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.slice(0, shownAtMost).map((photo, index) => (
        <li key={photo.id}>
          <Picture
            src={photoAddress(photo.id, 'thumb')}
            alt={t('consultation.photos.number', { number: index + 1, total: photos.length })}
            className="size-16 rounded-md border border-line object-cover"
          />
        </li>
      ))}
      {more > 0 ? (
        <li className="tnum flex size-16 items-center justify-center rounded-md border border-line font-semibold">
          <span aria-hidden="true">+{more}</span>
          <span className="sr-only">{t('consultation.summary.more_photos', { count: more })}</span>
        </li>
      ) : null}
    </ul>
  );
}
