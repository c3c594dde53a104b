import { generatedSecrets, withPushKey } from '../../scripts/lib/secrets.mjs';

/** What a demo finds in its data folder. */
export const demoSecrets: Readonly<Record<string, string>> = withPushKey(
  Object.fromEntries(generatedSecrets.map((name) => [name, 'k'.repeat(43)])),
);
