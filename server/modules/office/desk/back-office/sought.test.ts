import { expect, it } from 'vitest'
import { readSought, type Sought } from './sought.ts'

const ID = '01890000-0000-7000-8000-00000000dead'

it.each<[text: string, keys: Partial<Sought>]>([
  ['kxm 482', { plate: 'KXM482', ticketCode: 'KXM482' }],
  ['KXM-482', { plate: 'KXM482', ticketCode: 'KXM482' }],
  ['KLM-482', { plate: 'KLM482' }],
  ['7hq2xk', { ticketCode: '7HQ2XK' }],
  ['CUPO-1A2B-3C4D', { digits: '1a2b3c4d', reference: 'CUPO-1A2B-3C4D' }],
  ['CUPO-W-0123456789ABCDEF0123', { reference: 'CUPO-W-0123456789ABCDEF0123' }],
  ['1234-1610641025-49201', { reference: '1234-1610641025-49201' }],
  ['#1042', { number: 1042 }],
  ['caso 1042', { number: 1042 }],
  [ID.toUpperCase(), { id: ID }],
  ['315 864 2097', {}],
  ['ana@correo.co', {}],
  ['Ana Ruiz', {}],
])('reads %s as the keys that it can be', (text, keys) => {
  const none = { id: null, plate: null, ticketCode: null, digits: null }
  expect(readSought(text)).toEqual({ ...none, reference: null, number: null, ...keys })
})
