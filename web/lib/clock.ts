// A phone's clock can be hours wrong, and answers of the API say the server's time.

/** Difference in ms that is left uncorrected: most phones are right to the second. */
const TOLERANCE_MS = 60_000

let offsetMs = 0

/** Time of this device in ms: for spans between two of its moments, also stored ones. */
export const deviceNow = (): number => Date.now()

/** Time of the server in ms, as the last answer told it: for everything that the server dates. */
export const serverNow = (): number => deviceNow() + offsetMs

/** `serverNow` as a date. */
export const serverDate = (): Date => new Date(serverNow())

/** Learns the server's time from the `date` of an answer, asked for at `sentAt` (device, ms). */
export function hearServerTime(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? '')
  const [least, most] = [at - deviceNow() - TOLERANCE_MS, at - sentAt + TOLERANCE_MS]
  // Also false without a date, and when the device's clock was set back since `sentAt`.
  if (!(least < most)) return
  const fits = (offset: number) => least <= offset && offset <= most
  if (!fits(offsetMs)) offsetMs = fits(0) ? 0 : (least + most) / 2
}
