import { useText } from '#app/i18n/use-text';
import { Banner } from '../banner';
import { useAuthWords } from './auth-words';

/** What conform knows nothing of: no answer came. `fallback` is the text for failures without one of their own. */
export function FormFailure({ code, fallback }: { code: string | undefined; fallback?: string }) {
  const t = useText();
  const { network } = useAuthWords();
  const key = code && (code === 'network' ? network : fallback);
  return key ? (
    <Banner tone="danger" className="mb-6">
      {t(key)}
    </Banner>
  ) : null;
}
