import { describe, expect, it } from 'vitest'
import { cancellationSentence, returnsSentence } from './cancellation.ts'

const pickUp = '2026-11-20T14:05:00-05:00'

describe('cancellationSentence', () => {
  it('names the last moment for a full refund', () => {
    const text = cancellationSentence('billetera', pickUp, new Date('2026-11-18T10:00:00-05:00'))
    expect(text).toContain('Si cancelas hasta mañana a las 2:05\u00a0p.\u00a0m.')
    expect(text).toContain('la mitad')
  })

  it('offers the 30-minute full refund when the pick-up is less than a day away', () => {
    const text = cancellationSentence('billetera', pickUp, new Date('2026-11-19T14:05:00-05:00'))
    expect(text).toContain('30 minutos')
    expect(text).not.toContain('Si cancelas hasta')
  })

  it('promises no refund for a direct payment, because Cupo holds no money', () => {
    const text = cancellationSentence('directo', pickUp, new Date('2026-11-18T10:00:00-05:00'))
    expect(text).toContain('sin costo')
    expect(text).not.toContain('devolvemos')
  })
})

it.each(['billetera', 'directo'] as const)('counts from the own pick-up in %s', (mode) => {
  const later = new Date('2026-11-19T20:00:00-05:00')
  expect(cancellationSentence(mode, pickUp, later)).toContain('hasta la recogida')
  expect(cancellationSentence(mode, pickUp, later)).not.toContain('salida')
})

describe('returnsSentence', () => {
  it('says before booking what the next cancellation costs after earlier cancellations', () => {
    expect(returnsSentence('billetera', undefined)).toBeNull()
    expect(returnsSentence('billetera', 2)).toBeNull()
    expect(returnsSentence('billetera', 1)).toContain('Desde la tercera vez')
    expect(returnsSentence('directo', 1)).not.toContain('devolvemos')
    expect(returnsSentence('billetera', 0)).toContain('la mitad')
    expect(returnsSentence('directo', 0)).toContain('solo puedes reservarlo con tu billetera')
  })
})
