import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import { Earnings } from './driver-panel.tsx'

type Facts = Pick<BookingView, 'status' | 'driverMoneyPart' | 'driverEarns' | 'paymentMode'>

function header(bookings: readonly Facts[]): string {
  const views = bookings.map((facts) => ({ seats: 1, ...facts })) as BookingView[]
  const html = renderToString(
    <MemoryRouter>
      <Earnings bookings={views} />
    </MemoryRouter>,
  )
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00A0]+/g, ' ')
}

const aboard: Facts = {
  ...{ status: 'checked_in', driverMoneyPart: 'earned' },
  ...{ driverEarns: 73_350, paymentMode: 'billetera' },
}
const absent: Facts = { ...aboard, status: 'no_show', driverMoneyPart: 'in_question' }

it('does not count as received what an absent passenger may get back', () => {
  expect(header([aboard, aboard, absent])).toBe(
    '2 cupos · recibes $ 146.700 · $ 73.350 por resolver',
  )
  expect(header([aboard, aboard])).toBe('2 cupos · recibes $ 146.700')
  expect(header([absent])).toBe('0 cupos · recibes $ 0 · $ 73.350 por resolver')
})

it('says of direct payments what the driver keeps, since no wallet receives it', () => {
  expect(header([{ ...aboard, paymentMode: 'directo' }])).toBe('1 cupo · te quedan $ 73.350')
})
