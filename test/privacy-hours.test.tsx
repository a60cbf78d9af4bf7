// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { KEPT_MS as CHATS } from '#web/features/conversations/kept-chat.ts'
import { KEPT_MS as SEARCHES } from '#web/features/search/kept-search.ts'
import { KEPT_MS as WALLET } from '#web/features/wallet/kept-wallet.ts'
import { KEPT_MS as TICKETS } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { KEPT_MS as RUN_SHEETS } from '#web/shared/journeys/saved-run-sheets.ts'
import { KEPT_MS as PASSENGERS } from '#web/stored/boarding-store.ts'
import { openScreen } from './screen.tsx'

const HOUR_MS = 3_600_000
const days: Record<number, string> = { 1: 'un día', 7: 'siete días' }

it('the policy says for how long a browser keeps tickets, lists, chats and searches', async () => {
  const screen = await openScreen('/privacidad')
  const said = (await screen.role('main')).textContent?.replaceAll(/\s+/g, ' ')
  const hours = (ms: number) => `hasta ${ms / HOUR_MS} horas después`
  const shownFor = (ms: number) => `los muestra hasta ${days[ms / HOUR_MS / 24]}`
  expect(said).toContain(`tus tiquetes: ${hours(TICKETS)} de bajarte`)
  expect(RUN_SHEETS).toBe(PASSENGERS)
  expect(said).toContain(`con sus nombres y celulares: ${hours(RUN_SHEETS)} del viaje`)
  expect(WALLET).toBe(CHATS)
  expect(said).toContain(`el final de tus chats: ${shownFor(CHATS)}`)
  expect(said).toContain(`sus resultados ${shownFor(SEARCHES)}`)
})
