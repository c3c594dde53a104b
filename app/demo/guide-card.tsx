import { Form } from '@remix-run/react';
import { Check, X } from 'lucide-react';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { cx } from '../components/cx';

interface GuideStep {
  readonly words: string;
  /** Where it is done; null as long as there is no such page yet. */
  readonly to: string | null;
  readonly done: boolean;
}

interface GuideCardProps {
  readonly steps: readonly GuideStep[];
  /** The page whose action closes the guide. */
  readonly page: string;
  /** How to see the other side of the story: a text with the tags `signIn` and `outbox`, and whose phone number it names. */
  readonly otherSide: { readonly id: string; readonly phone: string; readonly signIn: string };
}

/** What to try first on a page of the demo, with what has been done already. Closed, it stays closed in this browser. */
export function GuideCard({ steps, page, otherSide: { id, phone, signIn } }: GuideCardProps) {
  const t = useText();
  return (
    <section
      aria-labelledby="guide"
      className="mb-6 rounded-lg border border-line bg-surface p-4 sm:px-6 print:hidden"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="guide" className="text-lg">
          {t('demo.guide.title')}
        </h2>
        <Form method="post" action={page} preventScrollReset>
          <button
            name="intent"
            value="close-guide"
            aria-label={t('demo.guide.close')}
            className="-me-2 grid size-11 place-items-center rounded-md border border-transparent text-ink-soft hover:text-brand"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </Form>
      </div>
      <ol className="gap-x-8 lg:grid lg:grid-cols-3">
        {steps.map((step, n) => (
          <Step key={step.words} {...step} n={n + 1} />
        ))}
      </ol>
      <p className="mt-2 text-sm text-ink-soft">
        <Rich
          id={id}
          values={{ phone }}
          components={{
            signIn: <Link to={signIn} className="link" />,
            outbox: <Link to="/dev/outbox" className="link" reloadDocument />,
          }}
        />
      </p>
    </section>
  );
}

function Step({ words, to, done, n }: GuideStep & { n: number }) {
  const t = useText();
  return (
    <li className="flex items-center gap-3 py-1">
      <span
        className={cx(
          'tnum grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold',
          done ? 'border-ok bg-ok-soft text-ok' : 'border-line-strong text-ink-soft',
        )}
      >
        {done ? <Check aria-hidden="true" className="size-4" /> : n}
      </span>
      <span className="min-w-0">
        {to ? (
          <Link to={to} className="link inline-flex min-h-11 items-center lg:min-h-9">
            {words}
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center lg:min-h-9">{words}</span>
        )}
        {done ? <span className="sr-only"> {t('demo.guide.done')}</span> : null}
      </span>
    </li>
  );
}
