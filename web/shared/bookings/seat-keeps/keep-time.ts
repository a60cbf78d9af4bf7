import type { KeepView } from '#contract/seat-keeps.ts'
import { perSeats } from '#web/lib/format.ts'

/** Seats kept for this person, with the server's clock offset measured at that answer. */
export type OwnKeep = KeepView & { clockOffsetMs: number }

/** Returns the milliseconds left by the server's clock, never below 0. */
export function leftMs(expiresAt: string, clockOffsetMs: number, deviceNow: number): number {
  return Math.max(0, Date.parse(expiresAt) - (deviceNow + clockOffsetMs))
}

/** Returns the milliseconds by which the server's clock is ahead of this device's clock. */
export function offsetOf(serverTime: string, deviceNow: number): number {
  return Date.parse(serverTime) - deviceNow
}

/** Formats as `9:41`, minutes and seconds, rounded up, so that 0:00 is the end. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const MINUTE_MS = 60_000

/** Text for screen readers. It changes rarely, because every second would be noise. */
export function spokenLeft(ms: number, seats: number): string {
  const said = (one: string, several: string) => perSeats(seats, one, several)
  if (ms <= 0) {
    return `Se acabó el tiempo de ${said('tu cupo apartado', 'tus cupos apartados')}.`
  }
  if (ms <= MINUTE_MS) return 'Queda menos de un minuto para terminar tu reserva.'
  if (ms <= 5 * MINUTE_MS) return 'Quedan menos de 5 minutos para terminar tu reserva.'
  return `${said('Tu cupo está apartado', 'Tus cupos están apartados')} por unos minutos.`
}

/** What became of the seats of a keep that has ended. */
export const keepReturned = (seats: number) =>
  `Se acabó el tiempo; ${perSeats(seats, 'el cupo volvió', 'los cupos volvieron')} a la venta`
