import { describe, expect, it } from 'vitest'
import { MACRO_FIELDS } from '#contract/support-desk.ts'
import { emptyReply, fillMacro, ticketAfter, withMacro } from './desk-ticket.ts'

const ticket = { greetedName: 'Ana', number: 1042 }

describe('a ready answer', () => {
  it('is complete after one choice, so that a second action sends it', () => {
    const chosen = fillMacro('{saludo} Ya quedó resuelto tu caso {caso}.', ticket)
    expect(withMacro(emptyReply, chosen).text).toBe('Hola, Ana. Ya quedó resuelto tu caso 1042.')
  })

  it('greets without a name when none is known, and leaves no placeholder', () => {
    const text = fillMacro(MACRO_FIELDS.join(' '), { ...ticket, greetedName: null })
    expect(text).toBe('Hola. 1042')
  })

  it('takes the place of an unedited one, and comes after words that somebody wrote', () => {
    const first = withMacro(emptyReply, 'Uno.')
    expect(withMacro(first, 'Dos.')).toEqual({ text: 'Dos.', chosen: 'Dos.' })
    expect(withMacro({ ...first, text: 'Uno. Y más. ' }, 'Dos.').text).toBe('Uno. Y más.\n\nDos.')
  })
})

describe('the ticket after the open one', () => {
  const list = ['a', 'b', 'c'].map((id) => ({ id }))

  it('is the next one by due time, and after the last one the first', () => {
    expect(ticketAfter(list, 'a')?.id).toBe('b')
    expect(ticketAfter(list, 'c')?.id).toBe('a')
    expect(ticketAfter(list, 'a', -1)?.id).toBe('c')
  })

  it('is the most urgent one when the open one was answered or is of somebody else', () => {
    expect(ticketAfter(list, 'x')?.id).toBe('a')
    expect(ticketAfter(list, null)?.id).toBe('a')
  })

  it('is none when there is no other', () => {
    expect(ticketAfter([], 'a')).toBeUndefined()
    expect(ticketAfter([{ id: 'a' }], 'a')).toBeUndefined()
  })
})
