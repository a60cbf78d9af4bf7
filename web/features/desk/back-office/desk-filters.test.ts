import { expect, it } from 'vitest'
import { readFilter, statusField } from './desk-filters.tsx'

const fields = [statusField({ to_leave: { text: 'Por salir' } })]
const read = (address: string) => readFilter(new URLSearchParams(address), fields)

it('filters by a state that the list offers, not by one of an older bookmark', () => {
  expect(read('estado=to_leave')).toEqual({ status: 'to_leave' })
  expect(read('estado=published')).toEqual({ status: undefined })
})

it('filters by a choice whose options come with the answer of the list', () => {
  const method = { name: 'method', url: 'medio', label: 'Medio', kind: 'select' } as const
  const filter = readFilter(new URLSearchParams('medio=PSE'), [{ ...method, options: [] }])
  expect(filter).toEqual({ method: 'PSE' })
})
