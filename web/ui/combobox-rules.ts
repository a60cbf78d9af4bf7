/** Rules and class names of a combobox, for the component and for web/enhance. */
/** Debounce of the search, milliseconds. */
export const PAUSE_MS = 120

/** Class names; the highlighted row has `aria-selected`. */
export const optionLook = {
  row:
    'flex min-h-11 cursor-pointer items-baseline justify-between gap-3 rounded-control px-3 ' +
    'py-2.5 hover:bg-bosque-soft aria-selected:bg-bosque-soft',
  label: 'font-medium',
  detail: 'text-sm text-muted',
  note: 'px-3 py-2.5 text-muted',
} as const

const ENOUGH_LETTERS = 3

/** The item to choose on blur: the typed label, else the first item if it begins with the text. */
export function meant<Item extends { label: string }>(
  typed: string,
  items: readonly Item[],
): Item | undefined {
  const words = plain(typed)
  const same = items.find((item) => plain(item.label) === words)
  if (same || words.length < ENOUGH_LETTERS) return same
  return items.slice(0, 1).find((item) => plain(item.label).startsWith(words))
}

/** Returns the row that an arrow key highlights (−1 = none); wraps at both ends. */
export function nextRow(row: number, by: number, count: number): number {
  if (count === 0) return -1
  return (row + by + count + (row < 0 && by < 0 ? 1 : 0)) % count
}

/** Returns the text shown in the list instead of rows, or ''. */
export function listNote(state: 'idle' | 'loading' | 'ready' | 'failed', count: number): string {
  if (state === 'failed') return 'No pudimos buscar. Revisa tu conexión.'
  if (count > 0 || state === 'idle') return ''
  return state === 'loading' ? 'Buscando…' : 'No encontramos ese lugar.'
}

/** Text of the live region. */
export function optionCount(count: number): string {
  return count === 1 ? '1 opción' : `${count} opciones`
}

/** Converts to lower case, without accents, with single spaces, to compare typed texts. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
