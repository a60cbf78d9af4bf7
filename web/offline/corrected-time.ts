import type { BoardingPack } from './boarding-store.ts'

/**
 * The time, by the phone's clock as the server corrected it. A clock that was set back since never
 * goes before what the server said.
 */
export function correctedTime(
  pack: Pick<BoardingPack, 'clockOffsetMs'> & { manifest: { serverTime: string } },
  deviceNow: number,
): Date {
  const told = Date.parse(pack.manifest.serverTime)
  return new Date(Math.max(deviceNow + pack.clockOffsetMs, told))
}
