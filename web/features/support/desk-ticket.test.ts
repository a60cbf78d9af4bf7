import { describe, expect, it } from 'vitest'
import { MACRO_FIELDS } from '#contract/support-desk.ts'
import { fillMacro, nextTicket, roundKey, withMacro } from './desk-ticket.ts'

const ticket = { greetedName: 'Ana', number: 1042 }

describe('a ready answer', () => {
  it('completes a prepared answer by one choice, so that a second press sends it', () => {
    const chosen = fillMacro('{saludo} Ya quedó resuelto tu caso {caso}.', ticket)
    expect(withMacro('', chosen, [chosen])).toBe('Hola, Ana. Ya quedó resuelto tu caso 1042.')
  })

  it('greets without a name when none is known, and leaves no placeholder', () => {
    const text = fillMacro(MACRO_FIELDS.join(' '), { ...ticket, greetedName: null })
    expect(text).toBe('Hola. 1042')
  })

  it('takes the place of an unedited one, and comes after words that somebody wrote', () => {
    const ready = ['Uno.', 'Dos.']
    expect(withMacro('Uno.', 'Dos.', ready)).toBe('Dos.')
    expect(withMacro('Uno. Y más. ', 'Dos.', ready)).toBe('Uno. Y más.\n\nDos.')
  })
})

describe('"Siguiente"', () => {
  const ticket = (id: string, urgency: 'safety' | 'waiting' = 'waiting', isOverdue = false) => ({
    ...{ id, urgency, isOverdue },
  })
  const opened = (...tickets: ReturnType<typeof ticket>[]) => new Set(tickets.map(roundKey))

  it('leads to the most urgent ticket, not to the one below the open one', () => {
    const ranked = [ticket('safety', 'safety'), ticket('late', 'waiting', true), ticket('mine')]
    expect(nextTicket(ranked, 'mine', opened(ticket('mine')))?.id).toBe('safety')
  })

  it('leads to every ticket once, and then begins again with the most urgent', () => {
    const ranked = [ticket('a'), ticket('b'), ticket('c')]
    expect(nextTicket(ranked, 'a', opened(ticket('a')))?.id).toBe('b')
    expect(nextTicket(ranked, 'b', opened(ticket('a'), ticket('b')))?.id).toBe('c')
    expect(nextTicket(ranked, 'c', opened(...ranked))?.id).toBe('a')
  })

  it('leads back to a ticket that became late after it was opened', () => {
    const ranked = [ticket('a', 'waiting', true), ticket('b'), ticket('c')]
    expect(nextTicket(ranked, 'b', opened(ticket('a'), ticket('b')))?.id).toBe('a')
  })

  it('leads nowhere when there is no other ticket', () => {
    expect(nextTicket([ticket('a')], 'a', new Set())).toBeUndefined()
  })
})
