import { useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'

/** All keys of the desk, in the order of the help. A key means the same on every screen. */
export const deskKeys = {
  j: 'Siguiente de la lista',
  k: 'Anterior de la lista',
  n: 'El que sigue en urgencia',
  e: 'Acción principal',
  x: 'Rechazar',
  z: 'Deshacer',
  r: 'Resolver',
  m: 'Escribir',
  a: 'Nota',
  t: 'Tomar el caso',
  p: 'La persona',
  c: 'Llamar',
  l: 'Lo tengo',
  y: 'Copiar',
  1: 'Primera opción',
  2: 'Segunda opción',
  3: 'Tercera opción',
  4: 'Cuarta opción',
  5: 'Quinta opción',
  6: 'Sexta opción',
  7: 'Séptima opción',
  8: 'Octava opción',
  9: 'Novena opción',
  '/': 'Buscar',
  '?': 'Todas las teclas',
} as const

export type DeskKey = `${keyof typeof deskKeys}`

/** Keys of a screen of the team with what each does there, in the order of the help. */
export type DeskKeys = Readonly<Partial<Record<DeskKey, string>>>

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>
type Target = { closest(where: string): unknown }

const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

/**
 * The key of a press; null in a dialog or together with Ctrl, Alt or ⌘. In a field only Escape,
 * which leaves it, and Ctrl-Enter, which is the main action.
 */
export function deskKeyOf(press: Press, target: Target): DeskKey | 'leave' | null {
  if (target.closest('dialog')) return null
  if (target.closest(FIELDS)) {
    if (press.key === 'Escape') return 'leave'
    return press.key === 'Enter' && (press.ctrlKey || press.metaKey) ? 'e' : null
  }
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const key = press.key.toLowerCase()
  return Object.hasOwn(deskKeys, key) ? (key as DeskKey) : null
}

/**
 * For all screens of the team: presses what has the key drawn on it, or focuses the field that has
 * it, wherever the focus is.
 */
export function useDeskKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLElement) || event.repeat || event.defaultPrevented) return
      const key = deskKeyOf(event, target)
      if (key === 'leave') return target.blur()
      const drawn = key && !document.querySelector('dialog[open]') && findDrawn(document, key)
      if (!drawn) return
      event.preventDefault()
      const control = drawn.closest<HTMLElement>('button, a, label')
      if (control) control.click()
      else drawn.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What has the key drawn on it; in the screen before the header. */
function findDrawn(place: ParentNode, key: string): HTMLElement | null {
  const where = `[data-key="${key}"]`
  return place.querySelector<HTMLElement>(`main ${where}`) ?? place.querySelector(where)
}

type KeyProps = { of: string; isHelp?: boolean; className?: string | undefined }

/** A key, drawn on the button, link or label that it presses, or beside what it does. */
export function Key({ of, isHelp = false, className }: KeyProps) {
  return (
    <kbd
      aria-hidden={!isHelp}
      data-key={isHelp ? undefined : of}
      className={cx(
        'inline-grid min-h-6 min-w-6 place-items-center rounded-key border px-1.5 font-sans',
        'text-sm font-semibold pointer-coarse:hidden',
        className ?? 'border-edge bg-paper text-ink',
      )}
    >
      {of.toUpperCase()}
    </kbd>
  )
}
