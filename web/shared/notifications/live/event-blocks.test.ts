import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockReader } from './event-blocks.ts'

const event = { id: 'a', type: 'message', ref: 'b', at: '2026-11-22T15:00:00.000Z' }
const STREAM = [
  'retry: 3000\n\n',
  'id: 5.1\nevent: ping\ndata: {}\n\n',
  `data: ${JSON.stringify(event)}\n\n`,
  `id: 6.1\ndata: ${JSON.stringify(event)}\n\n`,
  'id: 7.1\nevent: reset\ndata: {}\n\n',
].join('')

describe('reading server-sent events', () => {
  it('reads the name, cursor and data of each server-sent event', () => {
    expect(blockReader()(STREAM)).toEqual([
      { name: 'message', id: null, event: null },
      { name: 'ping', id: '5.1', event: null },
      { name: 'message', id: null, event },
      { name: 'message', id: '6.1', event },
      { name: 'reset', id: '7.1', event: null },
    ])
  })

  it('reads the same events wherever the network splits the text', () => {
    const whole = blockReader()(STREAM)
    const cuts = fc.array(fc.nat(STREAM.length), { maxLength: 20 })
    fc.assert(
      fc.property(cuts, (at) => {
        const sorted = [0, ...at.sort((a, b) => a - b), STREAM.length]
        const read = blockReader()
        const pieces = sorted.slice(1).map((end, n) => STREAM.slice(sorted[n], end))
        expect(pieces.flatMap(read)).toEqual(whole)
      }),
    )
  })
})
