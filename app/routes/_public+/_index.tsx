import { useLoaderData, useSearchParams } from '@remix-run/react';
import { Clock, EyeOff, FileCheck, Images, ListChecks, Pause, Play, Wallet } from 'lucide-react';
import { categorySchema } from '#contracts/consultation';
import type { SiteContent } from '#contracts/content';
import { siteContent } from '#modules/content';
import { siteFigures } from '#workflows';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { CategoryIllustration } from '#app/components/category-illustration';
import { ClosingCall } from '#app/components/closing-call';
import { cx } from '#app/components/cx';
import { Figures } from '#app/components/figures';
import { Link } from '#app/components/link';
import { SceneIllustration } from '#app/components/scene-illustration';
import { useViewer } from '#app/components/use-viewer';
import { previewsDraft } from '#app/http/page-frame.server';
import { pageLoader } from '#app/http/page.server';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { organization } from '#app/seo/structured-data.server';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { request }) => {
  const drafts = await previewsDraft(ctx, request);
  const { figures, popularTreatments, testimonials } = await siteContent(ctx, { drafts });
  const text = textIn(ctx.locale);
  const head = {
    title: text('landing.page.title'),
    description: text('landing.page.description'),
    structured: [organization(ctx.services.env.PUBLIC_URL, ctx.locale)],
  };
  return {
    figures: await siteFigures(ctx, figures),
    // What no request can be sent for is not offered here.
    popularTreatments: popularTreatments.filter(
      ({ picture }) => categorySchema.safeParse(picture).success,
    ),
    testimonials,
    drafts,
    head,
  };
});

export default function LandingPage() {
  const t = useText();
  const { figures, popularTreatments, testimonials, drafts } = useLoaderData<typeof loader>();
  const signedIn = useViewer().patient;
  const [search] = useSearchParams();
  return (
    <main id="main" tabIndex={-1}>
      {search.has('closed') ? (
        <div role="alert">
          <Banner tone="ok" title={t('own-data.done.closed')} />
        </div>
      ) : null}
      {drafts ? (
        <Banner tone="warn" title={t('landing.preview.title')}>
          {t('landing.preview.text')}
        </Banner>
      ) : null}
      <Hero signedIn={signedIn} />
      <Features />
      <Figures figures={figures} />
      <PopularTreatments items={popularTreatments} />
      <Testimonials items={testimonials} />
      <ClosingCall
        title={t('landing.closing.title')}
        text={t(signedIn ? 'landing.closing.text' : 'landing.closing.first')}
      >
        <ButtonLink to={signedIn ? '/consultation' : '/login'} size="lg">
          {t(signedIn ? 'landing.start_consultation' : 'landing.get_started')}
        </ButtonLink>
      </ClosingCall>
    </main>
  );
}

/** What this is, what it costs, and the one thing to do next. */
function Hero({ signedIn }: { signedIn: boolean }) {
  const t = useText();
  return (
    <div className="shell grid grid-cols-[minmax(0,1fr)] items-center gap-10 py-10 sm:py-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-16">
      <div>
        <h1 className="text-3xl font-bold tracking-tight sm:text-4xl lg:text-5xl">
          {t('landing.hero.title')}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-ink-soft">{t('landing.hero.lead')}</p>
        <div className="mt-7 flex flex-col gap-3 sm:flex-row">
          {signedIn ? (
            <ButtonLink to="/consultation" size="lg">
              {t('landing.start_consultation')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/register" size="lg">
              {t('landing.get_started_free')}
            </ButtonLink>
          )}
          <ButtonLink to="/clinic-login" size="lg" variant="secondary">
            {t('landing.join_as_clinic')}
          </ButtonLink>
        </div>
        <p className="mt-4 max-w-xl text-sm text-ink-soft">{t('landing.hero.promise')}</p>
      </div>
      <ThreeSteps />
    </div>
  );
}

const steps = ['describe', 'compare', 'choose'] as const;

/** When each is in the light; `design/base.css` has the rest. */
const turns = ['turn-first', 'turn-second', 'turn-third'] as const;

/**
 * The three steps; one after the other is in the light, without any script. All words are there at any time, so nothing
 * jumps. Who asks for less motion sees the drawings side by side, and nothing turns.
 */
function ThreeSteps() {
  const t = useText();
  return (
    <section
      aria-label={t('landing.steps.title')}
      className="turning relative rounded-lg border border-line bg-surface p-5 sm:p-7"
    >
      <div className="grid h-40 grid-cols-3 items-center justify-items-center motion-safe:grid-cols-1 sm:h-48">
        {steps.map((step, index) => (
          <SceneIllustration
            key={step}
            scene={step}
            className={cx(
              'size-20 motion-safe:col-start-1 motion-safe:row-start-1 motion-safe:size-36 sm:size-28 motion-safe:sm:size-44',
              turns[index],
            )}
          />
        ))}
      </div>
      <ol className="mt-5 space-y-1">
        {steps.map((step, index) => (
          <li key={step} className="relative isolate flex gap-4 rounded-md p-3">
            <Lit turn={turns[index]!} className="-z-10 rounded-md bg-brand-soft" />
            <span
              aria-hidden="true"
              className="tnum relative grid size-8 shrink-0 place-items-center rounded-full border-2 border-brand bg-surface font-bold text-brand"
            >
              {index + 1}
              <Lit
                turn={turns[index]!}
                className="-m-0.5 grid place-items-center rounded-full bg-brand text-white"
              >
                {index + 1}
              </Lit>
            </span>
            <div>
              <h2 className="text-lg leading-8">{t(`landing.steps.${step}.title`)}</h2>
              <p className="text-ink-soft">{t(`landing.steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <PauseSwitch />
    </section>
  );
}

interface LitProps {
  turn: string;
  className: string;
  children?: number;
}

/** What lies over or under a step while it is in the light. */
const Lit = ({ turn, className, children }: LitProps) => (
  <span aria-hidden="true" className={cx('absolute inset-0 motion-reduce:hidden', turn, className)}>
    {children}
  </span>
);

function PauseSwitch() {
  const t = useText();
  return (
    <label className="absolute top-3 end-3 grid size-11 place-items-center rounded-full text-ink-soft hover:bg-brand-soft hover:text-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand motion-reduce:hidden">
      <input
        type="checkbox"
        autoComplete="off"
        aria-label={t('landing.steps.pause')}
        className="peer turning-pause sr-only"
      />
      <Pause aria-hidden="true" className="size-5 peer-checked:hidden" />
      <Play aria-hidden="true" className="hidden size-5 peer-checked:block" />
    </label>
  );
}

/** Popular treatments of the catalogue, with their counts where there are confirmed ones. */
function PopularTreatments({ items }: { items: SiteContent['popularTreatments'] }) {
  const t = useText();
  return (
    <section className="shell py-14 sm:py-20 [section.shell+&]:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl sm:text-3xl">{t('landing.popular.title')}</h2>
        <Link to="/treatments" className="link">
          {t('landing.popular.all')}
        </Link>
      </div>
      <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {items.map((item) => (
          <Card as="li" key={item.name} className="flex items-center gap-5">
            <CategoryIllustration category={item.picture} className="size-16 shrink-0" />
            <div className="min-w-0 wrap-anywhere">
              <h3 className="text-lg">
                <Link to={`/treatments/${item.picture}`}>{item.name}</Link>
              </h3>
              {item.count ? (
                <p className="tnum text-ink-soft">
                  {t('landing.popular.count', { count: item.count })}
                </p>
              ) : null}
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const features = [
  ['hidden', EyeOff],
  ['offers', Clock],
  ['included', ListChecks],
  ['verified', FileCheck],
  ['free', Wallet],
  ['photos', Images],
] as const;

/** What people worry about, and what this does about it. */
function Features() {
  const t = useText();
  return (
    <section className="border-y border-line bg-surface py-14 sm:py-20">
      <div className="shell">
        <h2 className="text-2xl sm:text-3xl">{t('landing.features.title')}</h2>
        <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(([key, Icon]) => (
            <li key={key}>
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-7 text-brand" />
              <h3 className="mt-3 text-lg">{t(`landing.features.${key}.title`)}</h3>
              <p className="mt-1 text-ink-soft">{t(`landing.features.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Voices of patients. */
function Testimonials({ items }: { items: SiteContent['testimonials'] }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <section className="border-t border-line bg-surface py-14 sm:py-20">
      <div className="shell">
        <h2 className="text-2xl sm:text-3xl">{t('landing.testimonials.title')}</h2>
        <ul className="mt-6 grid gap-5 lg:grid-cols-3">
          {items.map((item) => (
            <Card as="li" key={item.quote} className="flex flex-col bg-paper wrap-anywhere">
              <blockquote className="grow text-lg">“{item.quote}”</blockquote>
              {item.attribution ? <p className="mt-4 text-ink-soft">{item.attribution}</p> : null}
            </Card>
          ))}
        </ul>
      </div>
    </section>
  );
}
