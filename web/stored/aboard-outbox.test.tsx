// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { refuses } from '#test/screen-answers.ts'
import { signedIn, walletAnswers } from '#test/screen-people.ts'

const BOOKING = '01890000-0000-7000-8000-0000000000b1'

it('says on any screen that a report made without a network was refused', async () => {
  const refused = refuses(api.bookings.sayAboard, 'ticket_revoked')
  const screen = await openScreen('/wallet', {
    token: 'T',
    stored: { [`aboard:${BOOKING}`]: '1' },
    answers: [...signedIn(), ...walletAnswers, refused],
  })
  await screen.title('Recargar Wallet')
  await screen.text(/^No se registró «Ya voy a bordo»\. Esta reserva fue cancelada/)
  expect(localStorage.getItem(`aboard:${BOOKING}`)).toBeNull()
  expect(screen.count(`POST /bookings/${BOOKING}/aboard`)).toBe(1)
})
