/** Where the switch of languages sends its choice. */
export const languageAction = '/language';

/** Takes along what is typed on a page when another language is chosen; where that cannot be, the form is sent as without a script. */
export function takeTypedAlong(): void {
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    const submitter = event.submitter;
    if (form.getAttribute('action') !== languageAction || form.dataset.plain) return;
    event.preventDefault();
    import('./carry-typed')
      .then(({ chooseLanguage }) => chooseLanguage(new FormData(form, submitter)))
      .catch(() => {
        form.dataset.plain = 'true';
        form.requestSubmit(submitter);
      });
  });
}

/** Fills in what the forms of this page held before it was loaded in another language; nothing remembers it after. */
export function bringTypedAlong(): void {
  const { typed, ...rest } = (history.state ?? {}) as { typed?: [] };
  if (!typed) return;
  history.replaceState(rest, '');
  void import('./carry-typed').then(({ bringTyped }) => bringTyped(typed));
}
