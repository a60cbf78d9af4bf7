import { beforeEach, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { keepPlace, rememberKeepPlace } from './keep-place.ts'

const keep = {
  ...{ id: 'k-1', tripId: 't-1', fromStopId: 't-1:0', toStopId: 't-1:2', seats: 2 },
  second: null,
}
const DEFAULT = '/trips/t-1/book?from=t-1%3A0&to=t-1%3A2&seats=2&pago=billetera'

beforeEach(() => {
  stubStorage()
})

it('continues a booking where it was, with the chosen meeting points', () => {
  rememberKeepPlace('k-1', '/trips/t-1/book?sube=p-1')
  expect(keepPlace(keep)).toBe('/trips/t-1/book?sube=p-1')
})

it('opens the booking of kept seats that another device made', () => {
  expect(keepPlace(keep)).toBe(DEFAULT)
  rememberKeepPlace('k-0', '/trips/t-0/book')
  expect(keepPlace(keep)).toBe(DEFAULT)
})

it('opens the page of both parts of kept seats with a change of car', () => {
  const second = { tripId: 't-2', fromStopId: 't-2.0', toStopId: 't-2.1' }
  expect(keepPlace({ ...keep, second })).toBe(
    '/connections/book?p1=t-1.t-1%3A0.t-1%3A2&p2=t-2.t-2.0.t-2.1&seats=2',
  )
})

it('does not leave the site for a stored address', () => {
  rememberKeepPlace('k-1', '//malo.test')
  expect(keepPlace(keep)).toBe(DEFAULT)
})
