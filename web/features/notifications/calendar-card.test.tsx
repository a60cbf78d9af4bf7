// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const AT = '2026-11-20T12:00:00.000Z'
const url = 'https://cupo.test/api/calendar/secreto/viajes.ics'

const open = (madeAt: string | null) =>
  openScreen('/notifications/preferences', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.notifications.preferences, {
        ...{ preferences: [], pushKey: null, pushHere: false, whatsapp: false, sms: false },
        mailBounces: null,
      }),
      answers(api.receipts.calendarLink, { madeAt }),
    ],
  })

it('makes the link of the calendar, copies it, and says who sees the trips', async () => {
  const screen = await open(null)
  await screen.text(/^Quien tenga el enlace ve tus viajes/)
  expect(screen.now().queryByRole('button', { name: 'Apagar el enlace' })).toBeNull()
  screen.answer(
    answers(api.receipts.makeCalendarLink, { url, madeAt: AT }),
    answers(api.receipts.calendarLink, { madeAt: AT }),
  )
  await screen.press('Crear mi enlace')
  expect((await screen.label('Enlace de tu calendario')).value).toBe(url)
  const opens = await screen.role('link', 'Abrir en mi calendario')
  expect(opens.getAttribute('href')).toBe('webcal://cupo.test/api/calendar/secreto/viajes.ics')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await screen.press('Copiar enlace')
  await screen.text(/^Copiado\./)
  expect(copied).toHaveBeenCalledWith(url)
})

it('does not show a link again, and switches it off', async () => {
  const screen = await open(AT)
  await screen.text(/^Creaste tu enlace (hoy|el viernes 20 de noviembre)/)
  screen.answer(
    answers(api.receipts.revokeCalendarLink, {}),
    answers(api.receipts.calendarLink, { madeAt: null }),
  )
  await screen.press('Apagar el enlace')
  await screen.role('button', 'Crear mi enlace')
  await until(() => expect(screen.count('DELETE /calendar-link')).toBe(1))
})
