import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** All keys of the desk, in the order of the help. A key means the same on every screen. */
const deskKeys = {
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

type KeyStripProps = {
  /** The screen, whose keys are listed as they are drawn now. */
  of: RefObject<HTMLElement | null>
  onStep: (by: 1 | -1) => void
  onNext: () => void
}

const MOVES: readonly string[] = ['j', 'k', 'n']

/** The keys that act now, at the foot of a list of the desk; `J`, `K` and `N` are its buttons. */
export function KeyStrip({ of, onStep, onNext }: KeyStripProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const drawn = useDrawnKeys(of)
  const others = drawn.filter((key) => !MOVES.includes(key) && key !== '?' && key !== '/')
  const button = (key: DeskKey, onPress: () => void, words?: string) => (
    <Button
      variant="ghost"
      size="sm"
      className="px-2!"
      aria-label={words ? undefined : deskKeys[key]}
      onClick={onPress}
    >
      <Key of={key} className="border-edge bg-surface text-ink" /> {words}
    </Button>
  )
  return (
    <div
      className="flex shrink-0 items-center gap-x-3 border-t border-line bg-paper px-3
        max-sm:flex-wrap
        text-sm text-muted pointer-coarse:hidden"
    >
      <span className="flex">
        {button('j', () => onStep(1))}
        {button('k', () => onStep(-1))}
        <span aria-hidden="true" className="self-center pr-1">
          Moverse
        </span>
        {button('n', onNext, 'Siguiente')}
      </span>
      {/* What does not fit in one line is in the help. */}
      <span className="flex h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 overflow-hidden">
        {others.map((key) => (
          <span key={key} className="inline-flex h-11 items-center gap-1.5">
            <Key of={key} isHelp /> {deskKeys[key]}
          </span>
        ))}
      </span>
      <span className="ml-auto">{button('?', () => setHelpOpen(true), 'Todas las teclas')}</span>
      <KeysHelp
        keys={{ ...keysAt([...MOVES, ...others] as DeskKey[]), '/': deskKeys['/'] }}
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
      />
    </div>
  )
}

const keysAt = (keys: readonly DeskKey[]): DeskKeys =>
  Object.fromEntries(keys.map((key) => [key, deskKeys[key]]))

/** The keys that are drawn in a place now, in the order of the help. */
function useDrawnKeys(place: RefObject<HTMLElement | null>): DeskKey[] {
  const [found, setFound] = useState('')
  useEffect(() => {
    const box = place.current
    if (!box) return
    const read = () => {
      const keys = [...box.querySelectorAll<HTMLElement>('[data-key]')]
      setFound([...new Set(keys.map(({ dataset }) => dataset.key))].join(' '))
    }
    read()
    const watcher = new MutationObserver(read)
    watcher.observe(box, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [place])
  const drawn = found.split(' ')
  return (Object.keys(deskKeys) as DeskKey[]).filter((key) => drawn.includes(String(key)))
}

type KeysHelpProps = { keys: DeskKeys; open: boolean; onClose: () => void }

/** Lists the keys of a screen. */
export function KeysHelp({ keys, open, onClose }: KeysHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Teclas">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {Object.entries(keys).map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <Key of={key} isHelp />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Mientras escribes en un campo solo actúan Escape, que sale de él, y Ctrl con Enter, que hace
        la acción principal.
      </p>
    </Dialog>
  )
}
