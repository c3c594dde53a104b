import { hasText, type Text } from '../text';

/** What a setting is called; its key where this build has no words for it. */
export function settingTitle(t: Text, id: string): string {
  const key = `console.settings.of.${id}.title`;
  return hasText(key) ? t(key) : id;
}

/** What it is for; nothing where this build has no words for it. */
export function settingText(t: Text, id: string): string {
  const key = `console.settings.of.${id}.text`;
  return hasText(key) ? t(key) : '';
}

/** What a field or a group of fields is called. */
export function fieldLabel(t: Text, id: string, path: readonly string[]): string {
  const key = `console.settings.of.${id}.field.${path.join('.') || 'value'}`;
  return hasText(key) ? t(key) : path.join(' ') || id;
}
