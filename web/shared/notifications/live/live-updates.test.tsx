// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass, settle, until } from '#test/screen.tsx'
import { answers, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { signedIn, walletAnswers } from '#test/screen-people.ts'
import { aStream, NOTICE } from '#test/screen-stream.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'

it('shows the new hour on an open ticket as soon as a notice of it arrives', async () => {
  const stream = aStream()
  // No day of travel, on which the screen asks every 15 seconds.
  const days = (count: number) => new Date(Date.UTC(2026, 10, 20 + count, 15)).toISOString()
  const ahead = { ...booking, from: { ...booking.from, at: days(7) }, aboardFrom: days(7) }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: ahead }), stream.answer],
  })
  await until(() => expect(screen.count('GET /events')).toBe(1))
  await settle()
  const tripChange = {
    ...{ agreedAt: days(7), changedAt: days(0), mayLeaveFree: true, asks: true, acceptedAt: null },
  }
  const moved = { ...ahead, from: { ...ahead.from, at: days(8) }, tripChange }
  screen.answer(answers(api.bookings.show, { booking: moved }))
  expect(screen.now().queryByText('El conductor cambió la hora')).toBeNull()
  stream.send(NOTICE)
  await screen.text('El conductor cambió la hora')
})

const PATH = 'GET /wallet/transactions'

it('reads an open screen again once for many notices that arrive together', async () => {
  const stream = aStream()
  const screen = await openScreen('/wallet', {
    token: 'of-ana',
    answers: [...signedIn(), ...walletAnswers, stream.answer],
  })
  await until(() => expect(screen.count('GET /events')).toBe(1))
  await pass(60_000)
  const before = screen.count(PATH)
  for (let count = 0; count < 50; count += 1) {
    stream.send({ ...NOTICE, id: NOTICE.id.replace(/e1$/, `${count + 10}`) })
    await settle()
  }
  await pass(60_000)
  expect(screen.count(PATH) - before).toBe(1)
})

it('reads a screen again that a person left before the notices were gathered', async () => {
  const stream = aStream()
  const screen = await openScreen('/wallet', {
    token: 'of-ana',
    answers: [...signedIn(), ...walletAnswers, stream.answer],
  })
  await until(() => expect(screen.count('GET /events')).toBe(1))
  const before = screen.count(PATH)
  stream.send(NOTICE)
  await settle()
  await screen.user.click(await screen.role('link', 'Buscar'))
  await until(() => expect(location.pathname).not.toBe('/wallet'))
  history.back()
  await until(() => expect(location.pathname).toBe('/wallet'))
  await until(() => expect(screen.count(PATH)).toBe(before + 1))
})

it('reads an open screen again only after the answer to what the person does', async () => {
  const stream = aStream()
  const link = answers(api.receipts.calendarLink, { madeAt: null })
  const made = Promise.withResolvers<StubbedAnswer>()
  const screen = await openScreen('/notifications/preferences', {
    token: 'of-ana',
    answers: [
      ...[...signedIn(), stream.answer, link, waiting(api.receipts.makeCalendarLink, made.promise)],
      answers(api.notifications.preferences, {
        ...{ preferences: [], pushKey: null, pushHere: false, whatsapp: false, sms: false },
        mailBounces: null,
      }),
    ],
  })
  await until(() => expect(screen.count('GET /events')).toBe(1))
  await screen.press('Crear mi enlace')
  const before = screen.count('GET /notifications/preferences')
  stream.send(NOTICE)
  await pass(20_000)
  expect(screen.count('GET /notifications/preferences')).toBe(before)
  made.resolve(
    answers(api.receipts.makeCalendarLink, { url: 'https://cupo.test', madeAt: NOTICE.at }),
  )
  await pass(20_000)
  expect(screen.count('GET /notifications/preferences')).toBe(before + 1)
})
