import { type RefObject, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DeskKey, type DeskKeys, deskKeys, Key } from './desk-keys.tsx'

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
        max-sm:flex-wrap text-sm text-muted pointer-coarse:hidden"
    >
      <span className="flex max-sm:flex-wrap">
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
