import { useLoaderData } from '@remix-run/react';
import { siteContent } from '#modules/content';
import { siteFigures } from '#workflows';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { ClosingCall } from '#app/components/closing-call';
import { Faq } from '#app/components/faq';
import { Figures } from '#app/components/figures';
import { Link } from '#app/components/link';
import { questions } from '#app/content/pages.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.how');

export const loader = pageLoader('public', async (ctx) => ({
  figures: await siteFigures(ctx, (await siteContent(ctx)).figures),
  questions: questions(ctx.locale).flatMap((topic) => topic.questions.slice(0, 2)),
}));

const benefits = ['offers', 'privacy', 'verified', 'savings'] as const;

function Calls() {
  const t = useText();
  return (
    <>
      <ButtonLink to="/login" size="lg">
        {t('public.how.get_started')}
      </ButtonLink>
      <ButtonLink to="/clinic-login" size="lg" variant="secondary">
        {t('public.how.join')}
      </ButtonLink>
    </>
  );
}

export default function HowItWorksPage() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1}>
      <div className="shell py-10 sm:py-16">
        <h1 className="max-w-3xl text-3xl font-bold tracking-tight sm:text-4xl">
          {t('public.how.heading')}
        </h1>
        <p className="measure mt-4 text-lg text-ink-soft">{t('public.how.lead')}</p>
        <div className="mt-7 flex flex-col gap-3 sm:flex-row">
          <Calls />
        </div>
        <ul className="mt-12 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {benefits.map((key) => (
            <Card as="li" key={key}>
              <h2 className="text-lg">{t(`public.how.benefit.${key}.title`)}</h2>
              <p className="mt-1 text-ink-soft">{t(`public.how.benefit.${key}.text`)}</p>
            </Card>
          ))}
        </ul>
      </div>
      <div className="border-y border-line bg-surface">
        <Journey name="public.how.patient" />
      </div>
      <Journey name="public.how.clinic" />
      <div className="border-y border-line bg-surface">
        <Figures figures={data.figures} />
      </div>
      <section className="shell py-12 sm:py-16">
        <h2 className="mb-6 text-2xl sm:text-3xl">{t('public.how.faq')}</h2>
        <div className="max-w-3xl">
          <Faq items={data.questions} />
          <p className="mt-5">
            <Link to="/faq" className="link">
              {t('public.how.all_questions')}
            </Link>
          </p>
        </div>
      </section>
      <ClosingCall title={t('public.how.closing.title')} text={t('public.how.closing.text')}>
        <Calls />
      </ClosingCall>
    </main>
  );
}

interface JourneyProps {
  /** Keys `<name>.title` and `<name>.<n>.title`, `<name>.<n>.text` for n from 1 to 6. */
  name: string;
}

const numbers = [1, 2, 3, 4, 5, 6];

/** Six steps of one side of the marketplace. */
function Journey({ name }: JourneyProps) {
  const t = useText();
  return (
    <section className="shell py-12 sm:py-16">
      <h2 className="text-2xl sm:text-3xl">{t(`${name}.title`)}</h2>
      <ol className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {numbers.map((number) => (
          <li key={number} className="border-t-2 border-brand pt-4">
            <span aria-hidden="true" className="tnum font-bold text-brand">
              {number}
            </span>
            <h3 className="mt-1 text-lg">{t(`${name}.${number}.title`)}</h3>
            <p className="mt-1 text-ink-soft">{t(`${name}.${number}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
