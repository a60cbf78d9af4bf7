/** Whether a pointer is pressed, without a framework: what moves then makes the press miss. */
import { inNextTask } from '#web/lib/next-task.ts'

/** Time after the release in which a touch still becomes a click, in ms. */
const CLICK_MS = 300

let pressed = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (pressed === next) return
  pressed = next
  for (const listener of [...listeners]) listener()
}

function watchPresses(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    set(false)
  }
  const on = (name: string, run: () => void) => addEventListener(name, run, true)
  on('pointerdown', () => {
    clearTimeout(timer)
    set(true)
  })
  // A touch blurs the field after its release, just before the click.
  on('pointerup', () => {
    timer = setTimeout(end, CLICK_MS)
  })
  on('pointercancel', end)
  on('click', () => inNextTask(end))
}

if (typeof window !== 'undefined') watchPresses()

export const isPressed = () => pressed

/** Calls back at each press and release. @returns the function that stops listening */
export function onPresses(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs now, or once the press that is under way has become a click. */
export function whenReleased(run: () => void): void {
  if (!pressed) {
    run()
    return
  }
  const stop = onPresses(() => {
    if (pressed) return
    stop()
    run()
  })
}
