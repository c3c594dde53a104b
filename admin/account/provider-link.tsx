import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffProviderRecord } from '#contracts/identity';
import { OwnPanel, useOwn } from '../components/own-panel';
import { ReasonDialog } from '../components/reason-dialog';
import { written } from '../components/times';
import { useCommand } from '../components/use-command';
import { goToProvider } from '../providers/go-to-provider';
import { useText } from '../text';

/** The link of one's own account with one at the provider; nothing where there is none to be had. */
export function OwnProvider() {
  const t = useText();
  const own = useOwn<StaffProviderRecord>('provider');
  const host = own.value?.host;
  if (!own.value || !host || !(own.value.linkedAt || own.value.mayLink)) return null;
  return (
    <OwnPanel title={t('console.account.provider', { host })} own={own}>
      {({ linkedAt }) => (
        <>
          <p className="measure mb-3 text-ink-soft">{t('console.account.provider_text')}</p>
          {linkedAt ? <Linked since={linkedAt} again={() => void own.again()} /> : <LinkNow />}
        </>
      )}
    </OwnPanel>
  );
}

/** Sends the person to the provider, and back to this page. */
function LinkNow() {
  const t = useText();
  const { run, pending } = useCommand();
  const link = async () => goToProvider(await run('POST', 'provider/link'));
  return (
    <Button variant="outlined" disabled={pending} onClick={() => void link()}>
      {t('console.account.link_provider')}
    </Button>
  );
}

/** Since when it is linked, and how to undo it. */
function Linked({ since, again }: { since: string; again: () => void }) {
  const t = useText();
  const { run, pending } = useCommand();
  const [asked, setAsked] = useState(false);
  const unlink = async () => {
    setAsked(false);
    await run('DELETE', 'provider/link');
    again();
  };
  return (
    <>
      <p className="mb-3">
        {t('console.account.provider_linked', { date: written(since, 'date') })}
      </p>
      <Button variant="outlined" disabled={pending} onClick={() => setAsked(true)}>
        {t('console.account.unlink_provider')}
      </Button>
      {asked ? (
        <ReasonDialog
          title={t('console.account.unlink_provider')}
          text={t('console.account.unlink_text')}
          label={null}
          confirm={t('console.account.unlink_provider')}
          danger
          onCancel={() => setAsked(false)}
          onSend={() => void unlink()}
        />
      ) : null}
    </>
  );
}
