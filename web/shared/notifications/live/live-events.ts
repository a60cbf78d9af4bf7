import type { LiveEvent } from '#contract/live.ts'
import { listeners } from '#web/lib/listeners.ts'

const live = listeners<[LiveEvent]>()

/** Calls back for each event of this tab's stream. @returns the function that stops listening */
export const onLiveEvent = live.add

export const emitLiveEvent = live.tell
