import { useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { categoriesOf } from '#contracts/consultation';
import { profilePath } from '#app/clinic-profile/paths';
import { ownPublicPage } from '#modules/clinic-onboarding';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { controlStyle } from '#app/components/control-style';
import { Field } from '#app/components/field';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { useHydrated } from '#app/components/use-hydrated';
import { embedLine } from '#app/embed/choice';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.form');

export const loader = pageLoader('approved-clinic', async (ctx) => {
  const { slug, listed, specialties } = await ownPublicPage(ctx);
  return {
    origin: ctx.services.env.PUBLIC_URL,
    categories: categoriesOf(specialties),
    ...{ slug, listed },
  };
});

/** The line with which a clinic's own site shows the first step of a request that asks this clinic. */
export default function ClinicFormPage() {
  const { slug, listed, categories, origin } = useLoaderData<typeof loader>();
  const t = useText();
  if (!slug) return <Unlisted />;
  const line = embedLine({ origin, slug, categories, label: t('embed.link') });
  return (
    <Page
      title={t('clinic.form.title')}
      lead={t('clinic.form.lead')}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      <div className="space-y-8">
        {listed ? null : <UnlistedBanner />}
        <LineToCopy line={line} />
        <section className="space-y-3">
          <h2 className="text-lg">{t('clinic.form.looks')}</h2>
          <Preview slug={slug} categories={categories.join(' ')} />
        </section>
        <section>
          <h2 className="mb-2 text-lg">{t('clinic.form.notes')}</h2>
          <ul className="measure list-disc space-y-1 ps-6">
            {(['small', 'link', 'language', 'color', 'policy'] as const).map((note) => (
              <li key={note} className="wrap-anywhere">
                {t(`clinic.form.note_${note}`, { origin })}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  );
}

function Unlisted() {
  const t = useText();
  return (
    <Page
      title={t('clinic.form.title')}
      lead={t('clinic.form.lead')}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      <UnlistedBanner />
    </Page>
  );
}

function UnlistedBanner() {
  const t = useText();
  return (
    <Banner tone="warn" title={t('clinic.form.unlisted')}>
      <p>{t('clinic.form.unlisted_text')}</p>
      <Link
        to={`${profilePath}/privacy`}
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {t('clinic.form.unlisted_link')}
      </Link>
    </Banner>
  );
}

/** The line, ready to be selected; with scripts a button copies it. */
function LineToCopy({ line }: { line: string }) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'copy_failed' | null>(null);
  const isHydrated = useHydrated();
  const copy = async (): Promise<void> => {
    area.current?.select();
    try {
      await navigator.clipboard.writeText(line);
      setOutcome('copied');
    } catch {
      setOutcome('copy_failed');
    }
  };
  return (
    <div className="space-y-3">
      <Field id="line" label={t('clinic.form.line')} hint={t('clinic.form.line_hint')}>
        {(aria) => (
          <textarea
            {...aria}
            id="line"
            ref={area}
            readOnly
            rows={8}
            dir="ltr"
            spellCheck={false}
            value={line}
            className={`${controlStyle} font-mono text-sm wrap-anywhere`}
          />
        )}
      </Field>
      {isHydrated ? (
        <Button type="button" onClick={copy}>
          {t('clinic.form.copy')}
        </Button>
      ) : null}
      <p role="status">{outcome ? t(`clinic.form.${outcome}`) : null}</p>
    </div>
  );
}

/** The form itself, as other sites load it; without scripts what their visitors see then. */
function Preview({ slug, categories }: { slug: string; categories: string }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const script = Object.assign(document.createElement('script'), { src: '/request-form.js' });
    const form = document.createElement('clinic-request');
    form.setAttribute('clinic', slug);
    form.setAttribute('categories', categories);
    place.current?.replaceChildren(form, script);
  }, [slug, categories]);
  return (
    <div ref={place}>
      <p>{t('clinic.form.looks_off')}</p>
      <p className="mt-2 font-semibold">{t('embed.link')}</p>
    </div>
  );
}
