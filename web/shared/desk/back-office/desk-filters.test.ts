import { expect, it } from 'vitest'
import { readFilter, statusField } from './desk-filters.tsx'

const fields = [statusField({ to_leave: { text: 'Por salir' } })]
const read = (address: string) => readFilter(new URLSearchParams(address), fields)

it('filters by a state that the list offers, not by one of an older bookmark', () => {
  expect(read('estado=to_leave')).toEqual({ status: 'to_leave' })
  expect(read('estado=published')).toEqual({ status: undefined })
})
