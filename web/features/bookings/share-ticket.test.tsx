// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { openScreen } from '#test/screen.tsx'
import { booking, ticketAnswers, ticketCode } from '#test/screen-tickets.ts'

it('shares a ticket without a share sheet by WhatsApp, link or mail, never its code', async () => {
  const answers = ticketAnswers
  const screen = await openScreen(`/bookings/${booking.id}`, { token: 'of-ana', answers })
  await screen.text(ticketCode)
  // The clipboard of the person, which `openScreen` has made.
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await screen.press('Compartir')
  await screen.press('Enviar la página')
  const sheet = await screen.within('dialog', 'Enviar la página')
  const { tripId, from, to } = booking
  const page = `${location.origin}/trips/${tripId}?from=${from.id}&to=${to.id}`
  const linkOf = async (name: string) =>
    decodeURIComponent((await sheet.role('link', name)).getAttribute('href') ?? '')
  const chat = await linkOf('WhatsApp')
  expect(chat).toMatch(/^https:\/\/wa\.me\/\?text=Viajo de Cali a Bogot/)
  expect(chat).toContain(page)
  const mail = await linkOf('Correo')
  expect(mail).toMatch(/^mailto:\?subject=Viajo de Cali/)
  expect(chat + mail).not.toContain(ticketCode)
  await screen.press('Copiar enlace')
  await screen.text('Enlace copiado.')
  expect(copied.mock.calls).toEqual([[page]])
})
