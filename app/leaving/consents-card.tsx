import { Form } from '@remix-run/react';
import { withdrawableKinds, type ConsentDto } from '#contracts/identity';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { TextLines } from '../components/text-lines';
import { When } from '../components/date-time';

/** What the patient agreed to; what can be taken back by itself has its button. */
export function ConsentsCard({ consents }: { consents: readonly ConsentDto[] }) {
  const t = useText();
  const { pending } = useIntent('withdraw');
  return (
    <Card as="section">
      <h2 className="text-lg">{t('own-data.consents.title')}</h2>
      <TextLines text={t('own-data.consents.text')} className="text-ink-soft" />
      <ul className="mt-4 divide-y divide-line">
        {consents.map(({ kind, version, givenAt, withdrawnAt }) => {
          const title = t(`own-data.consents.kind.${kind}`);
          const taken = withdrawableKinds.find((one) => one === kind);
          return (
            <li key={`${kind} ${givenAt}`} className="py-4">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-ink-soft">
                {t('own-data.consents.version', { version })} <When date={givenAt} />
              </p>
              {withdrawnAt ? (
                <p className="text-sm">
                  {t('own-data.consents.withdrawn')} <When date={withdrawnAt} />
                </p>
              ) : taken ? (
                <Form method="post" className="mt-2">
                  <input type="hidden" name="intent" value="withdraw" />
                  <input type="hidden" name="kind" value={kind} />
                  <Button
                    variant="secondary"
                    pending={pending}
                    aria-label={`${t(`own-data.consents.withdraw.${taken}`)}: ${title}`}
                  >
                    {t(`own-data.consents.withdraw.${taken}`)}
                  </Button>
                </Form>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
