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

type KeysHelpProps = { keys: Keys; open: boolean; onClose: () => void }

/** Lists the keys of a case. */
export function KeysHelp({ keys, open, onClose }: KeysHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Teclas">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {Object.entries(keys).map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd
                className="inline-grid min-h-8 min-w-8 place-items-center rounded-md border
                  border-edge bg-paper px-2 font-semibold"
              >
                {key.toUpperCase()}
              </kbd>
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
