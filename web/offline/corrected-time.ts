import type { BoardingPack } from './boarding-store.ts'

/**
 * Returns the phone's time plus the offset to the server's clock. If the phone's clock was set back
 * since the download, the result is never before the server time of the pack.
 */
export function correctedTime(
  pack: Pick<BoardingPack, 'clockOffsetMs'> & { manifest: { serverTime: string } },
  deviceNow: number,
): Date {
  const told = Date.parse(pack.manifest.serverTime)
  return new Date(Math.max(deviceNow + pack.clockOffsetMs, told))
}
