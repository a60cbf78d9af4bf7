import { typedDisplayCode } from '#contract/display-code.ts'
import { readPlate } from '#contract/plate.ts'
import { readShortCode, TICKET_CODE_LENGTH } from '#contract/short-code.ts'
import { typedText } from '#contract/typed-text.ts'
import { datumIn } from '#server/modules/people/users/index.ts'
import { idIn } from '#server/platform/ids.ts'

/** Keys that a search text matches by its format; null for each that it does not. */
export type Sought = {
  id: string | null
  /** Registration plate, as stored: `ABC123`. */
  plate: string | null
  /** Code of a ticket of six letters and digits. */
  ticketCode: string | null
  /** Digits of a display code. */
  digits: string | null
  /** Reference of a top-up or withdrawal, or the gateway's id of a transaction. */
  reference: string | null
  /** Number of a support ticket. */
  number: number | null
}

const REFERENCE = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/
/** Number of a ticket as people write it: `1042`, `#1042`, `caso 1042`. */
const NUMBER = /^(?:caso\s*)?(?:n\.?º\s*)?#?(\d{4,9})$/iu

/** Reads what a typed text can be a key of; the full stop of a sentence is no part of it. */
export function readSought(typed: string): Sought {
  const text = typedText(typed).replace(/[.,;]+$/, '')
  const id = idIn(text)
  const number = NUMBER.exec(text)?.[1]
  const isContact = ['email', 'phone'].includes(datumIn(text) ?? '')
  const isReference = id === null && !isContact && REFERENCE.test(text)
  return {
    id,
    plate: readPlate(text),
    ticketCode: readShortCode(text, TICKET_CODE_LENGTH),
    digits: typedDisplayCode(text),
    reference: isReference ? text : null,
    number: number ? Number(number) : null,
  }
}
