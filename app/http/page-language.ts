/** By which the scripts of a page say its language in calls; what the browser sends by itself is nobody's choice. */
export const pageLanguageHeader = 'X-Page-Language';

/** Of a call that a script of a page makes: what it is answered there reads as the page does. */
export const inPageLanguage = (): Record<string, string> => ({
  [pageLanguageHeader]: document.documentElement.lang,
});
