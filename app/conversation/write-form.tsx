import type { Side } from '#platform/base/actor';
import { Form, useNavigation } from '@remix-run/react';
import { useId } from 'react';
import { acceptedAttachments, acceptedBeforeChoice, attachmentField } from '#contracts/attachments';
import { maxMessage } from '#contracts/messaging';
import { endedParam } from '#app/http/ended-param';
import { useFreshForm, useKeptForm } from '#app/forms/use-kept-form';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { controlStyle, filePickerStyle } from '../components/control-style';
import { Field } from '../components/field';
import { KeptStatus } from '../components/kept-status';

export interface WriteFormProps {
  side: Side;
  path: string;
  offerId: string;
  /** What was typed before and not sent. */
  typed: string;
  /** Under which this message is sent once. */
  messageKey: string;
  /** The last message on the screen: whoever answers it has seen it. */
  upTo?: string;
  isOpen: boolean;
  /** Why it was not sent, and what was typed. */
  answer?: { failures: readonly string[]; text: string; code?: string };
}

const signInTo = (side: Side, path: string): string => {
  const back = new URLSearchParams({ redirectTo: path, [endedParam]: '1' });
  return `${side === 'patient' ? '/login' : '/clinic-login'}?${back.toString()}`;
};

function MessageFields({ isOpen, text }: { isOpen: boolean; text: string }) {
  const t = useText();
  const id = useId();
  return (
    <>
      <Field
        id={`${id}-text`}
        label={t('conversation.write')}
        hint={isOpen ? undefined : t('conversation.write_hint')}
      >
        {(aria) => (
          <textarea
            {...aria}
            name="text"
            rows={4}
            maxLength={maxMessage}
            defaultValue={text}
            className={controlStyle}
          />
        )}
      </Field>
      <Field
        id={`${id}-files`}
        label={t('conversation.files')}
        hint={isOpen ? t('conversation.files_hint_open') : t('conversation.files_hint')}
        optional
      >
        {(aria) => (
          <input
            {...aria}
            type="file"
            name={attachmentField}
            multiple
            accept={isOpen ? acceptedAttachments : acceptedBeforeChoice}
            className={filePickerStyle}
          />
        )}
      </Field>
    </>
  );
}

/** Where a message is written; what is typed is kept by the server until it is sent. */
export function WriteForm(props: WriteFormProps) {
  const { path, offerId, typed, messageKey, upTo, isOpen, answer } = props;
  const t = useText();
  const formId = `message-${offerId}`;
  const kept = useKeptForm({
    formId,
    owner: offerId,
    answer,
    path,
    intent: 'keep',
    pauseMs: 800,
  });
  const round = useFreshForm(formId, path, `${typed}:${messageKey}`);
  const { state, formData } = useNavigation();
  const isPending = state !== 'idle' && formData?.get('key') === messageKey;
  return (
    <Form
      method="post"
      action={path}
      encType="multipart/form-data"
      preventScrollReset
      id={formId}
      key={round}
      className="space-y-4 border-t border-line pt-6"
    >
      {answer ? (
        <Banner tone="danger" title={t('conversation.not_sent')}>
          {answer.failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </Banner>
      ) : null}
      <input type="hidden" name="key" value={messageKey} />
      {upTo ? <input type="hidden" name="upTo" value={upTo} /> : null}
      <MessageFields isOpen={isOpen} text={answer?.text ?? typed} />
      <Button pending={isPending}>{t('conversation.send')}</Button>
      <KeptStatus state={kept} signIn={signInTo(props.side, path)} />
    </Form>
  );
}
