import { z } from 'zod';
import { cleanText } from '#platform/text/text';

/** base64url as browsers write it; the bounds are far above what any device sends. */
const encoded = (max: number) => z.string().max(max);
const extensions = z.record(z.string(), z.unknown());
const credential = {
  id: encoded(2_000),
  rawId: encoded(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: extensions,
};

/** A new passkey as `navigator.credentials.create()` gives it, in JSON. */
const registeredPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    attestationObject: encoded(32_000),
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});
export type RegisteredPasskey = z.output<typeof registeredPasskey>;

/** What a passkey signed, as `navigator.credentials.get()` gives it, in JSON. */
const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    authenticatorData: encoded(8_000),
    signature: encoded(8_000),
    userHandle: encoded(200).optional(),
  }),
});
export type ShownPasskey = z.output<typeof shownPasskey>;

/** A challenge as it goes to a browser. */
export const challengedData = z.strictObject({ challengeId: z.uuid(), options: extensions });

/** A browser's answer to a challenge with a passkey that it has. */
export const shownBody = z.strictObject({
  challengeId: z.string().max(100),
  response: shownPasskey,
});

/** A browser's answer with a passkey that it has made. */
export const registeredBody = z.strictObject({
  challengeId: z.string().max(100),
  label: z.string().transform(cleanText).pipe(z.string().max(60)).optional(),
  response: registeredPasskey,
});
