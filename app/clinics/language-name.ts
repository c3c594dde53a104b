const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language by its ISO 639-1 code. */
export const languageName = (code: string): string => names.of(code) ?? code;
