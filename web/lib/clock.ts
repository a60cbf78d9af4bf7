// A phone's clock can be hours wrong, and answers of the API say the server's time.
import { keepStored, readStored } from './browser-storage.ts'

/** Difference in ms that is left uncorrected: most phones are right to the second. */
const TOLERANCE_MS = 60_000

/** Correction for a start without a network, in ms, and the device's time when it was stored. */
const KEY = 'clock_offset'

/** Time of this device in ms: for spans between two of its moments, also stored ones. */
export const deviceNow = (): number => Date.now()

/** The correction in ms as stored; 0 without one, or if the clock was set back since. */
function readOffset(): number {
  const [ms = 0, storedAt = 0] = (readStored('local', KEY) ?? '').split(' ').map(Number)
  return (storedAt <= deviceNow() && ms) || 0
}

let offsetMs: number | undefined

/** Read at the first use: a module that runs code would get a file of its own in the build. */
const offset = (): number => (offsetMs ??= readOffset())

/** Time of the server in ms, as the last answer told it: for everything that the server dates. */
export const serverNow = (): number => deviceNow() + offset()

/** `serverNow` as a date. */
export const serverDate = (): Date => new Date(serverNow())

/** Learns the server's time from the `date` of an answer, asked for at `sentAt` (device, ms). */
export function hearServerTime(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? '')
  const [least, most] = [at - deviceNow() - TOLERANCE_MS, at - sentAt + TOLERANCE_MS]
  // Also false without a date, and when the device's clock was set back since `sentAt`.
  if (!(least < most)) return
  const fits = (ms: number) => least <= ms && ms <= most
  if (fits(offset())) return
  offsetMs = fits(0) ? 0 : (least + most) / 2
  keepStored('local', KEY, offsetMs ? `${offsetMs} ${deviceNow()}` : null)
}
