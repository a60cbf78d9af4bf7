import { useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Keys of a screen of the team with what each does, in the order of the help. */
type Keys = Readonly<Record<string, string>>

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The key of a press; null while somebody types, in a dialog, or together with Ctrl, Alt or ⌘. */
export function deskKeyOf<K extends Keys>(
  keys: K,
  press: Press,
  target: { closest(where: string): unknown },
): (keyof K & string) | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return null
  const key = press.key.toLowerCase()
  return Object.hasOwn(keys, key) ? key : null
}

/** Presses what has the key drawn on it, wherever the focus is but in a field or dialog. */
export function useDeskKeys(keys: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.target instanceof Element ? deskKeyOf(keys, event, event.target) : null
      const drawn = key && !event.repeat && document.querySelector(`[data-key="${key}"]`)
      if (!drawn) return
      event.preventDefault()
      drawn.closest<HTMLElement>('button, a, label')?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [keys])
}

/** A key, drawn on the button, link or label that it presses, or beside what it does. */
export function Key({ of, isHelp, className }: { of: string; isHelp?: true; className?: string }) {
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

type KeysHelpProps = { keys: Keys; open: boolean; onClose: () => void }

/** Lists the keys of a case. */
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
        Funcionan dentro del caso, y nunca mientras escribes en un campo.
      </p>
    </Dialog>
  )
}
