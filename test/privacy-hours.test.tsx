import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { MESSAGES_KEPT_DAYS, POSITION_SHOWN_HOURS } from '#contract/conversation-limits.ts'
import { GRACE_DAYS, PHOTO_DAYS } from '#contract/privacy-limits.ts'
import { registry } from '#server/modules.ts'
import { KEPT_MS as CHATS } from '#web/features/conversations/kept-chat.ts'
import Privacy from '#web/features/marketing/privacy.route.tsx'
import { KEPT_MS as SEARCHES } from '#web/features/search/kept-search.ts'
import { KEPT_MS as WALLET } from '#web/features/wallet/kept-wallet.ts'
import { KEPT_MS as TICKETS } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { KEPT_MS as RUN_SHEETS } from '#web/shared/journeys/saved-run-sheets.ts'
import { KEPT_MS as PASSENGERS } from '#web/stored/boarding-store.ts'

const said = renderToString(
  <MemoryRouter>
    <Privacy />
  </MemoryRouter>,
).replaceAll(/<[^>]*>/g, '')

const HOUR_MS = 3_600_000
const days: Record<number, string> = { 1: 'un día', 7: 'siete días' }

it('the policy says for how long a browser keeps tickets, lists, chats and searches', () => {
  const hours = (ms: number) => `hasta ${ms / HOUR_MS} horas después`
  const shownFor = (ms: number) => `los muestra hasta ${days[ms / HOUR_MS / 24]}`
  expect(said).toContain(`tus tiquetes: ${hours(TICKETS)} de bajarte`)
  expect(RUN_SHEETS).toBe(PASSENGERS)
  expect(said).toContain(`con sus nombres y celulares: ${hours(RUN_SHEETS)} del viaje`)
  expect(WALLET).toBe(CHATS)
  expect(said).toContain(`el final de tus chats: ${shownFor(CHATS)}`)
  expect(said).toContain(`sus resultados ${shownFor(SEARCHES)}`)
})

const terms: Record<string, string> = {
  '7': 'siete días',
  '180': 'seis meses',
  '365': 'un año',
  '1095': 'tres años',
  '1825': 'cinco años',
}

/** How long the registry keeps a row, in the words of the policy. */
function kept(table: string): string | undefined {
  const keep = registry.get(table)?.keep
  if (!keep) return undefined
  if ('days' in keep) return terms[keep.days]
  if ('job' in keep) return terms[Number.parseInt(keep.time, 10)]
  return Object.keys(keep)[0]
}

it('the policy says for how long Cupo keeps what people wrote, sent and looked for', () => {
  const time = `${MESSAGES_KEPT_DAYS} days after the trip`
  expect(registry.get('conversations')?.keep).toMatchObject({ time })
  expect(kept('trip_alerts')).toBe('account')
  expect(said).toContain(`mensajes: ${MESSAGES_KEPT_DAYS} días después del viaje`)
  expect(said).toContain(`en un mensaje: ${POSITION_SHOWN_HOURS} horas`)
  expect(said).toContain('tus alertas: hasta que la cierres')
  const { approved, notApproved, selfie } = PHOTO_DAYS
  expect(said).toContain(`${approved} días después de aprobarlas, ${notApproved} después de`)
  expect(said).toContain(`tu selfie, ${selfie} días`)
  expect(said).toContain(`casos de soporte: ${kept('support_tickets')} después`)
  expect(kept('incidents')).toBe('always')
  expect(said).toContain('emergencia, con la posición que enviaste: como prueba, sin límite')
  expect(said).toContain(`avisos: ${kept('notifications')}`)
  expect(said).toContain(`sesiones cerradas: ${kept('sessions')}`)
  expect(said).toContain(`navegadores usados: ${kept('user_devices')}`)
  expect(kept('trip_series')).toBe(kept('ride_requests'))
  expect(said).toContain(`viajes que se repiten: ${kept('ride_requests')} después`)
  expect(kept('sanction_appeals')).toBe(kept('conduct_cases'))
  expect(said).toContain(`reportes y apelaciones: ${kept('conduct_cases')} después`)
  expect(said).toContain(`tienes ${GRACE_DAYS} días para arrepentirte`)
})
