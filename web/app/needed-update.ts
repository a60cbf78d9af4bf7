/**
 * Shows the update screen when the server refuses this version of the app. It covers every screen
 * except the saved data of a journey: tickets, run sheets and their scanners.
 */

import { paths } from '#web/lib/paths.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { savedTickets } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { savedRunSheets } from '#web/shared/journeys/saved-run-sheets.ts'

export type SavedScreen = { path: string; words: string }

let show: (() => void) | null = null
let isNeeded = false

/** Screens that this telephone can open without the server. */
export function savedScreens(): SavedScreen[] {
  const ownerId = rememberedAccount()
  const tickets = savedTickets(ownerId).map(({ booking: { id, from, to } }) => ({
    path: paths.booking(id),
    words: `Tiquete ${from.name} → ${to.name}`,
  }))
  const sheets = savedRunSheets(ownerId).map(({ sheet: { tripId, stops } }) => ({
    path: paths.runSheet(tripId),
    words: `Hoja de ruta ${stops[0]?.name} → ${stops.at(-1)?.name}`,
  }))
  return [...tickets, ...sheets]
}

/** Returns whether `path` stays open in an outdated app. */
export function staysOpen(path: string): boolean {
  const scanners = savedRunSheets(rememberedAccount()).map(({ sheet }) =>
    paths.scanner(sheet.tripId),
  )
  return [...savedScreens().map((screen) => screen.path), ...scanners].includes(path)
}

/** Shows the update screen once after a refusal, but never over a screen that stays open. */
export function askForUpdate(path: string = window.location.pathname): void {
  if (isNeeded || staysOpen(path)) return
  isNeeded = true
  show?.()
}

/** Registers `draw`, which shows the update screen. Call once, at the start. */
export function onNeededUpdate(draw: () => void): void {
  isNeeded = false
  show = draw
}
