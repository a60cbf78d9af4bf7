// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

// What a driver reads after an answer about a passenger, whose name ends with a full stop.

const facts = { noShow: null, driverMoneyPart: null } as const
const asked = aBooking({
  ...facts,
  ...{ status: 'requested', state: 'requested', can: { accept: true, reject: true } },
})
const confirmed = aBooking({ ...facts, status: 'confirmed', state: 'confirmed' })
const claimed = aBooking({ status: 'no_show', state: 'no_show_claimed' })

it.each([
  ['accepts a request', asked, ['Aceptar'], api.bookings.accept, 'Aceptaste a Camila O.'],
  [
    'records that a passenger did not come',
    { ...confirmed, can: { ...confirmed.can, claimNoShow: true } },
    ['No llegó', 'Registrar que no llegó'],
    api.bookings.claimNoShow,
    'Quedó registrado. Le avisamos a Camila O.',
  ],
] as const)(
  'ends the sentence once when the driver %s',
  async (_, booking, presses, call, said) => {
    const next = call === api.bookings.accept ? confirmed : claimed
    const screen = await openScreen(`/bookings/${booking.id}`, {
      token: 'of-ana',
      answers: [
        ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
        answers(api.bookings.show, { booking }),
        answers(call, { booking: next }),
        failing(api.ratings.ofBooking),
      ],
    })
    for (const name of presses) await screen.press(name)
    expect(await screen.text(said)).not.toBeNull()
  },
)
