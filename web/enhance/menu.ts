/** Menu of the site's frame, the same on pages with and without the app's code. */

function menu(): HTMLDialogElement | null {
  const element = document.getElementById('menu')
  return element instanceof HTMLDialogElement ? element : null
}

function showOpen(open: boolean): void {
  for (const button of document.querySelectorAll('[data-menu="open"]')) {
    button.setAttribute('aria-expanded', String(open))
  }
}

export function closeMenu(): void {
  const dialog = menu()
  if (dialog?.open) dialog.close()
}

function openMenu(): void {
  const dialog = menu()
  if (!dialog || dialog.open) return
  dialog.addEventListener('close', () => showOpen(false), { once: true })
  dialog.showModal()
  showOpen(true)
}

/** Whether a click closes the menu. `<dialog>` handles Escape itself. */
function leavesMenu(target: Element): boolean {
  const dialog = menu()
  if (!dialog?.contains(target)) return false
  return target === dialog || target.closest('[data-menu="close"], a[href]') !== null
}

/** Event delegation on the document, so that elements rendered later work too. */
export function enhanceMenu(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-menu="open"]')) openMenu()
    else if (leavesMenu(target)) closeMenu()
  })
}
