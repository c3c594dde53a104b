import { Clock, EyeOff, FileCheck, Images, ListChecks, Wallet } from 'lucide-react';
import { useText } from '#app/i18n/use-text';

const features = [
  ['hidden', EyeOff],
  ['offers', Clock],
  ['included', ListChecks],
  ['verified', FileCheck],
  ['free', Wallet],
  ['photos', Images],
] as const;

/** What people worry about, and what this does about it. */
export function Features() {
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
