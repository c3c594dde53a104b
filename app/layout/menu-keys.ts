/** Closes the menu of the header on Escape; it opens without any script. */
export function closeMenuOnEscape(): void {
  document.addEventListener('keydown', ({ key }) => {
    const menu = document.querySelector<HTMLDetailsElement>('header details[open]');
    if (key !== 'Escape' || !menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
