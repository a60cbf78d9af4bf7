/**
 * Returns the phone's time plus the offset to the server's clock. If the phone's clock was set back
 * since the download, the result is never before the server time of the download.
 */
export function correctedTime(
  { clockOffsetMs, serverTime }: { clockOffsetMs: number; serverTime: string },
  deviceNow: number,
): Date {
  return new Date(Math.max(deviceNow + clockOffsetMs, Date.parse(serverTime)))
}
