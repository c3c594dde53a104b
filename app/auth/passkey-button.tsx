import { KeyRound } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import type { PasskeyFault } from '#app/auth/passkey-browser';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { usePasskey } from './use-passkey';

interface PasskeyButtonProps {
  /** Key of the words on the button. */
  label: string;
  /** Key of what is said when the server does not take the passkey. */
  refused: string;
  show: () => Promise<PasskeyFault | null>;
  onDone: () => void;
}

/** Shows a passkey, and says above the button why that did not work. */
export function PasskeyButton({ label, refused, show, onDone }: PasskeyButtonProps) {
  const t = useText();
  const { run, pending, words } = usePasskey(refused);
  const press = async () => {
    if (await run(show)) onDone();
  };
  return (
    <>
      {words ? (
        <Banner tone="danger" className="mb-4">
          {words}
        </Banner>
      ) : null}
      <Button type="button" variant="secondary" size="lg" pending={pending} onClick={press}>
        <KeyRound aria-hidden="true" className="size-5" />
        {t(label)}
      </Button>
    </>
  );
}
