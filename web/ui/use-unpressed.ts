import { useState, useSyncExternalStore } from 'react'
import { inNextTask } from '#web/lib/next-task.ts'

/** Time after the release in which a touch still becomes a click, in ms. */
const CLICK_MS = 300

let pressed = false
const renders = new Set<() => void>()

function set(next: boolean): void {
  if (pressed === next) return
  pressed = next
  for (const render of renders) render()
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

function subscribe(render: () => void): () => void {
  renders.add(render)
  return () => renders.delete(render)
}

/**
 * Returns `value`, but while a pointer is pressed the one before (at first `before`). What blur
 * shows would move the layout between press and release, and the press would miss its target.
 */
export function useUnpressed<T>(value: T, before: T): T {
  const waits = useSyncExternalStore(
    subscribe,
    () => pressed,
    () => false,
  )
  const [shown, setShown] = useState(waits ? before : value)
  if (!waits && shown !== value) setShown(value)
  return waits ? shown : value
}
