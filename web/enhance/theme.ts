/** Theme: light, dark or the system's, chosen by a `<select>` and stored in this browser. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const KEY = 'theme'
const SELECT = 'select[data-theme-choice]'

/** Sets the `<select>` to the stored choice. */
export function showTheme(select: HTMLSelectElement): void {
  select.value = readStored('local', KEY) ?? 'system'
}

function choose(theme: string): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  keepStored('local', KEY, theme === 'system' ? null : theme)
}

/** Event delegation on the document, so that elements rendered later work too. */
export function enhanceTheme(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>(SELECT)) showTheme(select)
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.matches(SELECT)) choose(target.value)
  })
}
